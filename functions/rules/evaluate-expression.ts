import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { evaluateExpression } from '../../shared/modules/rules/authoring/playground-contract.ts';
import * as playground from '../../shared/modules/rules/authoring/playground-service.ts';

export const handler = endpoint(evaluateExpression, playground.evaluateExpression);
