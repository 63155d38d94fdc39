import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getProgressJob } from '../../shared/progress/contract.ts';
import { getJob } from '../../shared/progress/job-service.ts';
import { toJob } from '../../shared/progress/views.ts';

export const handler = endpoint(getProgressJob, async ({ scope, params, context }) => {
  const job = await getJob(scope, params.id, context.nowMs);
  return withRevision(toJob(job), job.revision);
});
