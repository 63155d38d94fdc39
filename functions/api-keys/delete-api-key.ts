import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteApiKey } from '../../shared/modules/identity/api-keys/contract.ts';
import * as keys from '../../shared/modules/identity/api-keys/key-service.ts';

export const handler = endpoint(deleteApiKey, async ({ scope, principal, query, ifMatch, context }) => {
  await keys.deleteApiKey(scope, principal, query.id, ifMatch, context);
  return { success: true };
});
