import { deleteApiKey } from '../../shared/api-keys/contract.ts';
import * as keys from '../../shared/api-keys/key-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteApiKey, async ({ scope, principal, query, ifMatch, context }) => {
  await keys.deleteApiKey(scope, principal, query.id, ifMatch, context);
  return { success: true };
});
