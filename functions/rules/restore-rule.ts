import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { restoreRule } from '../../shared/rules/contract.ts';
import * as history from '../../shared/rules/history-service.ts';

export const handler = endpoint(restoreRule, async ({ scope, params, context }) => {
  const { rule, revision } = await history.restoreDeleted(scope, params.id, context);
  return withRevision(rule, revision);
});
