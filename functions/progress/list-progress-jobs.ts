import { endpoint } from '../../shared/http/endpoint.ts';
import { listProgressJobs } from '../../shared/progress/contract.ts';
import { listJobs } from '../../shared/progress/list-service.ts';

export const handler = endpoint(listProgressJobs, ({ scope, query, context }) =>
  listJobs(scope, query, context.nowMs),
);
