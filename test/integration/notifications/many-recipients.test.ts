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
  listOf,
  notificationsPath,
  viewFeature,
} from '../../support/builders/notifications.ts';
import { aMember, aRole, loggedIn } from '../../support/builders/roles.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const batchPath = `${notificationsPath}/batch`;
const rolePath = `${notificationsPath}/role`;

type Made = { count: number; ids: string[] };

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
    const idempotencyKey = randomUUID();
    const named = { v: 1, id: `${idempotencyKey}-0`, type: bulkNotificationType, idempotencyKey } as const;
    const data = { draft, userIds: users.map(({ id }) => id), atMs };
    const deliver = () => deliverBulkNotification({ ...named, ...scope, data });
    await deliver();
    await deliver();
    const last = users.at(-1);
    if (last === undefined) throw new Error('no user');
    const { items } = await listOf({ api: await loggedIn(last) }, 'type=to.twice');
    expect(items).toMatchObject([{ occurrences: 1 }]);
  });
});
