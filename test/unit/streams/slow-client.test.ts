import { Writable } from 'node:stream';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { defineAwslambda } from '../../../lib/local/lambda/streaming.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { originHeaders } from '../../../shared/kernel/http/origin.ts';
import { type StreamingHandler, streamEndpoint } from '../../../shared/kernel/http/stream-endpoint.ts';
import { readerLimits } from '../../../shared/kernel/streams/reader-pace.ts';
import {
  acceptSampleEvents,
  sampleContext,
  sampleEndpoint,
  sampleEvent,
} from '../../support/fixtures/sample-endpoint.ts';

acceptSampleEvents();

const contract = defineEndpoint({
  ...sampleEndpoint,
  ...{ operationId: 'getLarge', transport: 'stream' },
  success: { status: 200, description: 'The response.', contentTypes: ['text/plain; charset=utf-8'] },
});

const closed = vi.fn();
async function* endless(): AsyncGenerator<string> {
  try {
    for (;;) yield 'x'.repeat(200_000);
  } finally {
    closed();
  }
}

let handler: StreamingHandler;
beforeAll(() => {
  defineAwslambda();
  handler = streamEndpoint(contract, async () => ({ body: endless() }));
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('a client that stops reading is disconnected, and the source of the response is closed', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stalled = Promise.withResolvers<void>();
  // Takes the first chunk, and never says that it has sent it.
  const client = Object.assign(new Writable({ write: () => stalled.resolve() }), {
    setContentType: () => undefined,
    setPrelude: () => undefined,
  });
  const event = sampleEvent({ headers: { [originHeaders.address]: '192.0.2.1' } });
  const context = { ...sampleContext(300_000), awsRequestId: 'slow' };
  const response = Promise.resolve(handler(event, client as never, context));
  const outcome = response.then(
    () => 'complete',
    (error: unknown) => String(error),
  );
  await stalled.promise;
  // The bytes that are read ahead count as read, so the client may pause for longer.
  await vi.advanceTimersByTimeAsync(readerLimits.maxAheadMs);
  expect(await outcome).toMatch(/SlowClientError: The client read less than 32768 bytes per second/);
  expect(client.destroyed).toBe(true);
  expect(closed).toHaveBeenCalledOnce();
});
