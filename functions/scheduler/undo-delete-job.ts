import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { undoDeleteJob } from '../../shared/scheduler/contract.ts';
import { toJob } from '../../shared/scheduler/job.ts';
import * as jobs from '../../shared/scheduler/job-service.ts';

export const handler = endpoint(undoDeleteJob, async ({ scope, body, context }) => {
  const job = await jobs.undoDelete({ scope, context }, body.id);
  return withRevision(toJob(job), job.revision);
});
