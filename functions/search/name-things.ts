import { searchSources as sources } from '../../shared/catalog/search-sources.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { nameThings } from '../../shared/modules/search/contract.ts';
import * as search from '../../shared/modules/search/service.ts';

export const handler = endpoint(nameThings, ({ scope, query, context }) =>
  search.nameThings({ scope, sources, context }, query),
);
