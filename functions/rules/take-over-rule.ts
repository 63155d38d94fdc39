import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { takeOverRule } from '../../shared/modules/rules/authoring/rule-contract.ts';
import * as rules from '../../shared/modules/rules/authoring/rule-service.ts';

export const handler = endpoint(takeOverRule, async ({ scope, params, ifMatch, context }) => {
  const { rule, revision } = await rules.takeOverRule(scope, params.id, ifMatch, context);
  return withRevision(rule, revision);
});
