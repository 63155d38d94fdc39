import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { removeSetMember } from '../../shared/modules/rules/sets/set-member-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(removeSetMember, async ({ scope, params, query, ifMatch, context }) => {
  await sets.removeMember(scope, params.id, query.memberId, ifMatch, context);
  return { ok: true as const };
});
