import { loadCommands } from '../../shared/catalog/load-commands.ts';
import { creation } from '../../shared/kernel/http/creation.ts';
import { createJob } from '../../shared/modules/scheduler/job-contract.ts';
import { getJob } from '../../shared/modules/scheduler/job-reads.ts';
import * as jobs from '../../shared/modules/scheduler/job-service.ts';

export const handler = creation(createJob, jobs.createJob(loadCommands), getJob);
