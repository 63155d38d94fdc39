/** Helpers for tests of notifications: readers and their lists. */
import { expect } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import type { Notification } from '../../../shared/modules/notifications/notification-contract.ts';
import { webhookSwitchKey } from '../../../shared/modules/webhooks/keys.ts';
import type { Api, Page } from '../clients/api.ts';
import { aMember, loggedIn } from './roles.ts';
import type { TestCaller } from './tenants.ts';

export const notificationsPath = '/api/notifications';
export const notificationPath = (id: string, verb: string): string => `${notificationsPath}/${id}/${verb}`;
/** The feature of every reader in these tests. */
export const viewFeature = 'notifications.view';

/** The body of a notification, without its recipients. */
export function aNotification(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: 'sales.order.overdue', title: 'Order SO-1001 is overdue', ...overrides };
}

export interface Reader {
  user: UserRow;
  api: Api;
}

/** A user of the caller's organization with a session, who may read notifications and has the given features. */
export async function aReader(
  home: Pick<TestCaller, 'tenantId' | 'organizationId'>,
  features: readonly string[] = [],
): Promise<Reader> {
  const organizations = [home.organizationId];
  const acl = { features: [viewFeature, ...features], isSuperAdmin: false, organizations };
  const user = await aMember(home, [], { acl });
  return { user, api: await loggedIn(user) };
}

/** Notifies the reader over HTTP and returns the id. */
export async function notifyReader(
  { api }: Pick<TestCaller, 'api'>,
  { user }: { user: Pick<UserRow, 'id'> },
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const body = aNotification({ recipientUserId: user.id, ...overrides });
  const answer = await api.post(notificationsPath, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String(answer.body.id);
}

/** Notifies the holders of a feature over HTTP and returns the id. */
export async function notifyHolders(
  { api }: Pick<TestCaller, 'api'>,
  requiredFeature: string,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const body = aNotification({ requiredFeature, ...overrides });
  const answer = await api.post<{ ids: string[] }>(`${notificationsPath}/feature`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.ids[0] ?? '';
}

export type NotificationPage = Page<Notification>;

/** One page of a reader's list; `query` without the question mark. */
export async function listOf({ api }: { api: Api }, query = ''): Promise<NotificationPage> {
  const answer = await api.get<NotificationPage>(`${notificationsPath}?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export async function titlesOf(reader: { api: Api }, query = ''): Promise<string[]> {
  return (await listOf(reader, query)).items.map(({ title }) => title);
}

export async function unreadOf({ api }: { api: Api }): Promise<number> {
  const answer = await api.get<{ unreadCount: number }>(`${notificationsPath}/unread-count`);
  expect(answer.status).toBe(200);
  return answer.body.unreadCount;
}

/** Marks as read, dismisses or restores, and returns the changed notification. */
export async function put({ api }: { api: Api }, id: string, verb: string): Promise<Notification> {
  const answer = await api.put<Notification>(notificationPath(id, verb));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Enables notifications of failed deliveries in the organization. */
export async function wantFailures({ tenantId, organizationId }: RowScope): Promise<void> {
  const key = webhookSwitchKey({ tenantId, organizationId });
  await transact([{ put: toItem(key, 'webhook_switch', { isEnabled: true, notifyOnFailedDelivery: true }) }]);
}
