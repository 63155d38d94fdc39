import { endpoint } from '../../shared/http/endpoint.ts';
import { startSyncRun } from '../../shared/sync/contract.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import * as start from '../../shared/sync/start.ts';

export const handler = endpoint(startSyncRun, async ({ scope, body, idempotencyKey, context }) => {
  const { findAdapter } = await import('../../shared/sync/adapters.ts');
  return start.startRun(scope, body, idempotencyKey, { findAdapter, send: sendBatch }, context);
});
