import { endpoint } from '../../shared/http/endpoint.ts';
import { listRuleRevisions } from '../../shared/rules/contract.ts';
import * as history from '../../shared/rules/history-service.ts';

export const handler = endpoint(listRuleRevisions, ({ scope, params, query }) =>
  history.listRevisions(scope, params.id, query),
);
