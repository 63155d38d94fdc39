/** Sync runs by id; saved mappings are named. */
import { namedBy, organizationsIn, type SearchSources, tenantsIn } from '../../kernel/modules/search.ts';
import { resourceKey } from '../../kernel/resources/keys.ts';
import type { Item } from '../../kernel/table/read.ts';
import { syncRunKey } from './keys.ts';

const thingIn = namedBy('subject', 'status');
const subjectIn = (item: Item) =>
  thingIn({ ...item, subject: `${String(item.integrationId)}: ${String(item.entityType)}` });

export const searchSources: SearchSources = {
  'data_sync.run': {
    feature: 'data_sync.view',
    shownTo: 'selected',
    keys: (scope, id) => tenantsIn(scope).map((tenant) => syncRunKey(tenant, id)),
    thingIn: subjectIn,
  },
  'data_sync.mapping': {
    feature: 'data_sync.configure',
    shownTo: 'selected',
    isFoundById: false,
    keys: (scope, id) => organizationsIn(scope).map((at) => resourceKey('data_sync.mapping', at, id)),
    thingIn: subjectIn,
  },
};
