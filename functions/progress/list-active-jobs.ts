import { endpoint } from '../../shared/http/endpoint.ts';
import { listActiveJobs } from '../../shared/progress/contract.ts';
import { listActive } from '../../shared/progress/list-service.ts';

export const handler = endpoint(listActiveJobs, ({ scope, context }) => listActive(scope, context.nowMs));
