import { endpoint } from '../../shared/http/endpoint.ts';
import { listRules } from '../../shared/rules/contract.ts';
import * as rules from '../../shared/rules/rule-service.ts';

export const handler = endpoint(listRules, ({ scope, query }) => rules.listRules(scope, query));
