/** Users, roles, API keys, organizations and tenants by id; users by e-mail address, roles and tenants by name. */
import { superAdminFeature } from '../../kernel/base/features.ts';
import {
  listedBy,
  namedBy,
  namesThatBegin,
  type SearchSources,
  tenantsIn,
} from '../../kernel/modules/search.ts';
import { organizationKey, tenantKey, tenantListPartition, userKey } from '../../kernel/table/keys.ts';
import { apiKeyKey, roleKey, roleListPartition, userListPartition } from './keys.ts';

/** Names of a sorted list that begin with the text; names are parts of its keys in lower case. */
const maxListed = 4;

const userIn = namedBy('name', 'email');
const listedUserIn = namedBy('n', 'e');

export const searchSources: SearchSources = {
  'auth.user': {
    feature: 'auth.users.view',
    shownTo: 'reach',
    aliases: ['user'],
    keys: (scope, id) => tenantsIn(scope).map((tenant) => userKey(tenant, id)),
    thingIn: (item) => userIn({ ...item, name: item.name ?? item.email }),
    list: {
      queries: namesThatBegin(userListPartition, maxListed),
      thingIn: (item) => listedUserIn({ ...item, n: item.n ?? item.e, organizationId: item.o }),
    },
  },
  'auth.role': {
    feature: 'auth.roles.view',
    shownTo: 'all',
    keys: (scope, id) => tenantsIn(scope).map((tenant) => roleKey(tenant, id)),
    thingIn: namedBy('name'),
    list: {
      queries: namesThatBegin(roleListPartition, maxListed),
      thingIn: listedBy('n'),
    },
  },
  'api_keys.key': {
    feature: 'api_keys.view',
    shownTo: 'reach',
    aliases: ['api_key'],
    keys: (scope, id) => tenantsIn(scope).map((tenant) => apiKeyKey(tenant, id)),
    thingIn: namedBy('name', 'prefix'),
  },
  'directory.organization': {
    feature: 'directory.organizations.view',
    shownTo: 'reach',
    keys: (scope, id) => tenantsIn(scope).map((tenant) => organizationKey(tenant, id)),
    thingIn: (item) => namedBy('name', 'slug')({ ...item, organizationId: item.id }),
  },
  'directory.tenant': {
    // Callers with every other right, `*`, read no tenants either.
    feature: superAdminFeature,
    shownTo: 'all',
    keys: (_, id) => [tenantKey({ tenantId: id })],
    thingIn: namedBy('name'),
    list: {
      queries: (_, text) => [
        { pk: tenantListPartition, skPrefix: text.toLowerCase(), organizationId: null, max: maxListed },
      ],
      thingIn: listedBy('n'),
    },
  },
};
