import { restoringWrites } from '../../shared/catalog/restored-jobs.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { undoDeleteJob } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-service.ts';

export const handler = endpoint(undoDeleteJob, jobs.undoDeleteJob(restoringWrites));
