import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { createRule } from '../../shared/rules/contract.ts';
import * as rules from '../../shared/rules/rule-service.ts';

export const handler = endpoint(createRule, async ({ scope, body, context }) => {
  const { rule, revision } = await rules.createRule(scope, body, context);
  return withRevision(rule, revision);
});
