import { describe, expect, it } from 'vitest';
import { eventStream } from '../../../shared/modules/events/stream/event-stream.ts';
import type { StoredFrame } from '../../../shared/modules/events/stream/frame.ts';
import { aFrame } from '../../support/clients/frames.ts';

const heartbeatMs = 15_000;
const lastsMs = 55_000;

/** A connection over a feed in memory, with a clock that advances only while the stream sleeps. */
function aConnection({ lastEventId, resumedAt = 0 }: { lastEventId?: string; resumedAt?: number } = {}) {
  let nowMs = 1_000_000;
  const startMs = nowMs;
  const feed: StoredFrame[] = [aFrame(1, { writtenAtMs: nowMs }), aFrame(2, { writtenAtMs: nowMs })];
  const calls: string[] = [];
  const kept: number[] = [];
  const due: { atMs: number; act: () => void }[] = [];
  const client = new AbortController();
  let isPlaceLost = false;
  let leavesWhileReading = false;
  const hidden = new Set<number>();

  const stream = eventStream(
    {
      async open(untilMs) {
        calls.push('open');
        kept.push(untilMs - startMs);
        return { position: feed.length, resumedAt };
      },
      async keep(untilMs) {
        calls.push('keep');
        kept.push(untilMs - startMs);
        return !isPlaceLost;
      },
      async read(after) {
        calls.push('read');
        if (leavesWhileReading && after < feed.length) client.abort();
        return feed.filter(({ position }) => position > after).slice(0, 500);
      },
      isKept: async (position) => feed.some((frame) => frame.position === position),
      async maySee({ position }) {
        calls.push('may see');
        return !hidden.has(position);
      },
    },
    {
      lastsMs,
      heartbeatMs,
      now: () => nowMs,
      async sleep(ms) {
        nowMs += ms;
        for (const { act } of due.filter(({ atMs }) => startMs + atMs <= nowMs)) act();
        due.splice(0, due.length, ...due.filter(({ atMs }) => startMs + atMs > nowMs));
      },
    },
    { lastEventId, ended: client.signal },
  );
  return {
    stream,
    calls,
    kept,
    hidden,
    leave: () => client.abort(),
    leaveWhileReading: () => {
      leavesWhileReading = true;
    },
    losePlace: () => {
      isPlaceLost = true;
    },
    elapsedMs: () => nowMs - startMs,
    /** Writes this many frames after this time. */
    write(atMs: number, count = 1) {
      const act = () => {
        for (let left = count; left > 0; left -= 1)
          feed.push(aFrame(feed.length + 1, { writtenAtMs: startMs + atMs }));
      };
      due.push({ atMs, act });
    },
    at: (atMs: number, act: () => void) => void due.push({ atMs, act }),
  };
}

/** Every chunk with its time of arrival. */
async function chunksOf({ stream, elapsedMs }: ReturnType<typeof aConnection>) {
  const chunks: { atMs: number; text: string }[] = [];
  for await (const text of stream) chunks.push({ atMs: elapsedMs(), text });
  return chunks;
}
const idsOf = (chunks: readonly { text: string }[]) =>
  chunks.flatMap(({ text }) => [...text.matchAll(/id: (\d+)\ndata/g)].map(([, id]) => Number(id)));

describe('a connection', () => {
  it('sends a heartbeat every 15 seconds, ends within a minute, and renews its slot until shortly after the next heartbeat', async () => {
    const connection = aConnection();
    const [, ...beats] = await chunksOf(connection);
    expect(beats).toEqual([15_000, 30_000, 45_000].map((atMs) => ({ atMs, text: ': heartbeat\n\n' })));
    expect(connection.elapsedMs()).toBe(lastsMs);
    // The last one ends with the connection, so that the unused slot is free at once.
    expect(connection.kept).toEqual([20_000, 35_000, 50_000, 55_000]);
  });

  it('polls the feed once a second while it is idle, and more often after a frame', async () => {
    const connection = aConnection();
    connection.write(30_000);
    expect(idsOf(await chunksOf(connection))).toEqual([3]);
    expect(connection.calls.filter((call) => call === 'read')).toHaveLength(55 + 2 * 3);
  });

  it('sends a new frame within a second', async () => {
    const connection = aConnection();
    connection.write(2_001);
    const [, frame] = await chunksOf(connection);
    expect(frame).toEqual({ atMs: 3_000, text: 'id: 3\ndata: {"n":3}\n\n' });
  });

  it('starts after the last frame of the client', async () => {
    const [, frames] = await chunksOf(aConnection({ lastEventId: '0' }));
    expect(frames).toEqual({ atMs: 0, text: 'id: 1\ndata: {"n":1}\n\nid: 2\ndata: {"n":2}\n\n' });
  });

  it('notifies a client of missed frames, and continues from the end', async () => {
    const connection = aConnection({ lastEventId: '1', resumedAt: 2 });
    connection.write(500);
    const chunks = await chunksOf(connection);
    expect(chunks[0]?.text).toBe(': connected\n\nretry: 1000\nid: 2\n\nevent: missed\ndata: {}\n\n');
    expect(idsOf(chunks)).toEqual([3]);
  });

  it('reads again at once if there are more frames than one read returns', async () => {
    const connection = aConnection();
    connection.write(1_000, 1_200);
    const chunks = await chunksOf(connection);
    const atOnce = chunks.filter(({ atMs }) => atMs === 1_000);
    expect(atOnce.map(({ text }) => text.match(/data/g)?.length)).toEqual([500, 500, 200]);
  });

  it('advances the client’s position over frames that it may not see', async () => {
    const connection = aConnection();
    for (const position of [3, 4, 5]) connection.hidden.add(position);
    connection.write(1_000, 2);
    connection.write(52_000);
    const chunks = await chunksOf(connection);
    expect(idsOf(chunks)).toEqual([]);
    expect(chunks[1]).toEqual({ atMs: 15_000, text: ': heartbeat\n\nid: 4\n\n' });
    expect(chunks.at(-1)).toEqual({ atMs: lastsMs, text: 'id: 5\n\n' });
  });

  it('ends when the client disconnects, without further reads', async () => {
    const connection = aConnection();
    connection.at(3_000, connection.leave);
    await chunksOf(connection);
    expect(connection.elapsedMs()).toBe(3_000);
    expect(connection.calls).toEqual(['open', 'read', 'read', 'read']);
  });

  it('ends when the client disconnects during a read, without further reads', async () => {
    const connection = aConnection();
    connection.leaveWhileReading();
    connection.write(1_000);
    expect(idsOf(await chunksOf(connection))).toEqual([]);
    expect(connection.calls).toEqual(['open', 'read', 'read']);
  });

  it('ends when its slot is lost', async () => {
    const connection = aConnection();
    connection.at(14_000, connection.losePlace);
    await chunksOf(connection);
    expect(connection.elapsedMs()).toBe(15_000);
  });
});
