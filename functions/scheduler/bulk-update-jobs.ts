import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as jobs from '../../shared/modules/scheduler/bulk-service.ts';
import { bulkUpdateJobs } from '../../shared/modules/scheduler/contract.ts';

export const handler = endpoint(bulkUpdateJobs, ({ scope, body, context }) =>
  jobs.updateJobs({ scope, context }, body),
);
