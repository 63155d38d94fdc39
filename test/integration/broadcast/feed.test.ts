/** The worker that writes feeds, on the real table. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { feedHeadKey, feedKey } from '../../../shared/modules/events/keys.ts';
import { takeConnectionSlot } from '../../../shared/modules/events/stream/connection-slots.ts';
import { openFeed, readFeed } from '../../../shared/modules/events/stream/feed-store.ts';
import { streamLimits } from '../../../shared/modules/events/stream/limits.ts';
import { aMessageOf, broadcast, feedOf, slotsUsed } from '../../support/builders/broadcast.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const retentionMs = streamLimits.retentionSeconds * 1_000;

/** Creates a tenant with a listening client. */
async function aListeningTenant() {
  const tenantId = randomUUID();
  const { position } = await openFeed({ tenantId }, Date.now());
  return { tenantId, start: position };
}

describe('a feed', () => {
  it('numbers its frames consecutively across workers', async () => {
    const { tenantId, start } = await aListeningTenant();
    const batches = Array.from({ length: 6 }, (_, batch) =>
      Array.from({ length: 5 }, (__, index) => aMessageOf(tenantId, `${batch}-${index}`)),
    );
    const failed = await Promise.all(batches.map((batch) => broadcast(...batch)));
    expect(failed.flat()).toEqual([]);
    const frames = await feedOf(tenantId);
    expect(frames.map(({ position }) => position)).toEqual(
      Array.from({ length: 30 }, (_, index) => start + 1 + index),
    );
    expect(new Set(frames.map(({ eventId }) => eventId)).size).toBe(30);
    expect(await getItem(feedHeadKey({ tenantId }))).toMatchObject({ position: start + 30 });
  });

  it('contains each event once, also for redelivered messages', async () => {
    const { tenantId } = await aListeningTenant();
    const first = aMessageOf(tenantId, 'first');
    await broadcast(first, first);
    await Promise.all([1, 2, 3].map((other) => broadcast(aMessageOf(tenantId, `other-${other}`), first)));
    const ids = (await feedOf(tenantId)).map(({ eventId }) => eventId);
    expect(ids.toSorted()).toEqual(['first', 'other-1', 'other-2', 'other-3']);
  });

  it('contains events of its tenant only', async () => {
    const [one, other] = [await aListeningTenant(), await aListeningTenant()];
    const id = randomUUID();
    await broadcast(aMessageOf(one.tenantId, id), aMessageOf(other.tenantId, id), aMessageOf(null, id));
    expect(await readFeed(one, one.start)).toHaveLength(1);
    expect(await readFeed(other, other.start)).toHaveLength(1);
    expect(one.start).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is not written without recent connections', async () => {
    const [never, long] = [randomUUID(), randomUUID()];
    const nowMs = Date.now();
    const longAgoMs = nowMs - retentionMs - 61_000;
    await openFeed({ tenantId: long }, longAgoMs);
    await broadcast(aMessageOf(never, 'event'), aMessageOf(long, 'event'));
    expect(await feedOf(never)).toEqual([]);
    expect(await feedOf(long)).toEqual([]);
    expect(await openFeed({ tenantId: never }, nowMs)).toEqual({ position: nowMs, resumedAt: nowMs });
    // Not only the first of several clients that return learns that it has missed events.
    const resumed = { position: longAgoMs + 1, resumedAt: longAgoMs + 1 };
    const opened = await Promise.all([1, 2].map(() => openFeed({ tenantId: long }, nowMs)));
    expect(opened).toEqual([resumed, resumed]);
    await broadcast(aMessageOf(long, 'later'));
    expect((await feedOf(long)).map(({ position }) => position)).toEqual([longAgoMs + 2]);
    expect(await openFeed({ tenantId: long }, nowMs)).toEqual({ ...resumed, position: longAgoMs + 2 });
  });

  it('contains only events for browsers, and none that is too large', async () => {
    const { tenantId } = await aListeningTenant();
    const failed = await broadcast(
      aMessageOf(tenantId, 'hidden', { type: 'webhooks.webhook.created' }),
      aMessageOf(tenantId, 'large', { data: { id: 'x'.repeat(5_000) } }),
      aMessageOf(tenantId, 'told'),
    );
    expect(failed).toEqual([]);
    expect((await feedOf(tenantId)).map(({ eventId }) => eventId)).toEqual(['told']);
  });

  it('expires by TTL: frames after minutes, deduplication items after a day', async () => {
    const { tenantId, start } = await aListeningTenant();
    const nowSeconds = Date.now() / 1_000;
    await broadcast(aMessageOf(tenantId, 'event'));
    const frame = await getItem(feedKey({ tenantId }, start + 1));
    expect(Number(frame?.ttl) - nowSeconds).toBeCloseTo(streamLimits.retentionSeconds, -1);
  });
});

describe('the connection slots of a tenant', () => {
  const limits = { perTenant: 8, perAddress: 8 };
  const soon = () => ({ limits, nowMs: Date.now(), untilMs: Date.now() + 60_000 });
  const ip = '192.0.2.1';

  it('are limited, also for parallel requests', async () => {
    const scope = { tenantId: randomUUID() };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => takeConnectionSlot(scope, ip, soon())),
    );
    const taken = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(await slotsUsed(scope.tenantId)).toBe(taken.length);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused[0]).toMatchObject({ reason: { code: 'too_many_streams' } });
    // Refused requests may take remaining slots.
    for (let left = 8 - taken.length; left > 0; left -= 1) await takeConnectionSlot(scope, ip, soon());
    await expect(takeConnectionSlot(scope, ip, soon())).rejects.toThrow('8 event streams');
    expect(await slotsUsed(scope.tenantId)).toBe(8);
  });

  it('are free again after they expire, and lost if they are not renewed', async () => {
    const scope = { tenantId: randomUUID() };
    const nowMs = Date.now();
    const one = { perTenant: 1, perAddress: 1 };
    const place = await takeConnectionSlot(scope, ip, { limits: one, nowMs, untilMs: nowMs + 5_000 });
    expect(await place.keep(nowMs + 9_000)).toBe(true);
    await expect(
      takeConnectionSlot(scope, ip, { limits: one, nowMs: nowMs + 8_999, untilMs: 0 }),
    ).rejects.toMatchObject({
      headers: { 'retry-after': '1' },
    });
    await takeConnectionSlot(scope, ip, { limits: one, nowMs: nowMs + 9_000, untilMs: nowMs + 20_000 });
    expect(await place.keep(nowMs + 30_000)).toBe(false);
  });

  it('are only in part for one address', async () => {
    const scope = { tenantId: randomUUID() };
    const shared = { ...soon(), limits: { perTenant: 8, perAddress: 2 } };
    for (let taken = 0; taken < 2; taken += 1) await takeConnectionSlot(scope, ip, shared);
    await expect(takeConnectionSlot(scope, ip, shared)).rejects.toThrow('2 of them from one address');
    await takeConnectionSlot(scope, '2001:db8::1', { ...shared, limits });
  });
});
