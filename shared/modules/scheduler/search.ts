/** Scheduled jobs by id and by name. */
import {
  everywhereIn,
  namedBy,
  rowNames,
  type SearchSources,
  tenantsIn,
} from '../../kernel/modules/search.ts';
import { jobKey, jobListPartition } from './keys.ts';

export const searchSources: SearchSources = {
  'scheduler.job': {
    feature: 'scheduler.jobs.view',
    shownTo: 'selected',
    keys: (scope, id) => tenantsIn(scope).map((tenant) => jobKey(tenant, id)),
    thingIn: namedBy('name', 'targetCommand'),
    list: rowNames(jobListPartition, everywhereIn),
  },
};
