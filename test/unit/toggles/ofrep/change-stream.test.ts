import { describe, expect, it } from 'vitest';
import { changeStream } from '../../../../shared/modules/toggles/ofrep/change-stream.ts';

/** A connection with a clock that advances with each sleep, and these marks in subsequent polls. */
async function texts(reads: readonly number[], lastEventId = '7', keeps = true) {
  let nowMs = 0;
  const found = [...reads];
  const source = {
    read: async () => found.shift() ?? reads.at(-1) ?? 0,
    keep: async () => keeps || nowMs === 0,
  };
  const sleep = async (ms: number) => {
    nowMs += ms;
  };
  const timing = { lastsMs: 5_000, heartbeatMs: 3_000, now: () => nowMs, sleep };
  const parts: string[] = [];
  for await (const text of changeStream(source, timing, {
    lastEventId,
    ended: new AbortController().signal,
  })) {
    parts.push(text);
  }
  return parts;
}

const frame = (position: number) =>
  `id: ${position}\ndata: {"type":"refetchEvaluation","etag":"${position}"}\n\n`;
const greeting = ': connected\n\nretry: 1000\n';
const heartbeat = ': heartbeat\n\n';

describe('the stream of changes', () => {
  it('sends one message per poll with a change, and heartbeats', async () => {
    expect(await texts([7, 7, 9, 9, 10])).toEqual([`${greeting}id: 7\n\n`, frame(9), heartbeat, frame(10)]);
  });

  it('makes a new client, or one that missed changes, evaluate again', async () => {
    for (const lastEventId of ['5', '']) {
      expect((await texts([7], lastEventId)).at(0)).toBe(greeting + frame(7));
    }
    expect((await texts([7], '7')).at(0)).toBe(`${greeting}id: 7\n\n`);
  });

  it('ends when its slot is lost', async () => {
    expect(await texts([7], '7', false)).toEqual([`${greeting}id: 7\n\n`]);
  });
});
