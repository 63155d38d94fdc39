import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listSyncMappings } from '../../shared/modules/sync/mappings/mapping-contract.ts';
import * as mappings from '../../shared/modules/sync/mappings/mapping-service.ts';

export const handler = endpoint(listSyncMappings, ({ scope, query }) => mappings.listMappings(scope, query));
