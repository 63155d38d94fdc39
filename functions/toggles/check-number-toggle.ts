import { isNumeric } from '../../shared/kernel/base/json.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { checkNumberToggle } from '../../shared/modules/toggles/check-contract.ts';
import { checkReply, checkToggle, originOf } from '../../shared/modules/toggles/check-service.ts';

export const handler = endpoint(checkNumberToggle, async ({ scope, principal, query: { identifier } }) => {
  const checked = await checkToggle(scope, identifier, 'number', principal);
  const { value } = checked.resolved;
  const typed = { valueType: 'number', value: isNumeric(value) ? value : Number(value) } as const;
  return checkReply({ ...typed, ...originOf(scope, identifier, checked) }, checked);
});
