import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listJobs } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-reads.ts';

export const handler = endpoint(listJobs, jobs.listJobs);
