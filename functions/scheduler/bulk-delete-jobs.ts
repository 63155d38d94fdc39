import { endpoint } from '../../shared/http/endpoint.ts';
import * as jobs from '../../shared/scheduler/bulk-service.ts';
import { bulkDeleteJobs } from '../../shared/scheduler/contract.ts';

export const handler = endpoint(bulkDeleteJobs, ({ scope, body, context }) =>
  jobs.deleteJobs({ scope, context }, body.ids),
);
