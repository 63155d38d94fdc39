/** Toggles by id, and by the beginning of their identifier or name. */
import { namedBy, platformIn, rowNames, type SearchSources } from '../../kernel/modules/search.ts';
import { toggleKey, toggleListPartition } from './keys.ts';

export const searchSources: SearchSources = {
  'feature_toggles.toggle': {
    feature: 'feature_toggles.view',
    shownTo: 'all',
    keys: (_, id) => [toggleKey(id)],
    thingIn: namedBy('name', 'identifier'),
    list: rowNames(() => toggleListPartition, platformIn),
  },
};
