import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Role, UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import {
  bulkNotificationType,
  deliverBulkNotification,
} from '../../../shared/modules/notifications/bulk-notification.ts';
import { toDraft } from '../../../shared/modules/notifications/notification-request.ts';
import {
  aNotification,
  aReader,
  listOf,
  notificationsPath,
  notifyHolders,
  notifyReader,
  put,
  titlesOf,
  unreadOf,
  viewFeature,
} from '../../support/builders/notifications.ts';
import { aMember, aRole, loggedIn, setRoleAcl } from '../../support/builders/roles.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const batchPath = `${notificationsPath}/batch`;
const rolePath = `${notificationsPath}/role`;
const featurePath = `${notificationsPath}/feature`;

interface Made {
  ok: boolean;
  count: number;
  ids: string[];
}

describe('notifying a user', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no type', { type: undefined }, 'type'],
    ['a type with a space', { type: 'a b' }, 'type'],
    ['neither title nor titleKey', { title: undefined }, 'title'],
    ['an empty title', { title: '' }, 'title'],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 'title'],
    ['another severity', { severity: 'fatal' }, 'severity'],
    ['a link to another host', { linkHref: 'https://evil.example/' }, 'linkHref'],
    ['a link without a scheme', { linkHref: '//evil.example/' }, 'linkHref'],
    [
      'an action with a link to another host',
      { actions: [{ id: 'a', label: 'A', href: 'javascript:1' }] },
      'actions[0].href',
    ],
    [
      'two actions with one id',
      {
        actions: [
          { id: 'a', label: 'A' },
          { id: 'a', label: 'B' },
        ],
      },
      'actions',
    ],
    ['an unknown primary action', { primaryActionId: 'a' }, 'primaryActionId'],
    [
      'too many variables',
      { bodyVariables: { a: 'x'.repeat(1_999), b: 'x'.repeat(1_999), c: 'x'.repeat(99) } },
      'bodyVariables',
    ],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['an end too far away', { expiresAt: '2999-01-01' }, 'expiresAt'],
    ['no user', { recipientUserId: undefined }, 'recipientUserId'],
  ])('is refused with %s, naming the field', async (_, overrides, field) => {
    const caller = await aTenant();
    const { id: recipientUserId } = await aMember(caller);
    const { status, body } = await caller.api.post(notificationsPath, {
      body: aNotification({ recipientUserId, ...overrides }),
    });
    expect(status).toBe(400);
    expect(body.details).toContainEqual(expect.objectContaining({ field }));
  });

  it('returns 404 for an unknown user', async () => {
    const { api } = await aTenant();
    const body = aNotification({ recipientUserId: unknownId });
    expect(await api.post(notificationsPath, { body })).toMatchObject({
      status: 404,
      body: { error: 'User not found.', code: 'not_found' },
    });
  });

  it('keeps it until the given time', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await notifyReader(caller, ada, { expiresAt });
    expect((await listOf(ada)).items).toMatchObject([{ expiresAt }]);
  });

  it('needs the feature notifications.create', async () => {
    const { tenantId, organizationId } = await aTenant();
    const viewer = await aKey({ tenantId, organizationId, features: [viewFeature] });
    for (const path of [notificationsPath, batchPath, rolePath, featurePath])
      expect((await viewer.api.post(path, { body: {} })).status).toBe(403);
  });
});

describe('a group key', () => {
  const grouped = { groupKey: 'order-SO-1001' };

  it('makes the next one refresh the active one: unread, at the top, with a count', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const first = await notifyReader(caller, ada, grouped);
    await put(ada, first, 'read');
    await notifyReader(caller, ada, { title: 'Another' });
    const second = await notifyReader(caller, ada, {
      ...grouped,
      title: 'Still overdue',
      bodyVariables: { days: 4 },
    });
    expect(second).toBe(first);
    const { items, total } = await listOf(ada);
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({
      id: first,
      title: 'Still overdue',
      status: 'unread',
      readAt: null,
      occurrences: 2,
      bodyVariables: { days: 4, count: 2 },
    });
    expect(Date.parse(items[0]?.createdAt ?? '')).toBeGreaterThan(
      Date.parse(items[0]?.firstOccurredAt ?? ''),
    );
  });

  it('starts a new one after the reader has dismissed the last one', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const first = await notifyReader(caller, ada, grouped);
    await put(ada, first, 'dismiss');
    await notifyReader(caller, ada, grouped);
    expect((await listOf(ada)).items).toMatchObject([{ status: 'unread', occurrences: 1 }]);
  });

  it('is one per recipient, type and key', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const bob = await aReader(caller);
    await notifyReader(caller, ada, grouped);
    await notifyReader(caller, bob, grouped);
    await notifyReader(caller, ada, { ...grouped, type: 'sales.order.lost' });
    await notifyReader(caller, ada, { groupKey: 'order-SO-1002' });
    expect([await unreadOf(ada), await unreadOf(bob)]).toEqual([3, 1]);
  });

  it('merges parallel notifications into one, and counts each', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const ids = await Promise.all(Array.from({ length: 12 }, () => notifyReader(caller, ada, grouped)));
    expect(new Set(ids).size).toBe(1);
    expect((await listOf(ada)).items).toMatchObject([{ occurrences: 12 }]);
  });
});

