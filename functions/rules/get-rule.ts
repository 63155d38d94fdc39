import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getRule } from '../../shared/modules/rules/authoring/rule-contract.ts';
import * as rules from '../../shared/modules/rules/authoring/rule-service.ts';

export const handler = endpoint(getRule, async ({ scope, params, context }) => {
  const { rule, revision } = await rules.readRule(scope, params.id, context);
  return withRevision(rule, revision);
});
