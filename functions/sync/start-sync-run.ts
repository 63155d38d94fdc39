import { endpoint } from '../../shared/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/http/replayed.ts';
import { startSyncRun } from '../../shared/sync/contract.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import * as start from '../../shared/sync/start.ts';

export const handler = endpoint(startSyncRun, async ({ scope, body, idempotencyKey, context }) => {
  const { findAdapter } = await import('../../shared/sync/adapters.ts');
  const parts = { findAdapter, send: sendBatch };
  return withReplayedHeader(await start.startRun(scope, body, idempotencyKey, parts, context));
});
