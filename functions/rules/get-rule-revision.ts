import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as history from '../../shared/modules/rules/authoring/history-service.ts';
import { getRuleRevision } from '../../shared/modules/rules/contract.ts';

export const handler = endpoint(getRuleRevision, ({ scope, params }) =>
  history.getRevision(scope, params.id, params.revision),
);
