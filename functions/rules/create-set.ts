import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { createSet } from '../../shared/rules/contract.ts';
import { toRuleSet } from '../../shared/rules/rule-set.ts';
import * as sets from '../../shared/rules/set-service.ts';

export const handler = endpoint(createSet, async ({ scope, body, context }) => {
  const set = await sets.createSet(scope, body, context);
  return withRevision(toRuleSet(set), set.revision);
});
