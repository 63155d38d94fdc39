import { endpoint } from '../../shared/http/endpoint.ts';
import { listOverrides } from '../../shared/toggles/contract.ts';
import * as overrides from '../../shared/toggles/override-service.ts';

export const handler = endpoint(listOverrides, async ({ scope, principal, query }) => {
  const list = await overrides.listOverrides(scope, query);
  return { ...list, isSuperAdmin: principal.isSuperAdmin };
});
