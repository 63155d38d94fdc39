import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteRule } from '../../shared/rules/contract.ts';
import * as rules from '../../shared/rules/rule-service.ts';

export const handler = endpoint(deleteRule, async ({ scope, principal, query, ifMatch }) => {
  await rules.deleteRule(scope, query.id, ifMatch, { principal, nowMs: Date.now() });
  return undefined;
});
