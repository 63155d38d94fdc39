import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { compareRuleRevisions } from '../../shared/modules/rules/authoring/history-contract.ts';
import * as history from '../../shared/modules/rules/authoring/history-service.ts';

export const handler = endpoint(compareRuleRevisions, history.compareRuleRevisions);
