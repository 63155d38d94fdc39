/** Conformance cases of the event stream. Test deliveries of inactive webhooks cause events for it, without a request. */
import { beforeAll, expect } from 'vitest';
import { notifyReader } from '../../support/builders/notifications.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook, webhookPath } from '../../support/builders/webhooks.ts';
import { send } from '../../support/clients/api.ts';
import { type Listening, listen, streamPath } from '../../support/clients/event-stream.ts';
import { casesOf } from '../support/conformance.ts';
import { aKeySession } from '../support/people.ts';
import { aReader } from '../support/readers.ts';
import { aKey, aSibling, aTenantWithEvents } from '../support/stage.ts';

const { proves } = casesOf('events');

let owner: TestCaller;
/** An inactive webhook. */
let webhookId: string;
const inactiveWebhook = async (caller: TestCaller) => {
  const { id } = await aWebhook(caller);
  await caller.api.put(webhookPath(id), { body: { isActive: false } });
  return id;
};
beforeAll(async () => {
  owner = await aTenantWithEvents();
  webhookId = await inactiveWebhook(owner);
});

/** Causes two events about a delivery, whose id is returned. */
async function happen({ api }: TestCaller = owner, webhook = webhookId): Promise<string> {
  const { body } = await api.post<{ delivery: { id: string } }>(`${webhookPath(webhook)}/test`);
  return body.delivery.id;
}

const of = (stream: Listening, deliveryId: string) =>
  stream.frames().filter(({ data }) => data.payload.id === deliveryId);

/** Waits for both events about a delivery. */
async function hears(stream: Listening, deliveryId: string) {
  await stream.until(() => of(stream, deliveryId).length === 2);
  return of(stream, deliveryId);
}

/** Connects, and waits until the stream has begun. */
async function connected(...args: Parameters<typeof listen>): Promise<Listening> {
  const stream = await listen(...args);
  await stream.until(() => stream.lastEventId() !== undefined);
  return stream;
}

proves('stream-start', async () => {
  await using stream = await connected(owner);
  expect(stream.status).toBe(200);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(stream.text()).toMatch(/^: connected\n\nretry: 1000\nid: \d{13}\n\n/);
});

proves('stream-frame', async () => {
  await using stream = await connected(owner);
  const { tenantId, organizationId } = owner;
  const [first, second] = await hears(stream, await happen());
  const types = [first, second].map((frame) => frame?.data.id);
  expect(types.toSorted()).toEqual(['webhooks.delivery.enqueued', 'webhooks.delivery.failed']);
  expect(first?.data).toEqual({
    ...{ id: expect.any(String), timestamp: expect.any(Number), organizationId },
    ...{ eventId: expect.any(String), version: expect.any(Number) },
    payload: expect.objectContaining({ webhookId, tenantId, organizationId }),
  });
  expect(Number(second?.id)).toBe(Number(first?.id) + 1);
});

proves('stream-only-broadcast', async () => {
  await using stream = await connected(owner);
  await owner.api.put(webhookPath(webhookId), { body: { name: 'Renamed' } });
  await owner.api.post('/api/events', { body: { type: 'sales.order.shipped', data: {} } });
  await hears(stream, await happen());
  const types = stream.frames().map(({ data }) => data.id);
  expect(types.filter((type) => !type.startsWith('webhooks.delivery.'))).toEqual([]);
});

proves('stream-organization', async () => {
  const south = await aSibling(owner);
  const streams = await Promise.all([connected(owner), connected(south)]);
  const [ofNorth, ofSouth] = streams;
  const [a, b] = [await happen(), await happen(south, await inactiveWebhook(south))];
  await Promise.all([hears(ofNorth, a), hears(ofSouth, b)]);
  expect([of(ofNorth, b), of(ofSouth, a)]).toEqual([[], []]);
  await Promise.all(streams.map((stream) => stream.leave()));
});

proves('stream-feature', async () => {
  const none = await aKey({ ...owner, features: [] });
  const streams = await Promise.all([connected(none), connected(owner)]);
  const [ofNone, ofOwner] = streams;
  const id = await happen();
  await hears(ofOwner, id);
  // The event before it would have arrived with it.
  await hears(ofOwner, await happen());
  expect(of(ofNone, id)).toEqual([]);
  await Promise.all(streams.map((stream) => stream.leave()));
});

proves('stream-recipient', async () => {
  const [ada, bob] = [await aReader(owner), await aReader(owner)];
  const asReader = ({ token }: typeof ada) =>
    connected(undefined, { headers: { authorization: `Bearer ${token}` } });
  const streams = await Promise.all([ada, bob].map(asReader));
  const [ofAda, ofBob] = streams;
  const [toAda, toBob] = [await notifyReader(owner, ada), await notifyReader(owner, bob)];
  const heard = (stream: Listening | undefined) => stream?.frames().map(({ data }) => data.payload.id);
  await ofAda?.until(() => heard(ofAda)?.includes(toAda) === true);
  await ofBob?.until(() => heard(ofBob)?.includes(toBob) === true);
  expect([heard(ofAda), heard(ofBob)]).toEqual([[toAda], [toBob]]);
  await Promise.all(streams.map((stream) => stream.leave()));
});

proves('stream-cookie', async () => {
  const { cookie } = await aKeySession(owner);
  await using stream = await connected(undefined, { headers: { cookie } });
  await hears(stream, await happen());
});

proves('stream-refused', async () => {
  expect((await send('GET', streamPath)).status).toBe(401);
  const { organizationId } = await aSibling(owner);
  expect((await owner.api.get(`${streamPath}?organizationId=${organizationId}`)).status).toBe(403);
});

proves('stream-resumes', ['header', 'query'], async (how) => {
  const before = await connected(owner);
  await hears(before, await happen());
  await before.leave();
  const lastEventId = before.lastEventId() ?? '';
  const missed = await happen();
  await using after = await listen(
    owner,
    how === 'header' ? { lastEventId } : { query: `lastEventId=${lastEventId}` },
  );
  await hears(after, missed);
  const next = await happen();
  await hears(after, next);
  expect(after.frames()).toEqual([...of(after, missed), ...of(after, next)]);
  expect(after.text()).not.toContain('event: missed');
});

proves('stream-missed', ['1', 'nonsense', '9999999999999999'], async (lastEventId) => {
  const first = await connected(owner);
  await hears(first, await happen());
  await first.leave();
  await using stream = await listen(owner, { lastEventId });
  await stream.until(() => stream.text().includes('event: missed\ndata: {}\n\n'));
});
