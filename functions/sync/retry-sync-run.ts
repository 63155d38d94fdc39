import { endpoint } from '../../shared/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/http/replayed.ts';
import { retrySyncRun } from '../../shared/sync/contract.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import * as start from '../../shared/sync/start.ts';

export const handler = endpoint(
  retrySyncRun,
  async ({ scope, params, body, idempotencyKey, ifMatch, context }) => {
    const { findAdapter } = await import('../../shared/sync/adapters.ts');
    const parts = { findAdapter, send: sendBatch };
    return withReplayedHeader(
      await start.retryRun(scope, params.id, body, { idempotencyKey, ifMatch }, parts, context),
    );
  },
);
