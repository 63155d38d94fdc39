import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listSets } from '../../shared/modules/rules/sets/set-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(listSets, ({ scope, query }) => sets.listSets(scope, query));
