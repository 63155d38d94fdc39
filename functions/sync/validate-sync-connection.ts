import { endpoint } from '../../shared/http/endpoint.ts';
import * as connections from '../../shared/sync/connection-service.ts';
import { validateSyncConnection } from '../../shared/sync/contract.ts';
import { engineParts } from '../../shared/sync/wiring.ts';

export const handler = endpoint(validateSyncConnection, ({ scope, body, context }) =>
  connections.validateConnection(scope, body, engineParts, context.nowMs),
);
