/**
 * Keys of e-mail.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Which users have this e-mail address? | EMAIL#<sha256 of the address> | <tenant> | emailKey |
 * | What mails were sent, newest first; read one | TENANT#<tenant>#MAILS | <inverted ms>#<mail> | mailKey |
 * | What does a mail say? | TENANT#<tenant>#MAIL#<mail> | CONTENT | mailContentKey |
 * | Addresses that get no mails of a tenant | TENANT#<tenant>#MAILSUPPRESSED | <sha256 of the address> | mailSuppressionKey |
 * | Is a tenant's sending paused? | TENANT#<tenant>#MAILSENDING | PAUSE | mailPauseKey |
 * | How many mails did a tenant send on a day? | TENANT#<tenant>#MAILSENDING | DAY#<yyyy-mm-dd> | mailDayKey |
 * | A tenant's settings of e-mail | TENANT#<tenant>#EMAIL | SETTINGS | emailSettingsKey |
 * | What are the links in a tenant's mails signed with? | TENANT#<tenant>#EMAIL | LINKKEY | emailLinkKeyKey |
 * | May an address that is no user's get mails? | TENANT#<tenant>#EMAILCONTACT#<sha256 of the address> | CONTACT | emailContactKey |
 * | What is in a user's next digest? | TENANT#<tenant>#DIGEST#<user>#<due ms> | <notification> | digestEntryKey |
 * | Whose digests are due? per shard | EMAILDUE#<shard> | <due ms>#<tenant>#<user> | digestDueKey |
 * | Which mails of a tenant wait for its limit of the day, oldest first? | TENANT#<tenant>#MAILSDEFERRED | <created ms>#<mail> | deferredMailKey |
 * | Which tenants may send deferred mails? per shard | EMAILDEFERRED#<shard> | <due ms>#<tenant> | deferredDueKey |
 * | A tenant's own texts of mails, by type of notification | TENANT#<tenant>#EMAILTEMPLATES | <type> | emailTemplateKey |
 * | Which e-mails do users want? | TENANT#<tenant>#EMAILPREFERENCES | <user> | emailPreferencesKey |
 * | Who may choose a password by a link? | ACCOUNTTOKEN#<sha256> | TOKEN | accountTokenKey |
 *
 * EMAILDUE, EMAILDEFERRED and ACCOUNTTOKEN are outside of a tenant's partitions: a sweep reads the first two, a link names
 * the other.
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { type Key, newestFirst, type SortKeyRange, shardOfUuid } from '../../kernel/table/keys.ts';

/** The log of a tenant's mails. */
export const mailPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#MAILS`;
export const mailKey = (scope: TenantScope, createdAtMs: number, id: string): Key => ({
  pk: mailPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
export const mailContentKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#MAIL#${id}`,
  sk: 'CONTENT',
});
export const mailSuppressionPartition = ({ tenantId }: TenantScope): string =>
  `TENANT#${tenantId}#MAILSUPPRESSED`;
export const mailSuppressionKey = (scope: TenantScope, addressSha256: string): Key => ({
  pk: mailSuppressionPartition(scope),
  sk: addressSha256,
});
const mailSendingPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#MAILSENDING`;
export const mailPauseKey = (scope: TenantScope): Key => ({ pk: mailSendingPartition(scope), sk: 'PAUSE' });
/** `day` is `yyyy-mm-dd`. */
export const mailDayKey = (scope: TenantScope, day: string): Key => ({
  pk: mailSendingPartition(scope),
  sk: `DAY#${day}`,
});
export const emailSettingsKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#EMAIL`,
  sk: 'SETTINGS',
});
export const emailLinkKeyKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#EMAIL`,
  sk: 'LINKKEY',
});
export const emailContactKey = ({ tenantId }: TenantScope, addressSha256: string): Key => ({
  pk: `TENANT#${tenantId}#EMAILCONTACT#${addressSha256}`,
  sk: 'CONTACT',
});
export const digestPartition = ({ tenantId }: TenantScope, userId: string, dueMs: number): string =>
  `TENANT#${tenantId}#DIGEST#${userId}#${dueMs}`;
export const digestEntryKey = (scope: TenantScope, userId: string, dueMs: number, id: string): Key => ({
  pk: digestPartition(scope, userId, dueMs),
  sk: id,
});
/** May be raised at any time, never lowered: an item is removed where it was found. */
export const digestDueShards = 4;
export const digestDuePartition = (shard: number): string => `EMAILDUE#${shard}`;
export const digestDueKey = ({ tenantId }: TenantScope, userId: string, dueMs: number): Key => ({
  pk: digestDuePartition(shardOfUuid(userId, digestDueShards)),
  sk: `${dueMs}#${tenantId}#${userId}`,
});
/** Items of a shard that are due by then: digests, and releases of deferred mails. */
export const dueRange = (untilMs: number): SortKeyRange => ({ from: '0', to: `${untilMs}#~` });
export const deferredMailPartition = ({ tenantId }: TenantScope): string =>
  `TENANT#${tenantId}#MAILSDEFERRED`;
export const deferredMailKey = (scope: TenantScope, createdAtMs: number, id: string): Key => ({
  pk: deferredMailPartition(scope),
  sk: `${createdAtMs}#${id}`,
});
/** May be raised at any time, never lowered: an item is removed by its tenant's release only. */
export const deferredDueShards = 4;
export const deferredDuePartition = (shard: number): string => `EMAILDEFERRED#${shard}`;
export const deferredDueKey = ({ tenantId }: TenantScope, dueMs: number): Key => ({
  pk: deferredDuePartition(shardOfUuid(tenantId, deferredDueShards)),
  sk: `${dueMs}#${tenantId}`,
});
export const emailTemplatePartition = ({ tenantId }: TenantScope): string =>
  `TENANT#${tenantId}#EMAILTEMPLATES`;
export const emailTemplateKey = (scope: TenantScope, type: string): Key => ({
  pk: emailTemplatePartition(scope),
  sk: type,
});
export const emailPreferencesPartition = ({ tenantId }: TenantScope): string =>
  `TENANT#${tenantId}#EMAILPREFERENCES`;
export const emailPreferencesKey = (scope: TenantScope, userId: string): Key => ({
  pk: emailPreferencesPartition(scope),
  sk: userId,
});

export const accountTokenKey = (tokenSha256: string): Key => ({
  pk: `ACCOUNTTOKEN#${tokenSha256}`,
  sk: 'TOKEN',
});
