/**
 * Every key of the single table. No other file writes a `#`.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Authenticate a key and count it | KEY#<sha256> | KEY | callerKey |
 * | Read a tenant | DIRECTORY#<tenant> | TENANT | tenantKey |
 * | Read an organization / list a tenant's | DIRECTORY#<tenant> | ORG#<organization> | organizationKey |
 * | List every tenant (admin tool) | TENANTS | <tenant> | tenantEntryKey |
 * | Read an API key | TENANT#<tenant>#KEY#<key> | KEY | apiKeyKey |
 * | List a tenant's API keys, newest first | TENANT#<tenant>#KEYS | <inverted ms>#<key> | apiKeyListingKey |
 * | Read a role | TENANT#<tenant>#ROLE#<role> | ROLE | roleKey |
 * | Who holds a role? | TENANT#<tenant>#ROLE#<role> | HOLDER#<KEY or USER>#<id> | roleHolderKey |
 * | Is a role's name taken? | TENANT#<tenant>#ROLENAME#<name> | UNIQUE | roleNameKey |
 * | List roles by name | TENANT#<tenant>#ROLES | <name>#<role> | roleListingKey |
 * | Read a user | TENANT#<tenant>#USER#<user> | USER | userKey |
 * | A user's sessions | TENANT#<tenant>#USER#<user> | SESSION#<sha256> | userSessionKey |
 * | List users by e-mail | TENANT#<tenant>#USERS | <email>#<user> | userListingKey |
 * | Which users have this e-mail address? | EMAIL#<sha256 of the address> | <tenant> | emailKey |
 * | Read a rule | TENANT#<tenant>#ORG#<organization> | RULE#<rule> | ruleKey |
 * | Is a ruleId taken in the tenant? | TENANT#<tenant>#RULEID#<ruleId> | UNIQUE | ruleIdKey |
 * | List rules by priority, filter, search | TENANT#<tenant>#ORG#<organization>#RULES | <order>#<ruleId> | ruleListingKey |
 * | Count the rows of a list exactly | <list partition>#COUNT#<shard> | COUNT | counterKey |
 *
 * | An event waiting to be published / left over, per shard | OUTBOX#<shard> | <ms>#<event> | outboxKey |
 * | Who changed what, newest first | TENANT#<tenant>#AUDIT | <inverted ms>#<id> | auditKey |
 * | Authenticate a session | SESSION#<sha256> | SESSION | sessionKey |
 *
 * Locators are the only items outside a tenant's partitions: KEY, SESSION, EMAIL and TENANTS. OUTBOX items name
 * their tenant and live for moments.
 */
import type { Scope, TenantScope } from '../identity/principal.ts';

export interface Key {
  pk: string;
  sk: string;
}

/** Where one row lives: its tenant and its one organization. */
export type RowScope = Pick<Scope, 'tenantId' | 'organizationId'>;

/** Milliseconds as text that sorts newest first. */
const newestFirst = (ms: number): string => String(9_999_999_999_999 - ms).padStart(13, '0');

export const callerKey = (secretSha256: string): Key => ({ pk: `KEY#${secretSha256}`, sk: 'KEY' });

export const tenantKey = ({ tenantId }: TenantScope): Key => ({ pk: `DIRECTORY#${tenantId}`, sk: 'TENANT' });

export const tenantEntryKey = ({ tenantId }: TenantScope): Key => ({ pk: 'TENANTS', sk: tenantId });
export const tenantEntriesPartition = 'TENANTS';

export const organizationKey = ({ tenantId }: TenantScope, organizationId: string): Key => ({
  pk: `DIRECTORY#${tenantId}`,
  sk: `ORG#${organizationId}`,
});
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
  pk: `TENANT#${tenantId}#ROLENAME#${name.toLowerCase()}`,
  sk: 'UNIQUE',
});
export const roleListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#ROLES`;
export const roleListingKey = (scope: TenantScope, name: string, id: string): Key => ({
  pk: roleListPartition(scope),
  sk: `${name.toLowerCase()}#${id}`,
});

export const userKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#USER#${id}`,
  sk: 'USER',
});
export const userSessionsPrefix = 'SESSION#';
export const userSessionKey = (scope: TenantScope, userId: string, sessionSha256: string): Key => ({
  pk: userKey(scope, userId).pk,
  sk: `${userSessionsPrefix}${sessionSha256}`,
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

export const ruleKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `RULE#${id}`,
});

export const ruleIdKey = ({ tenantId }: TenantScope, ruleId: string): Key => ({
  pk: `TENANT#${tenantId}#RULEID#${ruleId}`,
  sk: 'UNIQUE',
});

export const ruleListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#RULES`;

/** Sorts by priority, highest first, then by ruleId: the default order of the list needs no sorting at all. */
export const ruleListingKey = (scope: RowScope, priority: number, ruleId: string): Key => ({
  pk: ruleListPartition(scope),
  sk: `${String(9999 - priority).padStart(4, '0')}#${ruleId}`,
});

export const counterKey = (listPartition: string, shard: number): Key => ({
  pk: `${listPartition}#COUNT#${shard}`,
  sk: 'COUNT',
});

/** Enough shards that no tenant's burst of events meets one partition's 1 000 writes per second. */
export const outboxShards = 16;
export const outboxPartition = (shard: number): string => `OUTBOX#${shard}`;
export const outboxKey = (eventId: string, occurredAtMs: number): Key => ({
  pk: outboxPartition(Number.parseInt(eventId.slice(0, 2), 16) % outboxShards),
  sk: `${occurredAtMs}#${eventId}`,
});

export const auditPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#AUDIT`;
export const auditKey = (scope: TenantScope, atMs: number, id: string): Key => ({
  pk: auditPartition(scope),
  sk: `${newestFirst(atMs)}#${id}`,
});

export const sessionKey = (sessionSha256: string): Key => ({ pk: `SESSION#${sessionSha256}`, sk: 'SESSION' });
