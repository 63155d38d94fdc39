import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteRule } from '../../shared/modules/rules/authoring/rule-contract.ts';
import * as rules from '../../shared/modules/rules/authoring/rule-service.ts';

export const handler = endpoint(deleteRule, rules.deleteRule);
