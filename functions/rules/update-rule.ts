import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateRule } from '../../shared/rules/contract.ts';
import * as rules from '../../shared/rules/rule-service.ts';

export const handler = endpoint(updateRule, async ({ scope, principal, body, ifMatch }) => {
  const { rule, revision } = await rules.updateRule(scope, body, ifMatch, { principal, nowMs: Date.now() });
  return withRevision(rule, revision);
});
