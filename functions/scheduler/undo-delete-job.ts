import { restoringWrites } from '../../shared/catalog/restored-jobs.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toJob } from '../../shared/modules/scheduler/job.ts';
import { undoDeleteJob } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-service.ts';

export const handler = endpoint(undoDeleteJob, async ({ scope, body, context }) => {
  const job = await jobs.undoDelete({ scope, context }, body.id, restoringWrites);
  return withRevision(toJob(job), job.revision);
});
