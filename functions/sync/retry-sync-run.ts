import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/kernel/http/replayed.ts';
import { sendBatch } from '../../shared/modules/sync/runs/run.ts';
import * as start from '../../shared/modules/sync/runs/start.ts';
import { retrySyncRun } from '../../shared/modules/sync/runs/start-contract.ts';

export const handler = endpoint(
  retrySyncRun,
  async ({ scope, params, body, idempotencyKey, ifMatch, context }) => {
    const { findAdapter } = await import('../../shared/modules/sync/adapters.ts');
    const parts = { findAdapter, send: sendBatch };
    return withReplayedHeader(
      await start.retryRun(scope, params.id, body, { idempotencyKey, ifMatch }, parts, context),
    );
  },
);
