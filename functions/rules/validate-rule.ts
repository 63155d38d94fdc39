import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { validateRule } from '../../shared/modules/rules/contract.ts';

export const handler = endpoint(validateRule, async ({ scope, body, context }) => {
  const authoring = await import('../../shared/modules/rules/authoring/authoring-service.ts');
  return authoring.validateRule(scope, body, context);
});
