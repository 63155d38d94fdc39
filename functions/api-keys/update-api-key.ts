import { updateApiKey } from '../../shared/api-keys/contract.ts';
import * as keys from '../../shared/api-keys/key-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(updateApiKey, async ({ scope, principal, body, ifMatch, context }) => {
  const { key, revision } = await keys.updateApiKey(scope, principal, body, ifMatch, context);
  return withRevision(key, revision);
});