describe('notifying the holders of a feature', () => {
  it('reaches its holders at the time of reading, through any role, and no other users', async () => {
    const caller = await aTenant();
    const { tenantId, organizationId } = caller;
    const byAcl = await aReader(caller, ['webhooks.manage']);
    const byWildcard = await aReader(caller, ['webhooks.*']);
    const role = await aRole(caller, { features: [viewFeature, 'webhooks.manage'] });
    const byRole = await loggedIn(await aMember(caller, [role]));
    const key = await aKey({ tenantId, organizationId, features: [viewFeature, 'webhooks.manage'] });
    const without = await aReader(caller, ['webhooks.view']);
    const id = await notifyHolders(caller, 'webhooks.manage', { title: 'For holders' });
    for (const reader of [byAcl, byWildcard, { api: byRole }, key]) {
      expect((await listOf(reader)).items).toMatchObject([{ id, requiredFeature: 'webhooks.manage' }]);
      expect(await unreadOf(reader)).toBe(1);
    }
    expect(await titlesOf(without)).toEqual([]);

    await setRoleAcl(caller, role, { features: [viewFeature] });
    expect(await titlesOf({ api: byRole })).toEqual([]);
    await setRoleAcl(caller, role, { features: [viewFeature, 'webhooks.*'] });
    expect(await titlesOf({ api: byRole })).toEqual(['For holders']);
  });

  it('has a separate state for each reader, including keys', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const bob = await aReader(caller);
    const id = await notifyHolders(caller, viewFeature, { actions: [{ id: 'open', label: 'Open' }] });
    await put(ada, id, 'dismiss');
    await put(caller, id, 'read');
    const act = { body: { actionId: 'open' } };
    expect((await bob.api.post(`${notificationsPath}/${id}/action`, act)).status).toBe(200);
    const statuses = await Promise.all(
      [ada, bob, caller].map(
        async (one) => (await listOf(one, 'status=unread,read,actioned,dismissed')).items[0]?.status,
      ),
    );
    expect(statuses).toEqual(['dismissed', 'actioned', 'read']);
  });

  it('with a group key becomes unread for all readers', async () => {
    const caller = await aTenant();
    const [ada, bob] = [await aReader(caller), await aReader(caller)];
    const grouped = { groupKey: 'outage' };
    const id = await notifyHolders(caller, viewFeature, grouped);
    await put(ada, id, 'dismiss');
    await put(bob, id, 'read');
    await notifyHolders(caller, viewFeature, grouped);
    for (const reader of [ada, bob])
      expect((await listOf(reader)).items).toMatchObject([{ id, status: 'unread', occurrences: 2 }]);
  });

  it.each(['', 'webhooks.*', '*', 'web hooks'])('refuses %j as a feature', async (requiredFeature) => {
    const { api } = await aTenant();
    const { status, body } = await api.post(featurePath, { body: aNotification({ requiredFeature }) });
    expect(status).toBe(400);
    expect(body.details).toContainEqual(expect.objectContaining({ field: 'requiredFeature' }));
  });
});

describe('notifying several users', () => {
  it('creates one for each user, once, and returns the number', async () => {
    const caller = await aTenant();
    const [ada, bob, other] = [await aReader(caller), await aReader(caller), await aReader(caller)];
    const recipientUserIds = [ada.user.id, bob.user.id, ada.user.id];
    const { status, body } = await caller.api.post<Made>(batchPath, {
      body: aNotification({ recipientUserIds }),
    });
    expect([status, body.ok, body.count, body.ids.length]).toEqual([201, true, 2, 2]);
    const seen = [...(await listOf(ada)).items, ...(await listOf(bob)).items].map(({ id }) => id);
    expect(seen).toEqual(body.ids);
    expect(await unreadOf(other)).toBe(0);
  });

  it('creates none if one user is unknown', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const body = aNotification({ recipientUserIds: [ada.user.id, unknownId] });
    expect((await caller.api.post(batchPath, { body })).status).toBe(404);
    expect(await unreadOf(ada)).toBe(0);
  });

  it.each([
    ['unknown', 0],
    ['1 001', 1_001],
  ])('refuses %s', async (_, length) => {
    const { api } = await aTenant();
    const recipientUserIds = Array.from({ length }, () => unknownId);
    const { status, body } = await api.post(batchPath, { body: aNotification({ recipientUserIds }) });
    expect(status).toBe(400);
    expect(body.details).toContainEqual(expect.objectContaining({ field: 'recipientUserIds' }));
  });
});

