import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { restoreRule } from '../../shared/modules/rules/authoring/history-contract.ts';
import * as history from '../../shared/modules/rules/authoring/history-service.ts';

export const handler = endpoint(restoreRule, async ({ scope, params, context }) => {
  const { rule, revision } = await history.restoreDeleted(scope, params.id, context);
  return withRevision(rule, revision);
});
