import { endpoint } from '../../shared/http/endpoint.ts';
import { listMappings } from '../../shared/sync/contract.ts';
import * as mappings from '../../shared/sync/mapping-service.ts';

export const handler = endpoint(listMappings, ({ scope, query }) => mappings.listMappings(scope, query));
