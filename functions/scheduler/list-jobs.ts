import { endpoint } from '../../shared/http/endpoint.ts';
import { listJobs } from '../../shared/scheduler/contract.ts';
import * as jobs from '../../shared/scheduler/job-list.ts';

export const handler = endpoint(listJobs, ({ scope, query, context }) =>
  jobs.listJobs({ scope, context }, query),
);
