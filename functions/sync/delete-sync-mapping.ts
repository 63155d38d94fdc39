import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteSyncMapping } from '../../shared/modules/sync/mappings/mapping-contract.ts';
import * as mappings from '../../shared/modules/sync/mappings/mapping-service.ts';

export const handler = endpoint(deleteSyncMapping, async ({ scope, params, ifMatch, context }) => {
  await mappings.deleteMapping(scope, params.id, ifMatch, context);
  return { deleted: true as const };
});
