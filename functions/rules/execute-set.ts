import { endpoint } from '../../shared/http/endpoint.ts';
import { executeSet } from '../../shared/rules/contract.ts';
import * as execution from '../../shared/rules/set-execution-service.ts';

export const handler = endpoint(executeSet, ({ scope, params, body, context }) =>
  execution.executeSet(scope, params.id, body, context),
);
