import { endpoint } from '../../shared/http/endpoint.ts';
import * as jobs from '../../shared/scheduler/bulk-service.ts';
import { bulkUpdateJobs } from '../../shared/scheduler/contract.ts';

export const handler = endpoint(bulkUpdateJobs, ({ scope, body, context }) =>
  jobs.updateJobs({ scope, context }, body),
);
