import { endpoint } from '../../shared/http/endpoint.ts';
import { validateRule } from '../../shared/rules/contract.ts';

export const handler = endpoint(validateRule, async ({ scope, body, context }) => {
  const authoring = await import('../../shared/rules/authoring-service.ts');
  return authoring.validateRule(scope, body, context);
});
