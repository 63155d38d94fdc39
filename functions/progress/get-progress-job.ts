import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getProgressJob } from '../../shared/modules/progress/contract.ts';
import { getJob } from '../../shared/modules/progress/job-service.ts';
import { toJob } from '../../shared/modules/progress/views.ts';

export const handler = endpoint(getProgressJob, async ({ scope, params, context }) => {
  const job = await getJob(scope, params.id, context.nowMs);
  return withRevision(toJob(job), job.revision);
});
