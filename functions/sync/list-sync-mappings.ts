import { endpoint } from '../../shared/http/endpoint.ts';
import { listSyncMappings } from '../../shared/sync/contract.ts';
import * as mappings from '../../shared/sync/mapping-service.ts';

export const handler = endpoint(listSyncMappings, ({ scope, query }) => mappings.listMappings(scope, query));
