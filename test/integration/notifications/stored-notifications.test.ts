import { describe, expect, it } from 'vitest';
import { notify } from '../../../shared/modules/notifications/notify.ts';
import {
  aNotification,
  aReader,
  listOf,
  notificationPath,
  notificationsPath,
  put,
  titlesOf,
  unreadOf,
  viewFeature,
} from '../../support/builders/notifications.ts';
import { aMember, loggedIn } from '../../support/builders/roles.ts';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';

const said = (
  { tenantId, organizationId }: { tenantId: string; organizationId: string | null },
  title: string,
) => ({
  ...{ scope: { tenantId, organizationId }, type: 'sales.order.overdue', title },
  ...{ severity: 'info' as const, source: { module: 'sales' } },
});

describe('a notification', () => {
  it('is not visible after it expires', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const expired = await notify(
      { ...said(caller, 'Long ago'), to: { userId: ada.user.id }, expiresInHours: 1 },
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
    const ada = await aReader(caller);
    const to = { userId: ada.user.id };
    const made = Array.from({ length: 110 }, (_, n) =>
      notify({ ...said(caller, `${n}`), to }, { nowMs: Date.now() }),
    );
    await Promise.all(made);
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
    const everywhere = said({ tenantId: north.tenantId, organizationId: null }, 'Everywhere');
    const { ids } = await notify({ ...everywhere, to: { feature: viewFeature } }, { nowMs: Date.now() });
    for (const reader of [north, south]) {
      expect(await titlesOf(reader)).toEqual(['Everywhere']);
      expect(await put(reader, ids[0] ?? '', 'read')).toMatchObject({ organizationId: null, status: 'read' });
    }
    expect(await titlesOf(stranger)).toEqual([]);
  });

  it('of a sender without a home, who may not select every organization, needs a selected one', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const organizations = [north.organizationId];
    const acl = { features: ['notifications.create'], isSuperAdmin: false, organizations };
    const api = await loggedIn(await aMember(north, [], { organizationId: null, acl }));
    const send = (scope: object) =>
      api.post(`${notificationsPath}/feature`, {
        body: aNotification({ requiredFeature: viewFeature, title: 'For all', ...scope }),
      });
    const unselected = await send({});
    expect(unselected).toMatchObject({ status: 400, body: { code: 'scope_required' } });
    expect((await send({ organizationId: north.organizationId })).status).toBe(201);
    expect([await titlesOf(north), await titlesOf(south)]).toEqual([['For all'], []]);
  });
});
