import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getJob } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-reads.ts';

export const handler = endpoint(getJob, jobs.getJob);
