import { endpoint } from '../../shared/http/endpoint.ts';
import { updateSetMember } from '../../shared/rules/contract.ts';
import * as sets from '../../shared/rules/set-service.ts';

export const handler = endpoint(updateSetMember, async ({ scope, params, body, ifMatch, context }) => {
  await sets.updateMember(scope, params.id, body, ifMatch, context);
  return { ok: true as const };
});
