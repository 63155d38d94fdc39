import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { batchDependencies } from '../../shared/modules/sync/batch-dependencies.ts';
import { validateSyncConnection } from '../../shared/modules/sync/connection-contract.ts';
import * as connections from '../../shared/modules/sync/connection-service.ts';

export const handler = endpoint(
  validateSyncConnection,
  connections.validateSyncConnection(batchDependencies),
);
