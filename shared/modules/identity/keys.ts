/**
 * Keys of tenants and organizations, API keys, roles and users.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Serialize changes of a tenant's tree | DIRECTORY#<tenant> | TREE | treeKey |
 * | List tenants by name | TENANTS | <name>#<tenant> | tenantListingKey |
 * | Read an API key | TENANT#<tenant>#KEY#<key> | KEY | apiKeyKey |
 * | List a tenant's API keys, newest first | TENANT#<tenant>#KEYS | <inverted ms>#<key> | apiKeyListingKey |
 * | Read a role | TENANT#<tenant>#ROLE#<role> | ROLE | roleKey |
 * | List the holders of a role | TENANT#<tenant>#ROLE#<role> | HOLDER#<KEY or USER>#<id> | roleHolderKey |
 * | Reserve the name of a role | TENANT#<tenant>#ROLENAME#<name> | UNIQUE | roleNameKey |
 * | List roles by name | TENANT#<tenant>#ROLES | <name>#<role> | roleListingKey |
 * | List users by e-mail | TENANT#<tenant>#USERS | <email>#<user> | userListingKey |
 * | Find users by e-mail address | EMAIL#<sha256 of the address> | <tenant> | emailKey |
 */

import { comparedName } from '../../kernel/base/compared.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { type Key, newestFirst, tenantListPartition } from '../../kernel/table/keys.ts';

export const tenantListingKey = ({ tenantId }: TenantScope, name: string): Key => ({
  pk: tenantListPartition,
  sk: `${name.toLowerCase()}#${tenantId}`,
});

export const treeKey = ({ tenantId }: TenantScope): Key => ({ pk: `DIRECTORY#${tenantId}`, sk: 'TREE' });

export const organizationsPrefix = 'ORG#';

export const apiKeyKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#KEY#${id}`,
  sk: 'KEY',
});
export const apiKeyListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#KEYS`;
export const apiKeyListingKey = (scope: TenantScope, createdAtMs: number, id: string): Key => ({
  pk: apiKeyListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});

export const roleKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ROLE#${id}`,
  sk: 'ROLE',
});
export const roleHoldersPrefix = 'HOLDER#';
export const roleHolderKey = (scope: TenantScope, roleId: string, kind: 'KEY' | 'USER', id: string): Key => ({
  pk: roleKey(scope, roleId).pk,
  sk: `${roleHoldersPrefix}${kind}#${id}`,
});
export const roleNameKey = ({ tenantId }: TenantScope, name: string): Key => ({
  pk: `TENANT#${tenantId}#ROLENAME#${comparedName(name)}`,
  sk: 'UNIQUE',
});
export const roleListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#ROLES`;
export const roleListingKey = (scope: TenantScope, name: string, id: string): Key => ({
  pk: roleListPartition(scope),
  sk: `${name.toLowerCase()}#${id}`,
});

export const userListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#USERS`;
export const userListingKey = (scope: TenantScope, email: string, id: string): Key => ({
  pk: userListPartition(scope),
  sk: `${email.toLowerCase()}#${id}`,
});
/** Log-in starts with an address and no tenant; the hash keeps addresses out of key metrics and logs. */
export const emailPartition = (emailSha256: string): string => `EMAIL#${emailSha256}`;
export const emailKey = (emailSha256: string, { tenantId }: TenantScope): Key => ({
  pk: emailPartition(emailSha256),
  sk: tenantId,
});
