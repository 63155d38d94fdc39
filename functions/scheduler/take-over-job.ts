import { loadCommands } from '../../shared/catalog/load-commands.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { takeOverJob } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-service.ts';

export const handler = endpoint(takeOverJob, jobs.takeOverJob(loadCommands));
