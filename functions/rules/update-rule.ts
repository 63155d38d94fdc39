import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateRule } from '../../shared/modules/rules/authoring/rule-contract.ts';
import * as rules from '../../shared/modules/rules/authoring/rule-service.ts';

export const handler = endpoint(updateRule, async ({ scope, body, ifMatch, context }) => {
  const { rule, revision } = await rules.updateRule(scope, body, ifMatch, context);
  return withRevision(rule, revision);
});
