import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { restoreRule } from '../../shared/modules/rules/authoring/history-contract.ts';
import * as history from '../../shared/modules/rules/authoring/history-service.ts';

export const handler = endpoint(restoreRule, history.restoreRule);
