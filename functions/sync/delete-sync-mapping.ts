import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteSyncMapping } from '../../shared/sync/contract.ts';
import * as mappings from '../../shared/sync/mapping-service.ts';

export const handler = endpoint(deleteSyncMapping, async ({ scope, params, ifMatch, context }) => {
  await mappings.deleteMapping(scope, params.id, ifMatch, context);
  return { deleted: true as const };
});
