import { describe, expect, it } from 'vitest';
import {
  aNotification,
  aReader,
  notificationPath,
  notificationsPath,
  notifyHolders,
  notifyReader,
  type Reader,
  viewFeature,
} from '../../support/builders/notifications.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf, type TestResponse } from '../../support/clients/api.ts';

interface Scene {
  caller: TestCaller;
  ada: Reader;
  id: string;
}
const featurePath = `${notificationsPath}/feature`;
const forHolders = (more: object = {}) => aNotification({ requiredFeature: viewFeature, ...more });
const read = (api: Reader['api'], id: string) => api.put(notificationPath(id, 'read'));

/** The inbox, and the notifications of the tenant and of the organization. */
const everything = ['Query', 'Query', 'Query'];

/** Every request starts with the one that authenticates. */
const costs: [string, string[], (scene: Scene) => Promise<TestResponse>][] = [
  ['the list', everything, ({ ada }) => ada.api.get(notificationsPath)],
  ['a filtered list', everything, ({ ada }) => ada.api.get(`${notificationsPath}?status=unread`)],
  ['the unread count', everything, ({ ada }) => ada.api.get(`${notificationsPath}/unread-count`)],
  ['reading one', ['BatchGetItem', 'TransactWriteItems'], ({ ada, id }) => read(ada.api, id)],
  [
    'marking all as read',
    [...everything, 'TransactWriteItems'],
    ({ ada }) => ada.api.put(`${notificationsPath}/mark-all-read`),
  ],
  [
    'notifying a user',
    ['BatchGetItem', 'TransactWriteItems'],
    ({ caller, ada }) =>
      caller.api.post(notificationsPath, { body: aNotification({ recipientUserId: ada.user.id }) }),
  ],
  [
    'notifying the holders of a feature, for any number',
    ['TransactWriteItems'],
    ({ caller }) => caller.api.post(featurePath, { body: forHolders() }),
  ],
  [
    'refreshing their notification',
    ['BatchGetItem', 'TransactWriteItems'],
    ({ caller }) => caller.api.post(featurePath, { body: forHolders({ groupKey: 'a' }) }),
  ],
];

/** Keys are authenticated and counted in one request, sessions of users in two. */
const withoutAuthentication = (calls: Awaited<ReturnType<typeof callsOf>>) => {
  const [first, ...rest] = calls.map(({ action }) => action);
  return first === 'GetItem' ? rest.slice(1) : rest;
};

describe('the DynamoDB requests of', () => {
  it.each(costs)('%s: authentication and %j', async (_, actions, call) => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const id = await notifyReader(caller, ada);
    await notifyHolders(caller, viewFeature, { groupKey: 'a' });
    const calls = await callsOf(await call({ caller, ada, id }));
    expect(withoutAuthentication(calls)).toEqual(actions);
  });

  it('reading a read notification: nothing is written', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const id = await notifyReader(caller, ada);
    await read(ada.api, id);
    const calls = await callsOf(await read(ada.api, id));
    expect(withoutAuthentication(calls)).toEqual(['BatchGetItem']);
  });
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
