import { searchSources } from '../../shared/catalog/search-sources.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { searchThings } from '../../shared/modules/search/contract.ts';
import * as search from '../../shared/modules/search/service.ts';

export const handler = endpoint(searchThings, search.searchThings(searchSources));
