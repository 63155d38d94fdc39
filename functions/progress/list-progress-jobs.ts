import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listProgressJobs } from '../../shared/modules/progress/contract.ts';
import * as jobs from '../../shared/modules/progress/list-service.ts';

export const handler = endpoint(listProgressJobs, jobs.listProgressJobs);
