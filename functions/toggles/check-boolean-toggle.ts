import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { checkBooleanToggle } from '../../shared/modules/toggles/check-contract.ts';
import { checkReply, checkToggle, originOf } from '../../shared/modules/toggles/check-service.ts';

export const handler = endpoint(checkBooleanToggle, async ({ scope, principal, query: { identifier } }) => {
  const checked = await checkToggle(scope, identifier, 'boolean', principal);
  const enabled = checked.resolved.value === true;
  return checkReply({ enabled, ...originOf(scope, identifier, checked) }, checked);
});
