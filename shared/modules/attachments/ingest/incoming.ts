/** Reads request bodies on demand and with timeouts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '../../../kernel/errors/app-error.ts';
import { MalformedBodyError } from '../../../kernel/errors/errors.ts';
import type { IngestLimits } from './limits.ts';

/** Maximum bytes of a body to buffer; then the connection is paused. */
const maxBufferedBytes = 262_144;

/**
 * Yields the chunks of a body. For a client with `Expect: 100-continue`, the first read sends `100 Continue`, so that a
 * client whose request is rejected earlier sends no body. Throws MalformedBodyError if the client pauses or takes too long,
 * or disconnects.
 */
export async function* incomingBody(
  request: IncomingMessage,
  response: ServerResponse,
  { expectsContinue, limits }: { expectsContinue: boolean; limits: IngestLimits },
): AsyncGenerator<Uint8Array, void, void> {
  const buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  let isOver = false;
  let failure: AppError | undefined;
  /** Wakes the waiting reader; undefined if no reader waits. */
  let wake: (() => void) | undefined;
  const take = (chunk: Uint8Array): void => {
    // Ignores chunks after a timeout, which a client may continue to send.
    if (isOver) return;
    buffered.push(chunk);
    bufferedBytes += chunk.byteLength;
    if (bufferedBytes >= maxBufferedBytes) request.pause();
    wake?.();
  };
  const end = (why?: AppError): void => {
    if (isOver) return;
    isOver = true;
    failure = why;
    wake?.();
  };
  const finish = (): void => end();
  const disconnect = (error?: unknown): void =>
    end(new MalformedBodyError('The body ended before it was complete.', error));
  const timeOut = (): void => end(new MalformedBodyError('The body did not arrive in time.'));
  // One timer for all chunks. It applies only while the reader waits for the client, not while a chunk is processed.
  const idle = setTimeout(() => wake && timeOut(), limits.idleSeconds * 1000);
  const total = setTimeout(timeOut, limits.totalSeconds * 1000);
  request.on('data', take).on('end', finish).on('error', disconnect).on('close', disconnect);
  try {
    if (expectsContinue) response.writeContinue();
    if (request.destroyed) disconnect(request.errored);
    for (;;) {
      const chunk = buffered.shift();
      if (chunk !== undefined) {
        bufferedBytes -= chunk.byteLength;
        if (request.isPaused() && buffered.length === 0) request.resume();
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
    request.off('data', take).off('end', finish).off('error', disconnect).off('close', disconnect);
    request.pause();
  }
}

/**
 * Reads a part of the body of a rejected request. If a connection is closed with unread bytes, the client's system may
 * discard the response; a client that has received the response stops sending and closes the connection.
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
  const timeoutCancellation = new AbortController();
  const timeout = sleep(limits.drainSeconds * 1000, undefined, { signal: timeoutCancellation.signal });
  await Promise.race([enough.promise, timeout.catch(() => undefined)]);
  timeoutCancellation.abort();
}
