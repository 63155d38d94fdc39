import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getSyncMapping } from '../../shared/modules/sync/mappings/mapping-contract.ts';
import * as mappings from '../../shared/modules/sync/mappings/mapping-service.ts';

export const handler = endpoint(getSyncMapping, async ({ scope, params }) => {
  const row = await mappings.getMapping(scope, params.id);
  return withRevision(mappings.toSavedMapping(row), row.revision);
});
