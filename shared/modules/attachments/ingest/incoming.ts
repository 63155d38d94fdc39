/** Bodies on their way in: no reading before they are wanted, and no waiting for ever. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MalformedBodyError } from '../../../kernel/errors/errors.ts';
import type { IngestLimits } from './limits.ts';

/** So much of a body is held until it is read; more stays with its sender. */
const maxHeldBytes = 262_144;

/**
 * The chunks of a body. A client that asked (`Expect: 100-continue`) is asked to send when the first is wanted, so one
 * that is refused before sends nothing. Throws MalformedBodyError when the client pauses or takes too long, or leaves.
 */
export async function* incomingBody(
  request: IncomingMessage,
  response: ServerResponse,
  { expectsContinue, limits }: { expectsContinue: boolean; limits: IngestLimits },
): AsyncGenerator<Uint8Array, void, void> {
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let isOver = false;
  let failure: MalformedBodyError | undefined;
  /** Resolves what waits for a change; undefined while nothing waits. */
  let wake: (() => void) | undefined;
  const take = (chunk: Uint8Array): void => {
    // A client that is too late may go on and on.
    if (isOver) return;
    held.push(chunk);
    heldBytes += chunk.byteLength;
    if (heldBytes >= maxHeldBytes) request.pause();
    wake?.();
  };
  const end = (why?: MalformedBodyError): void => {
    if (isOver) return;
    isOver = true;
    failure = why;
    wake?.();
  };
  const finish = (): void => end();
  const leave = (error?: unknown): void =>
    end(new MalformedBodyError('The body ended before it was complete.', error));
  const late = (): void => end(new MalformedBodyError('The body did not arrive in time.'));
  // One timer for all chunks. While one is still being worked on, there is no wait for the client.
  const idle = setTimeout(() => wake && late(), limits.idleSeconds * 1000);
  const total = setTimeout(late, limits.totalSeconds * 1000);
  request.on('data', take).on('end', finish).on('error', leave).on('close', leave);
  try {
    if (expectsContinue) response.writeContinue();
    if (request.destroyed) leave(request.errored);
    for (;;) {
      const chunk = held.shift();
      if (chunk !== undefined) {
        heldBytes -= chunk.byteLength;
        if (request.isPaused() && held.length === 0) request.resume();
        yield chunk;
      } else if (failure !== undefined) throw failure;
      else if (isOver) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          idle.refresh();
        });
        wake = undefined;
      }
    }
  } finally {
    clearTimeout(idle);
    clearTimeout(total);
    request.off('data', take).off('end', finish).off('error', leave).off('close', leave);
    request.pause();
  }
}

/**
 * Reads a little of an unwanted body. Closing a connection with bytes of the client unread makes its system
 * throw away the answer; a client that has it stops sending and closes by itself.
 */
export async function drain(request: IncomingMessage, limits: IngestLimits): Promise<void> {
  let bytes = 0;
  const enough = Promise.withResolvers<void>();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > limits.drainBytes) request.pause();
  });
  request.resume();
  for (const event of ['end', 'close', 'error']) request.once(event, () => enough.resolve());
  const giveUp = new AbortController();
  const patience = sleep(limits.drainSeconds * 1000, undefined, { signal: giveUp.signal });
  await Promise.race([enough.promise, patience.catch(() => undefined)]);
  giveUp.abort();
}
