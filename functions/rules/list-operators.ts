import { endpoint } from '../../shared/http/endpoint.ts';
import { listOperators } from '../../shared/rules/contract.ts';
import { ruleLanguage } from '../../shared/rules/language.ts';

export const handler = endpoint(listOperators, async () => ruleLanguage());