describe('notifying the holders of a role', () => {
  it('creates one for each active holder', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: [viewFeature] });
    const [ada, bob] = [await aMember(caller, [role]), await aMember(caller, [role])];
    await aMember(caller, [role], { isActive: false });
    const bystander = await aReader(caller);
    const { body } = await caller.api.post<Made>(rolePath, { body: aNotification({ roleId: role.id }) });
    expect(body).toMatchObject({ ok: true, count: 2 });
    const sessions = await Promise.all([ada, bob].map(loggedIn));
    const seen = await Promise.all(sessions.map(async (api) => (await listOf({ api })).items[0]?.id));
    expect(seen.toSorted()).toEqual(body.ids.toSorted());
    expect(await unreadOf(bystander)).toBe(0);
  });

  it('creates none for a role without holders, and returns 404 for an unknown one', async () => {
    const caller = await aTenant();
    const { id: roleId } = await aRole(caller);
    const { status, body } = await caller.api.post(rolePath, { body: aNotification({ roleId }) });
    expect([status, body]).toEqual([201, { ok: true, count: 0, ids: [] }]);
    const unknown = await caller.api.post(rolePath, { body: aNotification({ roleId: unknownId }) });
    expect(unknown.status).toBe(404);
  });
});

describe('more users than fit into a transaction', () => {
  let caller: TestCaller;
  let role: Role;
  const users: UserRow[] = [];
  beforeAll(async () => {
    caller = await aTenant();
    role = await aRole(caller, { features: [viewFeature] });
    // A few at a time: each counts one more holder on the role.
    for (let n = 0; n < 17; n++)
      users.push(...(await Promise.all(Array.from({ length: 3 }, () => aMember(caller, [role])))));
  });

  /** Waits until each user has a notification of the type, and returns the ids. */
  async function seenOf(type: string): Promise<string[]> {
    const some = await Promise.all([users[0], users[25], users[50]].map((user) => user && loggedIn(user)));
    const lists = some.map((api) =>
      eventually('a notification', async () => {
        const { items } = api ? await listOf({ api }, `type=${type}`) : { items: [] };
        return items.length > 0 ? items.map(({ id }) => id) : undefined;
      }),
    );
    return (await Promise.all(lists)).flat();
  }

  it('are notified through the queue, with the returned ids', async () => {
    const recipientUserIds = users.map(({ id }) => id);
    const body = aNotification({ recipientUserIds, type: 'to.batch' });
    const made = await caller.api.post<Made>(batchPath, { body });
    expect([made.body.count, new Set(made.body.ids).size]).toEqual([51, 51]);
    const { ids } = made.body;
    expect(await seenOf('to.batch')).toEqual([ids[0], ids[25], ids[50]]);
  });

  it('are notified by their role', async () => {
    const { body } = await caller.api.post<Made>(rolePath, {
      body: aNotification({ roleId: role.id, type: 'to.role' }),
    });
    expect(body.count).toBe(51);
    expect((await seenOf('to.role')).every((id) => body.ids.includes(id))).toBe(true);
  });

  it('are published once, also for redelivered messages', async () => {
    const { tenantId, organizationId } = caller;
    const scope = { tenantId, organizationId };
    const atMs = Date.now();
    const source = { module: 'sales' };
    const said = { type: 'to.twice', severity: 'info', title: 'Once', source, groupKey: 'twice' } as const;
    const draft = toDraft({ ...said, scope, to: undefined }, atMs);
    const userIds = users.map(({ id }) => id);
    const id = randomUUID();
    const message = {
      v: 1,
      id: `${id}-0`,
      type: bulkNotificationType,
      ...scope,
      idempotencyKey: id,
    } as const;
    const deliver = () => deliverBulkNotification({ ...message, data: { draft, userIds, atMs } });
    await deliver();
    await deliver();
    const last = users.at(-1);
    if (last === undefined) throw new Error('no user');
    const { items } = await listOf({ api: await loggedIn(last) }, 'type=to.twice');
    expect(items).toMatchObject([{ occurrences: 1 }]);
  });
});
