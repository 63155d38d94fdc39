import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { restoreRuleRevision } from '../../shared/modules/rules/authoring/history-contract.ts';
import * as history from '../../shared/modules/rules/authoring/history-service.ts';

export const handler = endpoint(restoreRuleRevision, async ({ scope, params, ifMatch, context }) => {
  const { id, revision: from } = params;
  const { rule, revision } = await history.restoreRevision(scope, id, from, ifMatch, context);
  return withRevision(rule, revision);
});
