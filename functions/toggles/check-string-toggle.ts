import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { checkStringToggle } from '../../shared/modules/toggles/check-contract.ts';
import { checkReply, checkToggle, originOf } from '../../shared/modules/toggles/check-service.ts';

export const handler = endpoint(checkStringToggle, async ({ scope, principal, query: { identifier } }) => {
  const checked = await checkToggle(scope, identifier, 'string', principal);
  const typed = { valueType: 'string', value: String(checked.resolved.value) } as const;
  return checkReply({ ...typed, ...originOf(scope, identifier, checked) }, checked);
});
