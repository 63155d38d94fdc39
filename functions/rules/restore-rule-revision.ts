import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { restoreRuleRevision } from '../../shared/rules/contract.ts';
import * as history from '../../shared/rules/history-service.ts';

export const handler = endpoint(restoreRuleRevision, async ({ scope, params, ifMatch, context }) => {
  const { id, revision: from } = params;
  const { rule, revision } = await history.restoreRevision(scope, id, from, ifMatch, context);
  return withRevision(rule, revision);
});
