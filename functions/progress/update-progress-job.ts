import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateProgressJob } from '../../shared/modules/progress/contract.ts';
import { updateJob } from '../../shared/modules/progress/job-service.ts';

export const handler = endpoint(updateProgressJob, async ({ scope, params, body, ifMatch, context }) => {
  const job = await updateJob(scope, params.id, body, ifMatch, context);
  const { progressPercent, status, cancelRequestedAtMs } = job;
  const cancelRequested = cancelRequestedAtMs !== null;
  return withRevision({ ok: true as const, progressPercent, status, cancelRequested }, job.revision);
});
