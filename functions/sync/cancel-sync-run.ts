import { endpoint } from '../../shared/http/endpoint.ts';
import { cancelSyncRun } from '../../shared/sync/contract.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import * as runs from '../../shared/sync/run-service.ts';

export const handler = endpoint(cancelSyncRun, async ({ scope, params, ifMatch, context }) => {
  await runs.cancelRun(scope, params.id, ifMatch, sendBatch, context);
  return { ok: true as const };
});
