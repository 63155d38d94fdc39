import { createApiKey } from '../../shared/api-keys/contract.ts';
import * as keys from '../../shared/api-keys/key-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(createApiKey, async ({ scope, principal, body, context }) => {
  const { key, revision } = await keys.createApiKey(scope, principal, body, context);
  return withRevision(key, revision);
});
