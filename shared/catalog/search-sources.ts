/** How things of all modules, and rows of a team's own resources, are found and named, by kind. */
import { platformResources } from '../extensions/resources.ts';
import type { SearchSources } from '../kernel/modules/search.ts';
import { searchSourceOf } from '../kernel/resources/search.ts';
import { moduleSearchSources } from './module-search.ts';

export const searchSources: SearchSources = {
  ...moduleSearchSources,
  ...Object.fromEntries(platformResources.map((resource) => [resource.name, searchSourceOf(resource)])),
};
