import { endpoint } from '../../shared/http/endpoint.ts';
import { listExecutions } from '../../shared/scheduler/contract.ts';
import * as runs from '../../shared/scheduler/run-history.ts';

export const handler = endpoint(listExecutions, ({ scope, params, query, context }) =>
  runs.listExecutions({ scope, context }, params.id, query),
);
