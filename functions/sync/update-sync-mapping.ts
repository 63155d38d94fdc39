import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toResponse } from '../../shared/kernel/resources/values.ts';
import { savedMappings, updateSyncMapping } from '../../shared/modules/sync/mappings/mapping-contract.ts';
import * as mappings from '../../shared/modules/sync/mappings/mapping-service.ts';

export const handler = endpoint(updateSyncMapping, async ({ scope, params, body, ifMatch, context }) => {
  const row = await mappings.updateMapping(scope, params.id, body.mapping, ifMatch, context);
  return withRevision(toResponse(savedMappings, row), row.revision);
});
