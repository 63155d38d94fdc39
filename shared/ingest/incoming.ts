/** Bodies on their way in: no reading before somebody wants them, and no waiting for ever. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MalformedBodyError } from '../http/errors.ts';
import type { IngestLimits } from './limits.ts';

function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new MalformedBodyError('The body did not arrive in time.'));
    const timer = setTimeout(late, Math.max(0, milliseconds));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * The chunks of a body. A client that asked (`Expect: 100-continue`) is told to send when the first is wanted, so one
 * that is refused before sends nothing. Throws MalformedBodyError when the client pauses or takes too long, or leaves.
 */
export async function* incomingBody(
  request: IncomingMessage,
  response: ServerResponse,
  { asks, limits }: { asks: boolean; limits: IngestLimits },
): AsyncGenerator<Uint8Array, void, void> {
  const deadlineMs = Date.now() + limits.totalSeconds * 1000;
  if (asks) response.writeContinue();
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const patienceMs = Math.min(limits.idleSeconds * 1000, deadlineMs - Date.now());
      const next = await within(patienceMs, chunks.next());
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    if (error instanceof MalformedBodyError) throw error;
    throw new MalformedBodyError('The body ended before it was complete.', error);
  } finally {
    // Not awaited: while a chunk is still waited for, it would wait as well.
    void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}

/**
 * Reads a little of a body that nobody wants. Closing a connection with bytes of the client unread makes its system
 * throw away the answer; a client that has it stops sending and closes by itself.
 */
export async function drain(request: IncomingMessage, limits: IngestLimits): Promise<void> {
  let bytes = 0;
  const enough = Promise.withResolvers<void>();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > limits.drainBytes) request.pause();
  });
  for (const event of ['end', 'close', 'error']) request.once(event, () => enough.resolve());
  const giveUp = new AbortController();
  const patience = sleep(limits.drainSeconds * 1000, undefined, { signal: giveUp.signal });
  await Promise.race([enough.promise, patience.catch(() => undefined)]);
  giveUp.abort();
}
