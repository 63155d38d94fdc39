import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as authoring from '../../shared/modules/rules/authoring/authoring-service.ts';
import { validateRule } from '../../shared/modules/rules/contract.ts';

export const handler = endpoint(validateRule, ({ scope, body, context }) =>
  authoring.validateRule(scope, body, context),
);
