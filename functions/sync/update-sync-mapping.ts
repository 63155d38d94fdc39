import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { updateSyncMapping } from '../../shared/modules/sync/mappings/mapping-contract.ts';
import * as mappings from '../../shared/modules/sync/mappings/mapping-service.ts';

export const handler = endpoint(updateSyncMapping, mappings.updateSyncMapping);
