/** Notifications of others cannot be seen, counted or changed. */
import { describe, expect, it } from 'vitest';
import { notify } from '../../../shared/modules/notifications/notify.ts';
import {
  aNotification,
  aReader,
  listOf,
  notificationPath,
  notificationsPath,
  notifyHolders,
  notifyReader,
  put,
  type Reader,
  titlesOf,
  unreadOf,
  viewFeature,
} from '../../support/builders/notifications.ts';
import { aMember, aRole, loggedIn } from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

/** Every change of one notification. */
const changes = async ({ api }: Pick<Reader, 'api'>, id: string) =>
  Promise.all([
    ...['read', 'dismiss', 'restore'].map((verb) => api.put(notificationPath(id, verb))),
    api.post(notificationPath(id, 'action'), { body: { actionId: 'open' } }),
  ]);

async function expectUnknown(reader: Pick<Reader, 'api'>, id: string): Promise<void> {
  const tried = await changes(reader, id);
  const unknown = await changes(reader, unknownId);
  expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(tried.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body));
}

describe('a notification of one user', () => {
  it('is unknown to other users, keys and tenants, and stays unchanged', async () => {
    const [caller, stranger] = [await aTenant(), await aTenant()];
    const [ada, bob] = [await aReader(caller, ['*']), await aReader(caller, ['*'])];
    const foreign = await aReader(stranger, ['*']);
    const superAdmin = await aKey({ ...stranger, isSuperAdmin: true });
    const id = await notifyReader(caller, ada, { actions: [{ id: 'open', label: 'Open' }] });
    for (const other of [bob, foreign, caller, stranger, superAdmin]) {
      await expectUnknown(other, id);
      expect((await listOf(other)).total).toBe(0);
      expect(await unreadOf(other)).toBe(0);
      await other.api.put(`${notificationsPath}/mark-all-read`);
    }
    const inTenant = `?tenantId=${caller.tenantId}`;
    expect((await superAdmin.api.put(`${notificationPath(id, 'read')}${inTenant}`)).status).toBe(404);
    expect((await listOf(ada)).items).toMatchObject([{ id, status: 'unread' }]);
  });

  it('is visible to its user in every organization', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const acl = { features: [viewFeature], isSuperAdmin: false, organizations: null };
    const user = await aMember(north, [], { acl });
    const ada = { user, api: await loggedIn(user) };
    await notifyReader(north, ada);
    expect((await listOf(ada, `organizationId=${south.organizationId}`)).total).toBe(1);
  });

  it('cannot be created for a user of another tenant', async () => {
    const [caller, stranger] = [await aTenant(), await aTenant()];
    const foreign = await aReader(stranger);
    const body = { recipientUserId: foreign.user.id };
    const known = await caller.api.post(notificationsPath, { body: aNotification(body) });
    const unknown = await caller.api.post(notificationsPath, {
      body: aNotification({ recipientUserId: unknownId }),
    });
    expect([known.status, known.body]).toEqual([404, unknown.body]);
    const batch = aNotification({ recipientUserIds: [foreign.user.id] });
    expect((await caller.api.post(`${notificationsPath}/batch`, { body: batch })).status).toBe(404);
    const role = aNotification({ roleId: (await aRole(stranger)).id });
    expect((await caller.api.post(`${notificationsPath}/role`, { body: role })).status).toBe(404);
    expect(await unreadOf(foreign)).toBe(0);
  });

  it('cannot be created without access to the user’s organization', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const role = await aRole(north, { features: [viewFeature] });
    const member = await aMember(south, [role]);
    const own = await aMember(north, [role]);
    const body = aNotification({ recipientUserId: member.id });
    expect((await north.api.post(notificationsPath, { body })).status).toBe(404);
    const made = await north.api.post(`${notificationsPath}/role`, {
      body: aNotification({ roleId: role.id }),
    });
    expect(made.body).toMatchObject({ count: 1 });
    expect(await unreadOf({ api: await loggedIn(own) })).toBe(1);
  });
});

describe('a notification for the holders of a feature', () => {
  it('is visible in its organization only, or with all organizations selected', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const stranger = await aTenant();
    await notifyHolders(north, viewFeature, { title: 'north' });
    await notifyHolders(south, viewFeature, { title: 'south' });
    expect(await titlesOf(north)).toEqual(['north']);
    expect(await titlesOf(south)).toEqual(['south']);
    expect(await titlesOf(stranger)).toEqual([]);

    const acl = { features: [viewFeature], isSuperAdmin: false, organizations: null };
    const api = await loggedIn(await aMember(north, [], { acl }));
    expect(await titlesOf({ api })).toEqual(['north']);
    expect(await titlesOf({ api }, `organizationId=${south.organizationId}`)).toEqual(['south']);
    const everywhere = { headers: { cookie: 'svc_selected_org=__all__' } };
    const all = await api.get<{ items: { title: string; id: string }[] }>(notificationsPath, everywhere);
    expect(all.body.items.map(({ title }) => title)).toEqual(['south', 'north']);
    const id = all.body.items[0]?.id ?? '';
    expect((await api.put(notificationPath(id, 'read'))).status).toBe(404);
    expect((await api.put(notificationPath(id, 'read'), everywhere)).status).toBe(200);
  });

  it('is not visible in organizations that the reader may not select', async () => {
    const north = await aTenant();
    const [south, west] = [await aSibling(north), await aSibling(north)];
    for (const [title, caller] of Object.entries({ north, south, west }))
      await notifyHolders(caller, viewFeature, { title });
    const organizations = [north.organizationId, south.organizationId];
    const acl = { features: [viewFeature], isSuperAdmin: false, organizations };
    const api = await loggedIn(await aMember(north, [], { acl }));
    const everywhere = { headers: { cookie: 'svc_selected_org=__all__' } };
    const { body } = await api.get<{ items: { title: string }[] }>(notificationsPath, everywhere);
    expect(body.items.map(({ title }) => title)).toEqual(['south', 'north']);
  });

  it('is unknown to readers without the feature or in another organization', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const stranger = await aTenant();
    const without = await aReader(north, ['webhooks.view']);
    const id = await notifyHolders(north, 'webhooks.manage', { actions: [{ id: 'open', label: 'Open' }] });
    for (const other of [without, south, stranger]) {
      await expectUnknown(other, id);
      expect(await unreadOf(other)).toBe(0);
    }
  });

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
