import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { executeSet } from '../../shared/modules/rules/sets/set-execution-contract.ts';
import * as execution from '../../shared/modules/rules/sets/set-execution-service.ts';

export const handler = endpoint(executeSet, execution.executeSet);
