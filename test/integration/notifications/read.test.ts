import { describe, expect, it } from 'vitest';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { takeAction } from '../../../shared/modules/notifications/notification-service.ts';
import { notify } from '../../../shared/modules/notifications/notify.ts';
import {
  aReader,
  listOf,
  notificationPath,
  notificationsPath,
  notifyHolders,
  notifyReader,
  put,
  titlesOf,
  unreadOf,
  viewFeature,
} from '../../support/builders/notifications.ts';
import { aTenant } from '../../support/builders/tenants.ts';

const full = {
  type: 'sales.order.overdue',
  severity: 'warning',
  title: 'Order SO-1001 is overdue',
  body: 'It should have left on Monday.',
  titleKey: 'overdue.title',
  bodyKey: 'overdue.body',
  titleVariables: { order: 'SO-1001', days: 3 },
  bodyVariables: { share: 0.25 },
  icon: 'truck',
  actions: [{ id: 'open', label: 'Open', labelKey: 'open', icon: 'eye', href: '/orders/SO-1001?tab=1#top' }],
  primaryActionId: 'open',
  sourceModule: 'sales',
  sourceEntityType: 'sales.order',
  sourceEntityId: 'SO-1001',
  linkHref: '/orders/SO-1001',
  groupKey: null,
};

describe('a notification', () => {
  it('is returned to its reader with all given fields, unread', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const id = await notifyReader(caller, ada, full);
    const { items, total } = await listOf(ada);
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        ...full,
        id,
        status: 'unread',
        occurrences: 1,
        requiredFeature: null,
        organizationId: caller.organizationId,
        createdAt: expect.any(String),
        firstOccurredAt: items[0]?.createdAt,
        expiresAt: expect.any(String),
        readAt: null,
        actionedAt: null,
        dismissedAt: null,
        actionTaken: null,
        version: expect.any(Number),
      },
    ]);
    const lives = Date.parse(items[0]?.expiresAt ?? '') - Date.parse(items[0]?.createdAt ?? '');
    expect(lives).toBe(168 * 3_600_000);
    expect(await unreadOf(ada)).toBe(1);
  });

  it('has the documented defaults, and the key of its title if it has no text', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    await notifyReader(caller, ada, { title: undefined, titleKey: 'overdue.title' });
    const [item] = (await listOf(ada)).items;
    expect(item).toMatchObject({
      title: 'overdue.title',
      titleKey: 'overdue.title',
      severity: 'info',
      body: null,
      actions: [],
      linkHref: null,
      sourceModule: null,
    });
  });

  it('is read, dismissed and restored, and the count follows', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const id = await notifyReader(caller, ada);
    const other = await notifyReader(caller, ada, { title: 'Another' });
    expect(await put(ada, id, 'read')).toMatchObject({ id, status: 'read', readAt: expect.any(String) });
    expect(await unreadOf(ada)).toBe(1);
    const dismissed = await put(ada, id, 'dismiss');
    expect(dismissed).toMatchObject({ status: 'dismissed', dismissedAt: expect.any(String) });
    expect(await titlesOf(ada)).toEqual(['Another']);
    expect((await listOf(ada, 'status=dismissed')).items).toMatchObject([{ id }]);
    expect(await put(ada, id, 'restore')).toMatchObject({ status: 'read', dismissedAt: null });
    await put(ada, other, 'dismiss');
    expect(await unreadOf(ada)).toBe(0);
    expect(await put(ada, other, 'restore')).toMatchObject({ status: 'unread', readAt: null });
    expect(await unreadOf(ada)).toBe(1);
  });

  it('stays unchanged when it is read or dismissed again', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const id = await notifyReader(caller, ada);
    const first = await put(ada, id, 'read');
    expect(await put(ada, id, 'read')).toEqual(first);
    const gone = await put(ada, id, 'dismiss');
    expect(await put(ada, id, 'dismiss')).toEqual(gone);
    expect(await put(ada, id, 'read')).toEqual(gone);
  });

  it('accepts one of its actions, once', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const id = await notifyReader(caller, ada, full);
    const take = (actionId: string) => ada.api.post(notificationPath(id, 'action'), { body: { actionId } });
    expect((await take('close')).body).toMatchObject({
      details: [{ field: 'actionId', message: 'must be the id of one of the actions' }],
    });
    expect((await take('open')).body).toEqual({
      ok: true,
      result: { actionId: 'open', status: 'actioned', actionedAt: expect.any(String) },
      href: '/orders/SO-1001?tab=1#top',
    });
    expect(await take('open')).toMatchObject({ status: 409, body: { code: 'notification_actioned' } });
    expect((await listOf(ada, 'status=actioned')).items).toMatchObject([{ actionTaken: 'open' }]);
    expect(await unreadOf(ada)).toBe(0);
  });

  it('accepts one of several parallel actions', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const id = await notifyReader(caller, ada, full);
    const { tenantId, organizationId } = caller;
    const reader: Principal = {
      subject: `user:${ada.user.id}`,
      ...{ tenantId, organizationId, organizationIds: [], features: [], isSuperAdmin: false },
    };
    // In one process all requests read before the first writes.
    const at = { ifMatch: undefined, nowMs: Date.now() };
    const take = () => takeAction({ tenantId }, reader, id, { actionId: 'open' }, at);
    const outcomes = await Promise.allSettled([take(), take(), take()]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject(Array(2).fill({ reason: { code: 'notification_actioned' } }));
  });

  it('returns its own link if the action has none', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const actions = [{ id: 'done', label: 'Done' }];
    const id = await notifyReader(caller, ada, { actions, linkHref: '/orders' });
    const { body } = await ada.api.post(notificationPath(id, 'action'), { body: { actionId: 'done' } });
    expect(body).toMatchObject({ href: '/orders' });
  });

  it('is not visible after it expires', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const { tenantId, organizationId } = caller;
    const expired = await notify(
      {
        scope: { tenantId, organizationId },
        to: { userId: ada.user.id },
        type: 'sales.order.overdue',
        severity: 'info',
        title: 'Long ago',
        source: { module: 'sales' },
        expiresInHours: 1,
      },
      { nowMs: Date.now() - 3_600_001 },
    );
    const [id = ''] = expired.ids;
    expect(await listOf(ada)).toMatchObject({ items: [], total: 0 });
    expect(await unreadOf(ada)).toBe(0);
    for (const verb of ['read', 'dismiss', 'restore'])
      expect((await ada.api.put(notificationPath(id, verb))).status).toBe(404);
  });
});

