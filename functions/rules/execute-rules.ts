import { endpoint } from '../../shared/http/endpoint.ts';
import { executeRules } from '../../shared/rules/contract.ts';
import * as execution from '../../shared/rules/execution-service.ts';

export const handler = endpoint(executeRules, ({ scope, body, context }) =>
  execution.executeRules(scope, body, context),
);
