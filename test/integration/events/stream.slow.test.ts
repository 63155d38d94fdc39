import { beforeAll, describe, expect, inject, it } from 'vitest';
import { settings } from '../../../shared/kernel/settings/settings.ts';
import { takeConnectionSlot } from '../../../shared/modules/events/stream/connection-slots.ts';
import { openFeed } from '../../../shared/modules/events/stream/feed-store.ts';
import { slotsUsed } from '../../support/builders/broadcast.ts';
import { aRole } from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { callsOf, send } from '../../support/clients/api.ts';
import {
  type HeardFrame,
  happen,
  type Listening,
  listen,
  streamPath,
} from '../../support/clients/event-stream.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

callOverHttp();

fanOutEvents();

let owner: TestCaller;
beforeAll(async () => {
  owner = await aTenant();
});

const greeting = (stream: Listening) => stream.until(() => stream.lastEventId() !== undefined);

describe.concurrent('a connection', () => {
  it('sends heartbeats, then ends so that the browser reconnects', async () => {
    const stream = await listen(owner);
    await stream.end;
    expect(stream.text()).toMatch(/^: heartbeat$/m);
  });

  it('responds to HEAD without using a connection slot', async () => {
    const { tenantId, key } = await aTenant();
    const { status } = await send('HEAD', streamPath, { headers: { 'x-api-key': key } });
    expect(status).toBe(200);
    expect(await slotsUsed(tenantId)).toBe(0);
  });

  it('costs three writes, and half a read for every idle poll', async () => {
    const caller = await aTenant();
    // The first connection after a pause costs one more.
    await openFeed(caller, Date.now());
    const stream = await listen(caller);
    await stream.until(() => stream.text().includes('heartbeat'));
    const calls = await callsOf(stream);
    await stream.leave();
    const costs = calls.map(({ action, readUnits, writeUnits }) => `${action} ${readUnits}/${writeUnits}`);
    // The caller, the slot, the feed; then a poll each second; with the heartbeat, a renewal of the slot.
    expect(costs.slice(0, 3)).toEqual(['UpdateItem 0/1', 'UpdateItem 0/1', 'UpdateItem 0/1']);
    expect(costs.slice(3, 6)).toEqual(['Query 0.5/0', 'Query 0.5/0', 'UpdateItem 0/1']);
  });
});

describe.concurrent('an event', () => {
  it('reaches callers with access to its organization; one of the whole tenant reaches all callers', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const chief = await aKey({ ...north, isSuperAdmin: true });
    const inSouth = `organizationId=${south.organizationId}`;
    const streams = await Promise.all([
      listen(north),
      listen(south),
      listen(chief, { query: inSouth }),
      listen(chief, { headers: { cookie: 'svc_selected_org=__all__' } }),
    ]);
    await Promise.all(streams.map(greeting));
    const [a, b] = [await happen(north), await happen(south)];
    const all = await happen({ ...north, organizationId: null });
    await Promise.all(streams.map((stream) => stream.hears(all)));
    const [ofNorth, ofSouth, selected, everywhere] = streams;
    await Promise.all([ofNorth?.hears(a), ofSouth?.hears(b), selected?.hears(b)]);
    await Promise.all([everywhere?.hears(a), everywhere?.hears(b)]);
    expect(ofNorth?.eventIds()).not.toContain(b);
    expect(ofSouth?.eventIds()).not.toContain(a);
    expect(selected?.eventIds()).not.toContain(a);
    await Promise.all(streams.map((stream) => stream.leave()));
  });

  it('for a user, a role or a feature reaches only these recipients', async () => {
    const home = await aTenant();
    const role = await aRole(home);
    const viewer = { features: ['webhooks.view'], isSuperAdmin: false, organizations: [home.organizationId] };
    const [ada, bob] = [await aUser(home, { roleIds: [role.id] }), await aUser(home, { acl: viewer })];
    const holder = await aKey({ ...home, roles: [role], features: ['webhooks.view'] });
    const asUser = async (user: typeof ada) =>
      listen(undefined, { headers: { authorization: `Bearer ${(await aSession(user)).token}` } });
    const streams = await Promise.all([asUser(ada), asUser(bob), listen(holder), listen(home)]);
    await Promise.all(streams.map(greeting));
    const toAda = await happen(home, { recipientUserId: ada.id });
    const toBoth = await happen(home, { recipientUserIds: [ada.id, bob.id] });
    const toRole = await happen(home, { recipientRoleId: role.id });
    const toBobInRole = await happen(home, { recipientUserId: bob.id, recipientRoleIds: [role.id] });
    const toHome = await happen(home, { recipientUserId: home.keyId });
    const toReaders = await happen(home, { requiredFeature: 'audit_logs.view' });
    const toAll = await happen(home);
    const expected = [
      [toAda, toBoth, toRole, toReaders, toAll],
      [toBoth, toAll],
      [toRole, toAll],
      [toHome, toReaders, toAll],
    ];
    await Promise.all(
      streams.map((stream, index) => stream.until(() => stream.frames().length === expected[index]?.length)),
    );
    for (const [index, stream] of streams.entries()) {
      expect(stream.eventIds().toSorted()).toEqual(expected[index]?.toSorted());
      expect(stream.eventIds()).not.toContain(toBobInRole);
    }
    await Promise.all(streams.map((stream) => stream.leave()));
  });
});

