import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateRule } from '../../shared/rules/contract.ts';
import * as rules from '../../shared/rules/rule-service.ts';

export const handler = endpoint(updateRule, async ({ scope, body, ifMatch, context }) => {
  const { rule, revision } = await rules.updateRule(scope, body, ifMatch, context);
  return withRevision(rule, revision);
});
