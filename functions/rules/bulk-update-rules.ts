import { endpoint } from '../../shared/http/endpoint.ts';
import * as rules from '../../shared/rules/bulk-service.ts';
import { bulkUpdateRules } from '../../shared/rules/contract.ts';

export const handler = endpoint(bulkUpdateRules, ({ scope, body, context }) =>
  rules.updateRules(scope, body, context),
);
