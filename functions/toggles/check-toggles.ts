import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as checks from '../../shared/modules/toggles/check-service.ts';
import { checkToggles } from '../../shared/modules/toggles/contract.ts';

export const handler = endpoint(checkToggles, async ({ scope, body }) => ({
  results: await checks.checkToggles(scope, body.identifiers),
  tenantId: scope.tenantId,
}));
