import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listActiveJobs } from '../../shared/modules/progress/contract.ts';
import { listActive } from '../../shared/modules/progress/list-service.ts';

export const handler = endpoint(listActiveJobs, ({ scope, context }) => listActive(scope, context.nowMs));
