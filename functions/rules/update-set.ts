import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateSet } from '../../shared/rules/contract.ts';
import { toRuleSet } from '../../shared/rules/rule-set.ts';
import * as sets from '../../shared/rules/set-service.ts';

export const handler = endpoint(updateSet, async ({ scope, body, ifMatch, context }) => {
  const set = await sets.updateSet(scope, body, ifMatch, context);
  return withRevision({ ok: true as const, ...toRuleSet(set) }, set.revision);
});
