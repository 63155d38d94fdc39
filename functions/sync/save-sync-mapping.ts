import { creation } from '../../shared/kernel/http/creation.ts';
import { saveSyncMapping } from '../../shared/modules/sync/mappings/mapping-contract.ts';
import * as mappings from '../../shared/modules/sync/mappings/mapping-service.ts';

export const handler = creation(saveSyncMapping, mappings.saveSyncMapping, mappings.savedEarlier);
