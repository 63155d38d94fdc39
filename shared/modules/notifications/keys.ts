/**
 * Keys of notifications.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Inbox of a user or API key, newest first; one notification | TENANT#<tenant>#INBOX#<user:… or api_key:…> | <notification> | inboxKey |
 * | State of a reader for a notification | TENANT#<tenant>#INBOX#<user:… or api_key:…> | <notification>#STATE | readerStateKey |
 * | Notifications for the holders of a feature | TENANT#<tenant>#NOTICES | <organization or TENANT>#<notification> | featureNotificationKey |
 * | Whether a notification was created for this cause before | TENANT#<tenant>#NOTIFIED#<cause> | UNIQUE | notifiedKey |
 * | Notification to e-mail addresses without a user account | TENANT#<tenant>#ADDRESSED#<notification> | ADDRESSED | addressedKey |
 */
import type { TenantScope } from '../../kernel/base/principal.ts';
import type { Key } from '../../kernel/table/keys.ts';

export const inboxPartition = ({ tenantId }: TenantScope, subject: string): string =>
  `TENANT#${tenantId}#INBOX#${subject}`;
export const inboxKey = (scope: TenantScope, subject: string, notificationId: string): Key => ({
  pk: inboxPartition(scope, subject),
  sk: notificationId,
});
/** Stored beside the notifications of the reader, so that one Query returns both. */
export const readerStateKey = (scope: TenantScope, subject: string, notificationId: string): Key => ({
  pk: inboxPartition(scope, subject),
  sk: `${notificationId}#STATE`,
});

/** The organization of a notification; null for the whole tenant. */
export type NotificationScope = TenantScope & { readonly organizationId: string | null };
export const featureNotificationsPartition = ({ tenantId }: TenantScope): string =>
  `TENANT#${tenantId}#NOTICES`;
/** The prefix for the whole tenant is in upper case, which no organization id contains. */
export const featureNotificationsPrefix = (organizationId: string | null): string =>
  `${organizationId ?? 'TENANT'}#`;
export const featureNotificationKey = (scope: NotificationScope, notificationId: string): Key => ({
  pk: featureNotificationsPartition(scope),
  sk: `${featureNotificationsPrefix(scope.organizationId)}${notificationId}`,
});
export const notifiedKey = ({ tenantId }: TenantScope, cause: string): Key => ({
  pk: `TENANT#${tenantId}#NOTIFIED#${cause}`,
  sk: 'UNIQUE',
});
export const addressedKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ADDRESSED#${id}`,
  sk: 'ADDRESSED',
});
