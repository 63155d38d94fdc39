import { endpoint } from '../../shared/http/endpoint.ts';
import * as authoring from '../../shared/rules/authoring-service.ts';
import { validateRule } from '../../shared/rules/contract.ts';

export const handler = endpoint(validateRule, ({ scope, body, context }) =>
  authoring.validateRule(scope, body, context),
);
