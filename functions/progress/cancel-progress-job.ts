import { endpoint } from '../../shared/http/endpoint.ts';
import { cancelSyncRun } from '../../shared/progress/cancel-sync-run.ts';
import { cancelProgressJob } from '../../shared/progress/contract.ts';
import { cancelJob } from '../../shared/progress/job-service.ts';

export const handler = endpoint(cancelProgressJob, async ({ scope, params, ifMatch, context }) => {
  await cancelJob(scope, params.id, ifMatch, context, cancelSyncRun);
  return { ok: true as const };
});
