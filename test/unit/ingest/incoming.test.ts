import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { incomingBody } from '../../../shared/modules/attachments/ingest/incoming.ts';
import { ingestLimits } from '../../../shared/modules/attachments/ingest/limits.ts';

const limits = { ...ingestLimits, idleSeconds: 20, totalSeconds: 180 };
const second = 1_000;

function aBody(): { client: PassThrough; chunks: AsyncGenerator<Uint8Array, void, void> } {
  const client = new PassThrough();
  // As in the server: the reader of the body detects that the client has disconnected.
  client.on('error', () => undefined);
  const request = client as unknown as IncomingMessage;
  return { client, chunks: incomingBody(request, {} as ServerResponse, { expectsContinue: false, limits }) };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

describe('an incoming body', () => {
  it('is complete, and its end is not an interruption', async () => {
    const { client, chunks } = aBody();
    const sent = randomBytes(1_000_000);
    void (async () => {
      for (let at = 0; at < sent.byteLength; at += 70_001) {
        client.write(sent.subarray(at, at + 70_001));
        await turn();
      }
      client.end();
    })();
    const taken = await Array.fromAsync(chunks, async (chunk) => {
      await turn();
      return chunk;
    });
    expect(Buffer.concat(taken).equals(sent)).toBe(true);
  });

  it('stays at the client until it is read', async () => {
    const { client, chunks } = aBody();
    const first = chunks.next();
    client.write(Buffer.alloc(1));
    await first;
    let moved = 0;
    client.on('data', (chunk: Buffer) => {
      moved += chunk.byteLength;
    });
    for (let count = 0; count < 64; count += 1) client.write(Buffer.alloc(65_536));
    await turn();
    expect(client.isPaused()).toBe(true);
    expect(moved).toBeLessThan(500_000);
    client.end();
    for await (const chunk of chunks) void chunk;
    expect(moved).toBe(64 * 65_536);
  });

  it('can wait for its reader, but not for its client', async () => {
    const { client, chunks } = aBody();
    client.write(Buffer.from('a'));
    await chunks.next();
    vi.advanceTimersByTime(100 * second);
    client.write(Buffer.from('b'));
    expect(await chunks.next()).toMatchObject({ value: Buffer.from('b') });
    const next = chunks.next();
    next.catch(() => undefined);
    await turn();
    vi.advanceTimersByTime(19 * second);
    client.write(Buffer.from('c'));
    expect(await next).toMatchObject({ value: Buffer.from('c') });
    const late = expect(chunks.next()).rejects.toThrow('did not arrive in time');
    await turn();
    vi.advanceTimersByTime(20 * second);
    await late;
  });

  it('has a total time limit, even if it arrives steadily', async () => {
    const { client, chunks } = aBody();
    const taking = (async () => {
      for await (const _ of chunks) {
        await turn();
        vi.advanceTimersByTime(10 * second);
        client.write(Buffer.from('more'));
      }
    })();
    client.write(Buffer.from('some'));
    await expect(taking).rejects.toThrow('did not arrive in time');
  });

  it.each([
    ['now', false],
    ['before it is read', true],
  ])('whose client disconnects %s is incomplete', async (_, isGone) => {
    const { client, chunks } = aBody();
    if (isGone) {
      client.destroy();
      await turn();
    }
    const next = expect(chunks.next()).rejects.toMatchObject({
      code: 'malformed_body',
      message: expect.stringMatching(/complete/),
    });
    await turn();
    client.destroy(new Error('aborted'));
    await next;
  });
});
