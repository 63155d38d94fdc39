import { endpoint } from '../../shared/http/endpoint.ts';
import { listSets } from '../../shared/rules/contract.ts';
import * as sets from '../../shared/rules/set-service.ts';

export const handler = endpoint(listSets, ({ scope, query }) => sets.listSets(scope, query));
