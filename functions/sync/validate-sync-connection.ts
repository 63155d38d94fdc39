import { endpoint } from '../../shared/http/endpoint.ts';
import { findAdapter } from '../../shared/sync/adapters.ts';
import * as connections from '../../shared/sync/connection-service.ts';
import { validateSyncConnection } from '../../shared/sync/contract.ts';
import { findMapping } from '../../shared/sync/mapping-store.ts';

export const handler = endpoint(validateSyncConnection, ({ scope, body, context }) =>
  connections.validateConnection(scope, body, { findAdapter, findMapping }, context.nowMs),
);
