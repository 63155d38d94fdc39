import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { triggerJob } from '../../shared/modules/scheduler/runs/run-contract.ts';
import * as runs from '../../shared/modules/scheduler/runs/run-service.ts';

export const handler = endpoint(triggerJob, async ({ scope, body, context }) => {
  const jobId = await runs.triggerJob({ scope, context }, body.id);
  return { ok: true, jobId, message: 'The job was queued.' };
});
