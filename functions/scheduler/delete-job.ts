import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteJob } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-service.ts';

export const handler = endpoint(deleteJob, jobs.deleteJob);
