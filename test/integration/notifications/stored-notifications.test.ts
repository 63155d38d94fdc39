import { describe, expect, it } from 'vitest';
import type { Principal } from '../../../shared/kernel/base/principal.ts';
import { actOnNotification } from '../../../shared/modules/notifications/notification-service.ts';
import { notify } from '../../../shared/modules/notifications/notify.ts';
import {
  aReader,
  listOf,
  notificationPath,
  notificationsPath,
  notifyReader,
  put,
  titlesOf,
  unreadOf,
  viewFeature,
} from '../../support/builders/notifications.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';

describe('a notification', () => {
  it('accepts one of several parallel actions', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const id = await notifyReader(caller, ada, { actions: [{ id: 'open', label: 'Open' }] });
    const { tenantId, organizationId } = caller;
    const reader: Principal = {
      subject: `user:${ada.user.id}`,
      ...{ tenantId, organizationId, organizationIds: [], features: [], isSuperAdmin: false },
    };
    // In one process all requests read before the first writes.
    const asReader = { scope: { tenantId }, context: { principal: reader, nowMs: Date.now() } };
    const take = () => actOnNotification(asReader, { id, actionId: 'open' });
    const outcomes = await Promise.allSettled([take(), take(), take()]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject(Array(2).fill({ reason: { code: 'notification_actioned' } }));
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

describe('marking all as read', () => {
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

describe('a notification for the holders of a feature', () => {
  it('of the whole tenant is visible in every organization of the tenant', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const stranger = await aTenant();
    const { ids } = await notify(
      {
        scope: { tenantId: north.tenantId, organizationId: null },
        to: { feature: viewFeature },
        type: 'sales.order.overdue',
        severity: 'info',
        title: 'Everywhere',
        source: { module: 'sales' },
      },
      { nowMs: Date.now() },
    );
    const readers: TestCaller[] = [north, south];
    for (const reader of readers) {
      expect(await titlesOf(reader)).toEqual(['Everywhere']);
      expect(await put(reader, ids[0] ?? '', 'read')).toMatchObject({ organizationId: null, status: 'read' });
    }
    expect(await titlesOf(stranger)).toEqual([]);
  });
});
