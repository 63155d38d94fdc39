import { endpoint } from '../../shared/http/endpoint.ts';
import { findAdapter } from '../../shared/sync/adapters.ts';
import * as connections from '../../shared/sync/connection-service.ts';
import { listSyncOptions } from '../../shared/sync/contract.ts';

export const handler = endpoint(listSyncOptions, ({ scope }) => connections.listOptions(scope, findAdapter));
