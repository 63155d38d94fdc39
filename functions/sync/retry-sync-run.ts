import { endpoint } from '../../shared/http/endpoint.ts';
import { retrySyncRun } from '../../shared/sync/contract.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import * as start from '../../shared/sync/start.ts';

export const handler = endpoint(retrySyncRun, async ({ scope, params, body, context }) => {
  const { findAdapter } = await import('../../shared/sync/adapters.ts');
  return start.retryRun(scope, params.id, body, { findAdapter, send: sendBatch }, context);
});
