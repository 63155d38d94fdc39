import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getSyncMapping } from '../../shared/sync/contract.ts';
import * as mappings from '../../shared/sync/mapping-service.ts';

export const handler = endpoint(getSyncMapping, async ({ scope, params }) => {
  const row = await mappings.getMapping(scope, params.id);
  return withRevision(mappings.toSavedMapping(row), row.revision);
});
