import { endpoint } from '../../shared/http/endpoint.ts';
import { findAdapter } from '../../shared/sync/adapters.ts';
import { startSyncRun } from '../../shared/sync/contract.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import * as start from '../../shared/sync/start.ts';

export const handler = endpoint(startSyncRun, ({ scope, body, idempotencyKey, context }) =>
  start.startRun(scope, body, idempotencyKey, { findAdapter, send: sendBatch }, context),
);
