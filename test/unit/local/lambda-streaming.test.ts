import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { ResponseStream } from '../../../lib/local/lambda/streaming.ts';

describe('a streamed response', () => {
  it.each([1_000, 29_696, 65_536, 262_144, 1_000_000])(
    'with many chunks of %i bytes is complete for a client that reads them in order',
    async (chunkBytes) => {
      const chunks = Array.from({ length: 64 }, () => Buffer.alloc(chunkBytes));
      const waiting: Uint8Array[] = [];
      let received = 0;
      const stream = new ResponseStream((bytes) => waiting.push(bytes));
      const taking = setInterval(() => {
        const bytes = waiting.shift();
        if (bytes === undefined) return;
        received += bytes.byteLength;
        stream.acknowledge(bytes.byteLength);
      });
      await pipeline(Readable.from(chunks, { objectMode: false }), stream);
      clearInterval(taking);
      const left = waiting.reduce((sum, bytes) => sum + bytes.byteLength, 0);
      expect(received + left).toBe(64 * chunkBytes);
    },
  );

  it('waits for a client that does not read', async () => {
    let sent = 0;
    const stream = new ResponseStream((bytes) => {
      sent += bytes.byteLength;
    });
    const chunks = Array.from({ length: 64 }, () => Buffer.alloc(65_536));
    pipeline(Readable.from(chunks, { objectMode: false }), stream).catch(() => undefined);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(sent).toBe(262_144);
    stream.destroy();
  });
});
