import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeedHead, follow, startAt } from '../../../shared/modules/events/stream/cursor.ts';
import { streamLimits } from '../../../shared/modules/events/stream/limits.ts';
import { aFrame } from '../../support/clients/frames.ts';

const { gapPatienceMs } = streamLimits;
const head = (position: number, resumedAt = 0): FeedHead => ({ position, resumedAt });
const positionsOf = (frames: readonly { position: number }[]) => frames.map(({ position }) => position);

describe('a connection starts', () => {
  const start = (lastEventId: string | undefined, at: FeedHead, kept: readonly number[] = [8, 9]) =>
    startAt(lastEventId, at, async (position) => kept.includes(position));

  it.each([
    ['without an id at the end of the feed', undefined, { position: 9, missed: false }],
    ['with an empty id at the end of the feed', '', { position: 9, missed: false }],
    ['after the last frame of its client', '7', { position: 7, missed: false }],
    ['at the end after the last frame', '9', { position: 9, missed: false }],
    ['at the end, with a loss, if the next frames have expired', '6', { position: 9, missed: true }],
    ['at the end, with a loss, after a future id', '10', { position: 9, missed: true }],
    ['at the end, with a loss, after an invalid id', '7; x', { position: 9, missed: true }],
    ['at the end, with a loss, after an endless id', '1'.repeat(17), { position: 9, missed: true }],
  ])('%s', async (_, lastEventId, expected) => {
    expect(await start(lastEventId, head(9))).toEqual(expected);
  });

  it('at the end, with a loss, after a time without listeners that began after the last frame', async () => {
    expect(await start('7', head(9, 9))).toEqual({ position: 9, missed: true });
    expect(await start('7', head(9, 8))).toEqual({ position: 9, missed: true });
    expect(await start('8', head(9, 8))).toEqual({ position: 8, missed: false });
    expect(await start('9', head(9, 9))).toEqual({ position: 9, missed: false });
    expect(await start(undefined, head(9, 9))).toEqual({ position: 9, missed: false });
  });
});

describe('a step', () => {
  const nowMs = 1_000_000;
  const at = (position: number, agoMs = 0) => aFrame(position, { writtenAtMs: nowMs - agoMs });
  const step = (position: number, found: Parameters<typeof follow>[1]) => {
    const { frames, ...rest } = follow(position, found, nowMs);
    return { frames: positionsOf(frames), ...rest };
  };

  it('reads the next frames in order', () => {
    expect(step(4, [at(5), at(6)])).toEqual({ frames: [5, 6], position: 6, missed: false });
    expect(step(4, [])).toEqual({ frames: [], position: 4, missed: false });
  });

  it('ends before a gap that is about to be filled', () => {
    expect(step(4, [at(5), at(7)])).toEqual({ frames: [5], position: 5, missed: false });
    expect(step(4, [at(6), at(7)])).toEqual({ frames: [], position: 4, missed: false });
    expect(step(4, [at(6, gapPatienceMs - 1)])).toEqual({ frames: [], position: 4, missed: false });
  });

  it('continues after a frame that never arrives, with a loss', () => {
    expect(step(4, [at(6, gapPatienceMs), at(7)])).toEqual({ frames: [6, 7], position: 7, missed: true });
    expect(step(4, [at(5), at(7, gapPatienceMs)])).toEqual({ frames: [5, 7], position: 7, missed: true });
  });
});

/** A feed of frames, with commit times and the delays until reads show them. */
const feeds = fc
  .array(fc.record({ afterMs: fc.nat(400), hiddenMs: fc.nat(2_000) }), { minLength: 1, maxLength: 30 })
  .map((entries) => {
    let writtenAtMs = 0;
    return entries.map(({ afterMs, hiddenMs }, index) => {
      writtenAtMs += afterMs;
      return { frame: aFrame(index + 1, { writtenAtMs }), shownAtMs: writtenAtMs + hiddenMs };
    });
  });
/** Steps of a client: wait and read, or lose the connection and resume. */
const limits = fc.integer({ min: 1, max: 5 });
const action = fc.record({ waitMs: fc.nat(700), reconnects: fc.boolean(), limit: limits });
const actions = fc.array(action, { maxLength: 60 });

describe('a client', () => {
  it('receives every frame once and in order, for any order of reads and any number of reconnects', async () => {
    await fc.assert(
      fc.asyncProperty(feeds, actions, async (feed, steps) => {
        let nowMs = 0;
        const headNow = () => head(feed.filter(({ frame }) => frame.writtenAtMs <= nowMs).length);
        let position = 0;
        const got: number[] = [];
        const read = (limit: number) => {
          const shown = feed.filter(({ shownAtMs }) => shownAtMs <= nowMs).map(({ frame }) => frame);
          const found = shown.filter((frame) => frame.position > position).slice(0, limit);
          const taken = follow(position, found, nowMs);
          expect(taken.missed).toBe(false);
          got.push(...positionsOf(taken.frames));
          position = taken.position;
        };
        const last = { waitMs: 30 * 400 + 2_000, reconnects: true, limit: 99 };
        for (const { waitMs, reconnects, limit } of [...steps, last]) {
          nowMs += waitMs;
          if (reconnects) {
            const resumed = await startAt(String(position), headNow(), async () => true);
            expect(resumed).toEqual({ position, missed: false });
          }
          read(limit);
        }
        expect(got).toEqual(feed.map(({ frame }) => frame.position));
      }),
      { numRuns: 300 },
    );
  });
});
