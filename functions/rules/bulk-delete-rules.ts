import { endpoint } from '../../shared/http/endpoint.ts';
import * as rules from '../../shared/rules/bulk-service.ts';
import { bulkDeleteRules } from '../../shared/rules/contract.ts';

export const handler = endpoint(bulkDeleteRules, ({ scope, body, context }) =>
  rules.deleteRules(scope, body.ids, context),
);
