import { describe, expect, it } from 'vitest';
import {
  aNotification,
  aReader,
  notificationPath,
  notificationsPath,
  notifyHolders,
  notifyReader,
  viewFeature,
} from '../../support/builders/notifications.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf, type TestResponse } from '../../support/clients/api.ts';

/** A caller, a reader, and the id of a notification of the reader. */
async function aScene() {
  const caller = await aTenant();
  const ada = await aReader(caller);
  const id = await notifyReader(caller, ada);
  await notifyHolders(caller, viewFeature, { groupKey: 'a' });
  return { caller, ada, id };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

const read = ({ ada, id }: Scene) => ada.api.put(notificationPath(id, 'read'));
const notify = ({ caller }: Scene, path: string, more: object) =>
  caller.api.post(`${notificationsPath}${path}`, { body: aNotification({ ...more }) });

/** The inbox, and the notifications of the tenant and of the organization. */
const everything = ['Query', 'Query', 'Query'];
const change = ['BatchGetItem', 'TransactWriteItems'];
const [requiredFeature, groupKey] = [viewFeature, 'a'];

/** Every request starts with the one that authenticates. */
const costs: [string, string[], (scene: Scene) => Promise<TestResponse>][] = [
  ['the list', everything, ({ ada }) => ada.api.get(notificationsPath)],
  ['a filtered list', everything, ({ ada }) => ada.api.get(`${notificationsPath}?status=unread`)],
  ['the unread count', everything, ({ ada }) => ada.api.get(`${notificationsPath}/unread-count`)],
  ['reading one', change, read],
  ['reading a read one', ['BatchGetItem'], (scene) => read(scene).then(() => read(scene))],
  [
    'reading all',
    [...everything, 'TransactWriteItems'],
    ({ ada }) => ada.api.put(`${notificationsPath}/mark-all-read`),
  ],
  ['notifying a user', change, (scene) => notify(scene, '', { recipientUserId: scene.ada.user.id })],
  [
    'notifying any number of holders',
    change.slice(1),
    (scene) => notify(scene, '/feature', { requiredFeature }),
  ],
  ['refreshing it', change, (scene) => notify(scene, '/feature', { requiredFeature, groupKey })],
];

it.each(costs)('the DynamoDB requests of %s: authentication and %j', async (_, actions, call) => {
  const calls = await callsOf(await call(await aScene()));
  // Keys are authenticated and counted in one request, sessions of users in two.
  const [first, ...rest] = calls.map(({ action }) => action);
  expect(first === 'GetItem' ? rest.slice(1) : rest).toEqual(actions);
});

describe('the read units of', () => {
  it('the count do not grow with notifications of other users', async () => {
    const caller = await aTenant();
    const [ada, bob] = [await aReader(caller), await aReader(caller)];
    const unitsOfCount = async () => {
      const [, ...calls] = await callsOf(await ada.api.get(`${notificationsPath}/unread-count`));
      return calls.reduce((sum, { readUnits }) => sum + readUnits, 0);
    };
    await notifyReader(caller, ada);
    const before = await unitsOfCount();
    for (let n = 0; n < 5; n++) await notifyReader(caller, bob, { body: 'x'.repeat(2_000) });
    expect(await unitsOfCount()).toBe(before);
    expect(before).toBeLessThanOrEqual(3);
  });
});
