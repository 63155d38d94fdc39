import { endpoint } from '../../shared/http/endpoint.ts';
import { findAdapter } from '../../shared/sync/adapters.ts';
import { retrySyncRun } from '../../shared/sync/contract.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import * as start from '../../shared/sync/start.ts';

export const handler = endpoint(retrySyncRun, ({ scope, params, body, context }) =>
  start.retryRun(scope, params.id, body, { findAdapter, send: sendBatch }, context),
);
