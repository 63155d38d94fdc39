import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getRule } from '../../shared/rules/contract.ts';
import * as rules from '../../shared/rules/rule-service.ts';

export const handler = endpoint(getRule, async ({ scope, params }) => {
  const { rule, revision } = await rules.getRule(scope, params.id);
  return withRevision(rule, revision);
});
