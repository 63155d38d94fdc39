import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { updateSet } from '../../shared/modules/rules/sets/set-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(updateSet, sets.updateSet);
