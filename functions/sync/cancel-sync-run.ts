import { endpoint } from '../../shared/http/endpoint.ts';
import { cancelRun } from '../../shared/sync/contract.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import * as runs from '../../shared/sync/run-service.ts';

export const handler = endpoint(cancelRun, async ({ scope, params, context }) => {
  await runs.cancelRun(scope, params.id, sendBatch, context);
  return { ok: true as const };
});
