import { endpoint } from '../../shared/http/endpoint.ts';
import * as checks from '../../shared/toggles/check-service.ts';
import { checkToggles } from '../../shared/toggles/contract.ts';

export const handler = endpoint(checkToggles, async ({ scope, body }) => ({
  results: await checks.checkToggles(scope, body.identifiers),
  tenantId: scope.tenantId,
}));
