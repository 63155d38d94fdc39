import { endpoint } from '../../shared/http/endpoint.ts';
import { checkReply, checkToggle, originOf } from '../../shared/toggles/check-service.ts';
import { checkBooleanToggle } from '../../shared/toggles/contract.ts';

export const handler = endpoint(checkBooleanToggle, async ({ scope, query: { identifier } }) => {
  const checked = await checkToggle(scope, identifier, 'boolean');
  const enabled = checked.resolved.value === true;
  return checkReply({ enabled, ...originOf(scope, identifier, checked) }, checked);
});
