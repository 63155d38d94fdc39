import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateApiKey } from '../../shared/modules/identity/api-keys/contract.ts';
import * as keys from '../../shared/modules/identity/api-keys/key-service.ts';

export const handler = endpoint(updateApiKey, async ({ scope, principal, body, ifMatch, context }) => {
  const { key, revision } = await keys.updateApiKey(scope, principal, body, ifMatch, context);
  return withRevision(key, revision);
});
