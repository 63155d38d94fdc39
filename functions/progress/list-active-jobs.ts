import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listActiveJobs } from '../../shared/modules/progress/contract.ts';
import * as jobs from '../../shared/modules/progress/list-service.ts';

export const handler = endpoint(listActiveJobs, jobs.listActiveJobs);
