/** Names of background work. */
import { namedBy, organizationsIn, type SearchSources } from '../../kernel/modules/search.ts';
import { progressKey } from './keys.ts';

export const searchSources: SearchSources = {
  'progress.job': {
    feature: 'progress.view',
    shownTo: 'selected',
    isFoundById: false,
    keys: (scope, id) => organizationsIn(scope).map((at) => progressKey(at, id)),
    thingIn: namedBy('name', 'status'),
  },
};
