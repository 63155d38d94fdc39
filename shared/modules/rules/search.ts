/** Rules and rule sets by id, by their own identifier and by name. */
import {
  namedBy,
  organizationsIn,
  rowNames,
  type SearchSources,
  tenantsIn,
} from '../../kernel/modules/search.ts';
import { searchSourceOf } from '../../kernel/resources/search.ts';
import { ruleIdKey, ruleKey, ruleListPartition } from './keys.ts';
import { ruleSets } from './sets/rule-sets.ts';

export const searchSources: SearchSources = {
  'business_rules.rule': {
    feature: 'business_rules.rules.view',
    shownTo: 'selected',
    keys: (scope, id) => organizationsIn(scope).map((at) => ruleKey(at, id)),
    thingIn: namedBy('ruleName', 'ruleId'),
    list: rowNames(ruleListPartition, organizationsIn),
    externalIds: {
      queries: (scope, text) =>
        tenantsIn(scope).map((tenant) => ({ pk: ruleIdKey(tenant, text).pk, organizationId: null, max: 1 })),
      keysIn: ({ id }, scope) => organizationsIn(scope).map((at) => ruleKey(at, String(id))),
    },
  },
  'business_rules.set': searchSourceOf(ruleSets),
};
