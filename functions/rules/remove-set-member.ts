import { endpoint } from '../../shared/http/endpoint.ts';
import { removeSetMember } from '../../shared/rules/contract.ts';
import * as sets from '../../shared/rules/set-service.ts';

export const handler = endpoint(removeSetMember, async ({ scope, params, query, ifMatch, context }) => {
  await sets.removeMember(scope, params.id, query.memberId, ifMatch, context);
  return { ok: true as const };
});
