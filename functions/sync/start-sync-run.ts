import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/kernel/http/replayed.ts';
import { sendBatch } from '../../shared/modules/sync/runs/run.ts';
import * as start from '../../shared/modules/sync/runs/start.ts';
import { startSyncRun } from '../../shared/modules/sync/runs/start-contract.ts';

export const handler = endpoint(startSyncRun, async ({ scope, body, idempotencyKey, context }) => {
  const { findAdapter } = await import('../../shared/modules/sync/adapters.ts');
  const parts = { findAdapter, send: sendBatch };
  return withReplayedHeader(await start.startRun(scope, body, idempotencyKey, parts, context));
});
