import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createApiKey } from '../../shared/modules/identity/api-keys/contract.ts';
import * as keys from '../../shared/modules/identity/api-keys/key-service.ts';

export const handler = endpoint(createApiKey, async ({ scope, principal, body, context }) => {
  const { key, revision } = await keys.createApiKey(scope, principal, body, context);
  return withRevision(key, revision);
});
