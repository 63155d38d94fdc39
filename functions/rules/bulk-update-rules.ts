import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as rules from '../../shared/modules/rules/authoring/bulk-service.ts';
import { bulkUpdateRules } from '../../shared/modules/rules/contract.ts';

export const handler = endpoint(bulkUpdateRules, ({ scope, body, context }) =>
  rules.updateRules(scope, body, context),
);
