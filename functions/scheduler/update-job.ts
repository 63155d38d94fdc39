import { loadCommands } from '../../shared/catalog/load-commands.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { updateJob } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-service.ts';

export const handler = endpoint(updateJob, jobs.updateJob(loadCommands));
