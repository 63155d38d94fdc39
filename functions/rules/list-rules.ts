import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listRules } from '../../shared/modules/rules/authoring/rule-contract.ts';
import * as rules from '../../shared/modules/rules/authoring/rule-service.ts';

export const handler = endpoint(listRules, rules.listRules);