describe.concurrent('a reconnecting client', () => {
  it('repeatedly, under load, receives every event once and in order', async () => {
    const caller = await aTenant();
    let stream = await listen(caller);
    await greeting(stream);
    const happened = Array.from({ length: 40 }, () => happen(caller));
    const heard: HeardFrame[] = [];
    while (heard.length < happened.length) {
      await stream.until(() => stream.frames().length > 0);
      await stream.leave();
      heard.push(...stream.frames());
      stream = await listen(caller, { lastEventId: stream.lastEventId() ?? '' });
    }
    await stream.leave();
    const eventIds = heard.map(({ data }) => data.eventId);
    expect(eventIds.toSorted()).toEqual((await Promise.all(happened)).toSorted());
    const positions = heard.map(({ id }) => Number(id));
    expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
  });
});

describe.concurrent('a disconnecting client', () => {
  it('ends its function, without further AWS calls', async () => {
    const stream = await listen(owner);
    await greeting(stream);
    await stream.leave();
    const requestId = stream.headers.get('x-request-id');
    await eventually('the log line of the connection', async () => {
      const response = await fetch(`${inject('controlUrl')}/logs?requestId=${requestId}`);
      const { lines } = (await response.json()) as { lines: { line: string }[] };
      return lines.find(({ line }) => line.includes('"outcome":"client left"'));
    });
    const calls = await callsOf(stream);
    // When another client receives an event, the first would have polled for it as well.
    await using other = await listen(owner);
    await greeting(other);
    await other.hears(await happen(owner));
    expect(await callsOf(stream)).toEqual(calls);
  });
});

describe.concurrent('the streams of a tenant', () => {
  const perTenant = Number(settings.EVENT_STREAMS_PER_TENANT);
  const perAddress = Number(settings.EVENT_STREAMS_PER_ADDRESS);

  it('are limited: one more is refused until a slot is free, without effect on other tenants', async () => {
    const caller = await aTenant();
    const nowMs = Date.now();
    const take = (address: string, limit: number) =>
      takeConnectionSlot(caller, address, {
        ...{ nowMs, untilMs: nowMs + 300_000 },
        limits: { perTenant, perAddress: limit },
      });
    // An address may take only some of the slots: the free one must be among those of this client.
    const own = await take('127.0.0.1', perAddress);
    for (let taken = 1; taken < perTenant; taken += 1) await take(`198.51.100.${taken}`, perTenant);
    await own.keep(nowMs);
    await using last = await listen(caller);
    await greeting(last);
    const { status, headers, body } = await caller.api.get(streamPath);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'too_many_streams', error: expect.stringContaining('50') });
    const retryAfter = Number(headers.get('retry-after'));
    // While the last one holds its slot without renewing it.
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(6);
    expect((await (await aTenant()).api.get(streamPath)).status).toBe(200);
  });
});
