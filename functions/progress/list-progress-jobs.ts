import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listProgressJobs } from '../../shared/modules/progress/contract.ts';
import { listJobs } from '../../shared/modules/progress/list-service.ts';

export const handler = endpoint(listProgressJobs, ({ scope, query, context }) =>
  listJobs(scope, query, context.nowMs),
);
