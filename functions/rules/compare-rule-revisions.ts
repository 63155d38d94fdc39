import { endpoint } from '../../shared/http/endpoint.ts';
import { compareRuleRevisions } from '../../shared/rules/contract.ts';
import * as history from '../../shared/rules/history-service.ts';

export const handler = endpoint(compareRuleRevisions, ({ scope, params, query }) =>
  history.compareRevisions(scope, params.id, query),
);
