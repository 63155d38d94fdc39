/** Conformance cases of the recipients of notifications. */
import { beforeAll, expect, inject } from 'vitest';
import {
  aNotification,
  listOf,
  type NotificationPage,
  notificationPath,
  notificationsPath,
  notifyHolders,
  notifyReader,
  put,
  titlesOf,
  unreadOf,
  viewFeature,
} from '../../support/builders/notifications.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import type { Api } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { casesOf } from '../support/conformance.ts';
import { holdTest } from '../support/held.ts';
import { aMember, aRole } from '../support/people.ts';
import { aReader, type Reader } from '../support/readers.ts';
import { aReceiver } from '../support/receivers.ts';
import { aKey, aSibling, aTenant, aTenantWithEvents, unique } from '../support/stage.ts';

const { proves } = casesOf('notifications');

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const everywhere = { headers: { cookie: 'svc_selected_org=__all__' } };
const aType = (): string => unique('sales.order.');

type Made = { ok: boolean; count: number; ids: string[] };

let north: TestCaller;
let south: TestCaller;
let ada: Reader;
let bob: Reader;
beforeAll(async () => {
  north = await aTenantWithEvents();
  south = await aSibling(north);
  [ada, bob] = await Promise.all([aReader(north), aReader(north)]);
});

/** A super administrator in an organization, who may give users the rights of other organizations. */
async function aSuperAdminOf(caller: TestCaller): Promise<TestCaller> {
  if (inject('stage').superKey === '') holdTest('needs --super-key');
  return aKey({ ...caller, isSuperAdmin: true });
}

async function expectUnknown({ api }: { api: Api }, id: string): Promise<void> {
  const changes = (one: string) =>
    Promise.all([
      ...['read', 'dismiss', 'restore'].map((verb) => api.put(notificationPath(one, verb))),
      api.post(notificationPath(one, 'action'), { body: { actionId: 'open' } }),
    ]);
  const [tried, unknown] = [await changes(id), await changes(unknownId)];
  expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(tried.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body));
}

proves('one-user', async () => {
  const type = aType();
  const id = await notifyReader(north, ada, { type, actions: [{ id: 'open', label: 'Open' }] });
  for (const other of [bob, north, south]) {
    await expectUnknown(other, id);
    expect((await listOf(other, `type=${type}`)).total).toBe(0);
    await other.api.put(`${notificationsPath}/mark-all-read`);
  }
  expect((await listOf(ada, `type=${type}`)).items).toMatchObject([{ id, status: 'unread' }]);
});

proves('user-in-every-organization', async () => {
  const type = aType();
  const chief = await aReader(await aSuperAdminOf(north), [], null);
  await notifyReader(north, chief, { type });
  expect((await listOf(chief, `type=${type}&organizationId=${south.organizationId}`)).total).toBe(1);
});

proves('unknown-user', async () => {
  const foreign = await aMember(await aTenant());
  const hidden = await aMember(south);
  for (const recipientUserId of [unknownId, foreign.id, hidden.id]) {
    const body = aNotification({ recipientUserId });
    expect(await north.api.post(notificationsPath, { body })).toMatchObject({
      status: 404,
      body: { error: 'User not found.', code: 'not_found' },
    });
  }
});

proves('batch', async () => {
  const type = aType();
  const recipientUserIds = [ada.user.id, bob.user.id, ada.user.id];
  const { status, body } = await north.api.post<Made>(`${notificationsPath}/batch`, {
    body: aNotification({ type, recipientUserIds }),
  });
  expect([status, body.ok, body.count, body.ids.length]).toEqual([201, true, 2, 2]);
  const lists = [await listOf(ada, `type=${type}`), await listOf(bob, `type=${type}`)];
  expect(lists.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(body.ids);
});

proves('batch-of-unknown', async () => {
  const type = aType();
  const body = aNotification({ type, recipientUserIds: [ada.user.id, unknownId] });
  expect((await north.api.post(`${notificationsPath}/batch`, { body })).status).toBe(404);
  expect((await listOf(ada, `type=${type}`)).total).toBe(0);
});

proves('batch-size', [0, 1_001], async (length) => {
  const recipientUserIds = Array.from({ length }, () => unknownId);
  const answer = await north.api.post(`${notificationsPath}/batch`, {
    body: aNotification({ recipientUserIds }),
  });
  expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'recipientUserIds' }] } });
});

