import { creation } from '../../shared/kernel/http/creation.ts';
import { createProgressJob } from '../../shared/modules/progress/contract.ts';
import * as jobs from '../../shared/modules/progress/job-service.ts';

export const handler = creation(createProgressJob, jobs.createProgressJob, jobs.createdProgressJob);
