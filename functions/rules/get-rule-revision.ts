import { endpoint } from '../../shared/http/endpoint.ts';
import { getRuleRevision } from '../../shared/rules/contract.ts';
import * as history from '../../shared/rules/history-service.ts';

export const handler = endpoint(getRuleRevision, ({ scope, params }) =>
  history.getRevision(scope, params.id, params.revision),
);
