import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateSyncMapping } from '../../shared/sync/contract.ts';
import * as mappings from '../../shared/sync/mapping-service.ts';

export const handler = endpoint(updateSyncMapping, async ({ scope, params, body, ifMatch, context }) => {
  const row = await mappings.updateMapping(scope, params.id, body.mapping, ifMatch, context);
  return withRevision(mappings.toSavedMapping(row), row.revision);
});
