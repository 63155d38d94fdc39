import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { findAdapter } from '../../shared/modules/sync/adapters.ts';
import { listSyncOptions } from '../../shared/modules/sync/connection-contract.ts';
import * as connections from '../../shared/modules/sync/connection-service.ts';

export const handler = endpoint(listSyncOptions, connections.listSyncOptions(findAdapter));
