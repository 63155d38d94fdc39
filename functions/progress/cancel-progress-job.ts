import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { cancelProgressJob } from '../../shared/modules/progress/contract.ts';
import { cancelJob } from '../../shared/modules/progress/job-service.ts';
import { cancelSyncRun } from '../../shared/modules/sync/public.ts';

export const handler = endpoint(cancelProgressJob, async ({ scope, params, ifMatch, context }) => {
  await cancelJob(scope, params.id, ifMatch, context, cancelSyncRun);
  return { ok: true as const };
});