describe('the list', () => {
  it('lists the newest first, in pages, with the exact total', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    for (let n = 1; n <= 5; n++) await notifyReader(caller, ada, { title: `${n}` });
    await notifyHolders(caller, viewFeature, { title: '6' });
    expect(await titlesOf(ada)).toEqual(['6', '5', '4', '3', '2', '1']);
    const page = await listOf(ada, 'page=2&pageSize=4');
    expect(page).toMatchObject({ total: 6, page: 2, pageSize: 4, totalPages: 2 });
    expect(page.items.map(({ title }) => title)).toEqual(['2', '1']);
    expect(await listOf(ada, 'page=9')).toMatchObject({ items: [], total: 6, pageSize: 50 });
  });

  it('is filtered by status, type, severity, source and time', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const source = { sourceEntityType: 'sales.order', sourceEntityId: 'SO-1' };
    const read = await notifyReader(caller, ada, { title: 'read', severity: 'error', ...source });
    await put(ada, read, 'read');
    const dismissed = await notifyReader(caller, ada, { title: 'dismissed', type: 'a.b' });
    await put(ada, dismissed, 'dismiss');
    await notifyReader(caller, ada, { title: 'unread', severity: 'success' });
    const { items } = await listOf(ada);
    const since = items[0]?.createdAt ?? '';
    const table: [string, string[]][] = [
      ['', ['unread', 'read']],
      ['status=unread', ['unread']],
      ['status=read,dismissed', ['dismissed', 'read']],
      ['type=a.b', []],
      ['type=a.b&status=dismissed', ['dismissed']],
      ['severity=error', ['read']],
      ['sourceEntityType=sales.order', ['read']],
      ['sourceEntityId=SO-1', ['read']],
      ['sourceEntityId=SO-2', []],
      [`since=${since}`, ['unread']],
      ['since=2026-01-01', ['unread', 'read']],
    ];
    for (const [query, titles] of table) expect(await titlesOf(ada, query), query).toEqual(titles);
  });

  it.each([
    ['status=open', 'status[0]'],
    ['severity=fatal', 'severity'],
    ['since=yesterday', 'since'],
    ['pageSize=201', 'pageSize'],
    ['page=0', 'page'],
  ])('refuses %s', async (query, field) => {
    const { api } = await aTenant();
    const { status, body } = await api.get(`${notificationsPath}?${query}`);
    expect(status).toBe(400);
    expect(body.details).toContainEqual(expect.objectContaining({ field }));
  });
});

describe('marking all as read', () => {
  it('returns the number of unread ones, and keeps others unchanged', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const bob = await aReader(caller);
    const ids = [
      await notifyReader(caller, ada),
      await notifyReader(caller, ada),
      await notifyReader(caller, ada),
    ];
    await put(ada, ids[0] ?? '', 'dismiss');
    await notifyHolders(caller, viewFeature);
    const answer = await ada.api.put(`${notificationsPath}/mark-all-read`);
    expect(answer.body).toEqual({ ok: true, count: 3 });
    expect(await unreadOf(ada)).toBe(0);
    expect(await unreadOf(bob)).toBe(1);
    expect((await listOf(ada, 'status=dismissed')).total).toBe(1);
    expect((await ada.api.put(`${notificationsPath}/mark-all-read`)).body).toEqual({ ok: true, count: 0 });
  });

  it('marks more than fit into one transaction', async () => {
    const caller = await aTenant();
    const { tenantId, organizationId } = caller;
    const ada = await aReader(caller);
    const nowMs = Date.now();
    await Promise.all(
      Array.from({ length: 110 }, (_, n) =>
        notify(
          {
            scope: { tenantId, organizationId },
            to: { userId: ada.user.id },
            type: 'sales.order.overdue',
            severity: 'info',
            title: `${n}`,
            source: { module: 'sales' },
          },
          { nowMs },
        ),
      ),
    );
    expect(await unreadOf(ada)).toBe(110);
    expect((await ada.api.put(`${notificationsPath}/mark-all-read`)).body).toEqual({ ok: true, count: 110 });
    expect(await unreadOf(ada)).toBe(0);
  });
});
