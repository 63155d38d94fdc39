import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { checkToggles } from '../../shared/modules/toggles/check-contract.ts';
import * as checks from '../../shared/modules/toggles/check-service.ts';

export const handler = endpoint(checkToggles, async ({ scope, principal, body }) => ({
  results: await checks.checkToggles(scope, body.identifiers, principal),
  tenantId: scope.tenantId,
}));
