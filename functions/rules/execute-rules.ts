import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { executeRules } from '../../shared/modules/rules/execution/execution-contract.ts';
import * as execution from '../../shared/modules/rules/execution/execution-service.ts';

export const handler = endpoint(executeRules, execution.executeRules);
