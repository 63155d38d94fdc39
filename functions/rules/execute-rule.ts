import { endpoint } from '../../shared/http/endpoint.ts';
import { executeRule } from '../../shared/rules/contract.ts';
import * as execution from '../../shared/rules/execution-service.ts';

export const handler = endpoint(executeRule, ({ scope, params, body, context }) =>
  execution.executeRule(scope, params.ruleId, body, context),
);
