/**
 * Keys of e-mail.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Users with an e-mail address | EMAIL#<sha256 of the address> | <tenant> | emailKey |
 * | Log of mails, newest first; one mail | TENANT#<tenant>#MAILS | <inverted ms>#<mail> | mailKey |
 * | Content of a mail | TENANT#<tenant>#MAIL#<mail> | CONTENT | mailContentKey |
 * | Suppressed addresses of a tenant | TENANT#<tenant>#MAILSUPPRESSED | <sha256 of the address> | mailSuppressionKey |
 * | Pause of a tenant's sending | TENANT#<tenant>#MAILSENDING | PAUSE | mailPauseKey |
 * | Mail counts of a tenant on one day | TENANT#<tenant>#MAILSENDING | DAY#<yyyy-mm-dd> | mailDayKey |
 * | Mail settings of a tenant | TENANT#<tenant>#EMAIL | SETTINGS | emailSettingsKey |
 * | Signing key of the links in a tenant's mails | TENANT#<tenant>#EMAIL | LINKKEY | emailLinkKeyKey |
 * | State of an address without a user account | TENANT#<tenant>#EMAILCONTACT#<sha256 of the address> | CONTACT | emailContactKey |
 * | Notifications in a user's next digest | TENANT#<tenant>#DIGEST#<user>#<due ms> | <notification> | digestEntryKey |
 * | Due digests, per shard | EMAILDUE#<shard> | <due ms>#<tenant>#<user> | digestDueKey |
 * | Deferred mails of a tenant, oldest first | TENANT#<tenant>#MAILSDEFERRED | <created ms>#<mail> | deferredMailKey |
 * | Due releases of deferred mails, per shard | EMAILDEFERRED#<shard> | <due ms>#<tenant> | deferredDueKey |
 * | Mail templates of a tenant, by notification type | TENANT#<tenant>#EMAILTEMPLATES | <type> | emailTemplateKey |
 * | Mail preferences of users | TENANT#<tenant>#EMAILPREFERENCES | <user> | emailPreferencesKey |
 * | Token of a password link | ACCOUNTTOKEN#<sha256> | TOKEN | accountTokenKey |
 *
 * EMAILDUE, EMAILDEFERRED and ACCOUNTTOKEN do not belong to a tenant's partitions: a sweep reads the first two, and a link
 * contains only the token.
 */
import type { TenantScope } from '../../kernel/base/principal.ts';
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
/** May be raised at any time but never lowered, as items are removed from the shard in which they were found. */
export const digestDueShards = 4;
export const digestDuePartition = (shard: number): string => `EMAILDUE#${shard}`;
export const digestDueKey = ({ tenantId }: TenantScope, userId: string, dueMs: number): Key => ({
  pk: digestDuePartition(shardOfUuid(userId, digestDueShards)),
  sk: `${dueMs}#${tenantId}#${userId}`,
});
/** The range of due items in a shard: digests or releases of deferred mails. */
export const dueRange = (untilMs: number): SortKeyRange => ({ from: '0', to: `${untilMs}#~` });
export const deferredMailPartition = ({ tenantId }: TenantScope): string =>
  `TENANT#${tenantId}#MAILSDEFERRED`;
export const deferredMailKey = (scope: TenantScope, createdAtMs: number, id: string): Key => ({
  pk: deferredMailPartition(scope),
  sk: `${createdAtMs}#${id}`,
});
/** May be raised at any time but never lowered, as only the release of a tenant removes its items. */
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
