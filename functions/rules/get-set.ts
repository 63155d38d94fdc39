import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getSet } from '../../shared/modules/rules/sets/set-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(getSet, sets.getSet);
