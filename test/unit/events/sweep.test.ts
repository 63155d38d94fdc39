import { describe, expect, it } from 'vitest';
import { outboxShards } from '../../../shared/kernel/table/keys.ts';
import { sweep } from '../../../shared/modules/events/sweep.ts';
import { aFakeOutbox, anOutboxItem } from '../../support/fault-injection/fake-outbox.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const nowMs = Date.parse('2026-03-01T10:00:00.000Z');
const inTime = () => Date.now() + 60_000;
const agedMs = (ageMs: number) => ({ occurredAtMs: nowMs - ageMs });

describe('sweep', () => {
  it('publishes events older than a minute, in every shard', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      anOutboxItem({ id: `event-${index}`, ...agedMs(60_000) }),
    );
    const old = [...new Map(many.map((item) => [item.pk, item])).values()];
    const young = Array.from({ length: 5 }, () => anOutboxItem(agedMs(59_000)));
    expect(new Set(old.map(({ pk }) => pk)).size).toBe(outboxShards);
    const outbox = aFakeOutbox([...old, ...young]);
    const outcome = await sweep({ nowMs, deadlineMs: inTime() });
    expect(outcome).toEqual({ published: outboxShards, failed: 0, refused: 0, finished: true });
    expect(outbox.left()).toEqual(young);
  });

  it('publishes the oldest of a shard first', async () => {
    const ids = ['a', 'b', 'c'].map((end) => `same-shard-${end}`);
    const events = ids.map((id, index) => anOutboxItem({ id, ...agedMs(100_000 + index) }));
    const samePk = events.map((item) => ({ ...item, pk: String(events[0]?.pk) }));
    const outbox = aFakeOutbox(samePk);
    await sweep({ nowMs, deadlineMs: inTime() });
    expect(outbox.puts.flat().map(({ Detail = '' }) => JSON.parse(Detail).id)).toEqual(ids.toReversed());
  });

  it('stops at its deadline, and reports it', async () => {
    const old = Array.from({ length: 100 }, () => anOutboxItem(agedMs(61_000)));
    const outbox = aFakeOutbox(old);
    expect(await sweep({ nowMs, deadlineMs: 0 })).toMatchObject({ finished: false });
    await sweep({ nowMs, deadlineMs: inTime() });
    expect(outbox.left()).toEqual([]);
  });

  it('is not blocked by events that the bus refuses', async () => {
    const poisoned = { ...anOutboxItem(agedMs(90_000)), data: undefined };
    const good = { ...anOutboxItem(agedMs(80_000)), pk: poisoned.pk };
    const outbox = aFakeOutbox([poisoned, good]);
    expect(await sweep({ nowMs, deadlineMs: inTime() })).toMatchObject({ published: 1, refused: 1 });
    expect(outbox.left()).toEqual([poisoned]);
  });

  it('writes nothing for an empty outbox', async () => {
    const outbox = aFakeOutbox();
    expect(await sweep({ nowMs, deadlineMs: inTime() })).toMatchObject({ published: 0, finished: true });
    expect(outbox.happened).toEqual([]);
  });
});
