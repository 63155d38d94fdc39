/** Toggles by id, and by the beginning of their identifier. */
import { listedBy, namedBy, type SearchSources } from '../../kernel/modules/search.ts';
import { toggleKey, toggleListPartition } from './keys.ts';

export const searchSources: SearchSources = {
  'feature_toggles.toggle': {
    feature: 'feature_toggles.view',
    shownTo: 'all',
    keys: (_, id) => [toggleKey(id)],
    thingIn: namedBy('name', 'identifier'),
    list: {
      queries: (_, text) => [
        // An identifier has neither upper-case letters nor the character before the segments of the partition.
        { pk: toggleListPartition, skPrefix: text.toLowerCase(), organizationId: null, max: 4 },
      ],
      thingIn: listedBy('n', 'i'),
    },
  },
};
