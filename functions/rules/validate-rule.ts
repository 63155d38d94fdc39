import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { validateRule } from '../../shared/modules/rules/authoring/authoring-contract.ts';
import * as authoring from '../../shared/modules/rules/authoring/authoring-service.ts';

export const handler = endpoint(validateRule, authoring.validateRule);
