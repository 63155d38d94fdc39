/**
 * Keys of notifications.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | A user's or key's own notifications, newest first; read one | TENANT#<tenant>#INBOX#<user:… or api_key:…> | <notification> | inboxKey |
 * | What a reader made of a notification | TENANT#<tenant>#INBOX#<user:… or api_key:…> | <notification>#STATE | readerStateKey |
 * | Notifications for the holders of a feature | TENANT#<tenant>#NOTICES | <organization or TENANT>#<notification> | noticeKey |
 * | Was a notification made for this cause before? | TENANT#<tenant>#NOTIFIED#<cause> | UNIQUE | notifiedKey |
 * | What do addresses get that are no user's? | TENANT#<tenant>#ADDRESSED#<notification> | ADDRESSED | addressedKey |
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import type { Key } from '../../kernel/table/keys.ts';

export const inboxPartition = ({ tenantId }: TenantScope, subject: string): string =>
  `TENANT#${tenantId}#INBOX#${subject}`;
export const inboxKey = (scope: TenantScope, subject: string, notificationId: string): Key => ({
  pk: inboxPartition(scope, subject),
  sk: notificationId,
});
/** Beside the notifications of the reader, so that one Query answers both. */
export const readerStateKey = (scope: TenantScope, subject: string, notificationId: string): Key => ({
  pk: inboxPartition(scope, subject),
  sk: `${notificationId}#STATE`,
});

/** Where a notice counts: one organization, or with null the whole tenant. */
export type NoticeScope = TenantScope & { readonly organizationId: string | null };
export const noticesPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#NOTICES`;
/** Upper case for the whole tenant: no id of an organization is. */
export const noticesPrefix = (organizationId: string | null): string => `${organizationId ?? 'TENANT'}#`;
export const noticeKey = (scope: NoticeScope, notificationId: string): Key => ({
  pk: noticesPartition(scope),
  sk: `${noticesPrefix(scope.organizationId)}${notificationId}`,
});
export const notifiedKey = ({ tenantId }: TenantScope, cause: string): Key => ({
  pk: `TENANT#${tenantId}#NOTIFIED#${cause}`,
  sk: 'UNIQUE',
});
export const addressedKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ADDRESSED#${id}`,
  sk: 'ADDRESSED',
});
