import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { checkJsonToggle } from '../../shared/modules/toggles/check-contract.ts';
import { checkReply, checkToggle, originOf } from '../../shared/modules/toggles/check-service.ts';

export const handler = endpoint(checkJsonToggle, async ({ scope, principal, query: { identifier } }) => {
  const checked = await checkToggle(scope, identifier, 'json', principal);
  const typed = { valueType: 'json', value: checked.resolved.value } as const;
  return checkReply({ ...typed, ...originOf(scope, identifier, checked) }, checked);
});
