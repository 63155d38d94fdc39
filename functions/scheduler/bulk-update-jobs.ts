import { loadCommands } from '../../shared/catalog/load-commands.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { bulkUpdateJobs } from '../../shared/modules/scheduler/bulk-contract.ts';
import * as jobs from '../../shared/modules/scheduler/bulk-service.ts';

export const handler = endpoint(bulkUpdateJobs, jobs.bulkUpdateJobs(loadCommands));
