import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteRule } from '../../shared/rules/contract.ts';
import * as rules from '../../shared/rules/rule-service.ts';

export const handler = endpoint(deleteRule, async ({ scope, query, ifMatch, context }) => {
  await rules.deleteRule(scope, query.id, ifMatch, context);
  return undefined;
});
