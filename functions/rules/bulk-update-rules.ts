import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { bulkUpdateRules } from '../../shared/modules/rules/authoring/bulk-contract.ts';
import * as rules from '../../shared/modules/rules/authoring/bulk-service.ts';

export const handler = endpoint(bulkUpdateRules, rules.bulkUpdateRules);