const notifyRole = (roleId: string, type = aType()) =>
  north.api.post<Made>(`${notificationsPath}/role`, { body: aNotification({ roleId, type }) });

proves('role', async () => {
  const [admin, other] = [await aSuperAdminOf(north), await aSuperAdminOf(south)];
  const organizations = [north.organizationId, south.organizationId];
  const role = await aRole(admin, { features: [viewFeature], organizations });
  const roles = [role.id];
  await aMember(admin, { roles });
  await aMember(admin, { roles, isActive: false });
  await aMember(other, { roles });
  await admin.api.put('/api/auth/users', { body: { id: ada.user.id, roles } });
  const type = aType();
  const { body } = await notifyRole(role.id, type);
  expect(body).toMatchObject({ ok: true, count: 2 });
  expect(body.ids).toContain((await listOf(ada, `type=${type}`)).items[0]?.id);
  expect((await listOf(bob, `type=${type}`)).total).toBe(0);
});

proves('role-without-holders', async () => {
  const { id } = await aRole(north);
  expect(await notifyRole(id)).toMatchObject({ status: 201, body: { ok: true, count: 0, ids: [] } });
  expect((await notifyRole(unknownId)).status).toBe(404);
  expect((await notifyRole((await aRole(await aTenant())).id)).status).toBe(404);
});

proves('feature', async () => {
  const type = aType();
  const holders = ['webhooks.manage', 'webhooks.*', '*'].map((feature) =>
    aKey({ ...north, features: [viewFeature, feature] }),
  );
  const without = await aKey({ ...north, features: [viewFeature, 'webhooks.view'] });
  const id = await notifyHolders(north, 'webhooks.manage', { type });
  for (const holder of await Promise.all(holders)) {
    expect((await listOf(holder, `type=${type}`)).items).toMatchObject([
      { id, requiredFeature: 'webhooks.manage' },
    ]);
    expect(await unreadOf(holder)).toBeGreaterThanOrEqual(1);
  }
  expect(await titlesOf(without, `type=${type}`)).toEqual([]);
});

proves('feature-when-read', async () => {
  const type = aType();
  await notifyHolders(north, 'webhooks.manage', { type, title: 'For holders' });
  const set = (features: string[]) =>
    north.api.put('/api/auth/users/acl', {
      body: { userId: bob.user.id, features, organizations: [north.organizationId] },
    });
  expect(await titlesOf(bob, `type=${type}`)).toEqual([]);
  await set([viewFeature, 'webhooks.*']);
  expect(await titlesOf(bob, `type=${type}`)).toEqual(['For holders']);
  await set([viewFeature]);
  expect(await titlesOf(bob, `type=${type}`)).toEqual([]);
});

proves('feature-states', async () => {
  const type = aType();
  const id = await notifyHolders(north, viewFeature, { type, actions: [{ id: 'open', label: 'Open' }] });
  await put(ada, id, 'dismiss');
  await put(north, id, 'read');
  await bob.api.post(notificationPath(id, 'action'), { body: { actionId: 'open' } });
  const query = `type=${type}&status=unread,read,actioned,dismissed`;
  const lists = await Promise.all([ada, bob, north].map((reader) => listOf(reader, query)));
  expect(lists.map(({ items }) => items[0]?.status)).toEqual(['dismissed', 'actioned', 'read']);
});

proves('feature-group', async () => {
  const grouped = { type: aType(), groupKey: 'outage' };
  const id = await notifyHolders(north, viewFeature, grouped);
  await put(ada, id, 'dismiss');
  await put(bob, id, 'read');
  await notifyHolders(north, viewFeature, grouped);
  for (const reader of [ada, bob])
    expect((await listOf(reader, `type=${grouped.type}`)).items).toMatchObject([
      { id, status: 'unread', occurrences: 2 },
    ]);
});

