import { endpoint } from '../../shared/http/endpoint.ts';
import { checkReply, checkToggle, originOf } from '../../shared/toggles/check-service.ts';
import { checkStringToggle } from '../../shared/toggles/contract.ts';

export const handler = endpoint(checkStringToggle, async ({ scope, query: { identifier } }) => {
  const checked = await checkToggle(scope, identifier, 'string');
  const typed = { valueType: 'string', value: String(checked.resolved.value) } as const;
  return checkReply({ ...typed, ...originOf(scope, identifier, checked) }, checked);
});
