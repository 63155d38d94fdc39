import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { bulkDeleteJobs } from '../../shared/modules/scheduler/bulk-contract.ts';
import * as jobs from '../../shared/modules/scheduler/bulk-service.ts';

export const handler = endpoint(bulkDeleteJobs, jobs.bulkDeleteJobs);
