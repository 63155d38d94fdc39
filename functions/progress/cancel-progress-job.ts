import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { cancelProgressJob } from '../../shared/modules/progress/contract.ts';
import * as jobs from '../../shared/modules/progress/job-service.ts';
import { cancelSyncRun } from '../../shared/modules/sync/public.ts';

export const handler = endpoint(cancelProgressJob, jobs.cancelProgressJob(cancelSyncRun));