proves('feature-names', ['', 'webhooks.*', '*', 'web hooks', 'webhooks.mange'], async (requiredFeature) => {
  const answer = await north.api.post(`${notificationsPath}/feature`, {
    body: aNotification({ requiredFeature }),
  });
  expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'requiredFeature' }] } });
});

proves('feature-organization', async () => {
  const type = aType();
  const id = await notifyHolders(south, viewFeature, {
    ...{ type, title: 'south', actions: [{ id: 'open', label: 'Open' }] },
  });
  await notifyHolders(north, viewFeature, { type, title: 'north' });
  expect(await titlesOf(ada, `type=${type}`)).toEqual(['north']);
  expect(await titlesOf(south, `type=${type}`)).toEqual(['south']);
  await expectUnknown(ada, id);
});

proves('all-organizations', async () => {
  const [admin, type] = [await aSuperAdminOf(north), aType()];
  const chief = await aReader(admin, [], null);
  for (const [title, caller] of Object.entries({ north, south, west: await aSibling(north) }))
    await notifyHolders(caller, viewFeature, { type, title });
  const read = async ({ api }: Reader) =>
    (await api.get<NotificationPage>(`${notificationsPath}?type=${type}`, everywhere)).body.items;
  const all = await read(chief);
  expect(all.map(({ title }) => title)).toEqual(['west', 'south', 'north']);
  const limited = await aReader(admin, [], [north.organizationId, south.organizationId]);
  expect((await read(limited)).map(({ title }) => title)).toEqual(['south', 'north']);
  const [, { id } = { id: '' }] = all;
  expect((await limited.api.put(notificationPath(id, 'read'), everywhere)).status).toBe(200);
});

const wantFailures = ({ api }: TestCaller) =>
  api.put('/api/integrations/webhook_custom/credentials', {
    body: { credentials: { notifyOnFailedDelivery: true } },
  });

const noticeOf = (reader: { api: Api }, type: string, webhookId: string, occurrences = 1) =>
  eventually(`${occurrences} of ${type}`, async () => {
    const { items } = await listOf(reader, `type=${type}&sourceEntityId=${webhookId}`);
    return items[0]?.occurrences === occurrences ? items : undefined;
  });

proves('failed-delivery', async () => {
  await wantFailures(north);
  const sink = await aReceiver(north);
  sink.respond(() => ({ status: 404 }));
  const type = unique('sales.order.failed');
  const { id, name } = await aWebhook(north, { subscribedEvents: [type, 'notifications.*'] }, sink);
  const publish = () => north.api.post('/api/events', { body: { type, data: {} } });
  await publish();
  const href = `/console/t/${north.tenantId}/o/${north.organizationId}/webhooks/${id}`;
  const failed = 'webhooks.delivery.failed';
  const [notice] = await noticeOf(north, failed, id);
  expect(notice).toMatchObject({
    ...{ type: failed, severity: 'error', title: `Webhook “${name}” could not deliver` },
    ...{ body: expect.stringContaining('404'), linkHref: href, actions: [{ id: 'view', href }] },
    ...{ requiredFeature: 'webhooks.manage', sourceEntityType: 'webhooks.webhook', status: 'unread' },
  });
  await put(north, notice?.id ?? '', 'read');
  await publish();
  expect(await noticeOf(north, failed, id, 2)).toMatchObject([{ id: notice?.id, status: 'unread' }]);
  expect((await listOf(ada, `sourceEntityId=${id}`)).total).toBe(0);
  expect(sink.requests.filter(({ body }) => JSON.parse(body).type !== type)).toEqual([]);
});

proves('disabled-webhook', async () => {
  const sink = await aReceiver(north);
  sink.respond(() => ({ status: 410 }));
  const { id, name } = await aWebhook(north, {}, sink);
  await north.api.post(`/api/webhooks/${id}/test`);
  const [notice] = await noticeOf(north, 'webhooks.webhook.disabled', id);
  expect(notice).toMatchObject({
    ...{ severity: 'error', title: `Webhook “${name}” was disabled`, titleVariables: { reason: 'gone' } },
    body: expect.stringContaining('410 Gone'),
  });
});
