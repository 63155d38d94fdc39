import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listOperators } from '../../shared/modules/rules/authoring/language-contract.ts';
import * as language from '../../shared/modules/rules/execution/language.ts';

export const handler = endpoint(listOperators, language.listOperators);
