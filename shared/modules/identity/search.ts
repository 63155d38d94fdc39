/** Users, roles, API keys, organizations and tenants by id and name, users also by e-mail address. */
import { superAdminFeature } from '../../kernel/base/features.ts';
import { namedBy, platformIn, rowNames, type SearchSources, tenantsIn } from '../../kernel/modules/search.ts';
import { organizationKey, tenantKey, tenantListPartition, userKey } from '../../kernel/table/keys.ts';
import {
  apiKeyKey,
  apiKeyListPartition,
  organizationListPartition,
  roleKey,
  roleListPartition,
  userListPartition,
} from './keys.ts';

const userIn = namedBy('name', 'email');

export const searchSources: SearchSources = {
  'auth.user': {
    feature: 'auth.users.view',
    shownTo: 'reach',
    aliases: ['user'],
    keys: (scope, id) => tenantsIn(scope).map((tenant) => userKey(tenant, id)),
    thingIn: (item) => userIn({ ...item, name: item.name ?? item.email }),
    list: rowNames(userListPartition, tenantsIn),
  },
  'auth.role': {
    feature: 'auth.roles.view',
    shownTo: 'all',
    keys: (scope, id) => tenantsIn(scope).map((tenant) => roleKey(tenant, id)),
    thingIn: namedBy('name'),
    list: rowNames(roleListPartition, tenantsIn),
  },
  'api_keys.key': {
    feature: 'api_keys.view',
    shownTo: 'reach',
    aliases: ['api_key'],
    keys: (scope, id) => tenantsIn(scope).map((tenant) => apiKeyKey(tenant, id)),
    thingIn: namedBy('name', 'prefix'),
    list: rowNames(apiKeyListPartition, tenantsIn),
  },
  'directory.organization': {
    feature: 'directory.organizations.view',
    shownTo: 'reach',
    keys: (scope, id) => tenantsIn(scope).map((tenant) => organizationKey(tenant, id)),
    thingIn: (item) => namedBy('name', 'slug')({ ...item, organizationId: item.id }),
    list: rowNames(organizationListPartition, tenantsIn),
  },
  'directory.tenant': {
    // Callers with every other right, `*`, read no tenants either.
    feature: superAdminFeature,
    shownTo: 'all',
    keys: (_, id) => [tenantKey({ tenantId: id })],
    thingIn: namedBy('name'),
    list: rowNames(() => tenantListPartition, platformIn),
  },
};
