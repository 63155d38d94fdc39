import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { updateProgressJob } from '../../shared/modules/progress/contract.ts';
import * as jobs from '../../shared/modules/progress/job-service.ts';

export const handler = endpoint(updateProgressJob, jobs.updateProgressJob);
