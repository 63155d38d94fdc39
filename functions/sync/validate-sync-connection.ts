import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as connections from '../../shared/modules/sync/connection-service.ts';
import { validateSyncConnection } from '../../shared/modules/sync/contract.ts';
import { engineParts } from '../../shared/modules/sync/wiring.ts';

export const handler = endpoint(validateSyncConnection, ({ scope, body, context }) =>
  connections.validateConnection(scope, body, engineParts, context.nowMs),
);
