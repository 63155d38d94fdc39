/** Bodies at the AWS gateway: how requests are read, and answers are sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AwsAnswer } from './aws-service.ts';

/** The caller went away while it was sending, as workers do that are ended. */
export const isHangUp = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && Reflect.get(error, 'code') === 'ECONNRESET';

/** The whole body, or undefined when it is too large; the rest is then read and dropped. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks);
}

/** A body whose reader may stop in the middle: the connection stays, for the answer. */
export function openBody(request: IncomingMessage): AsyncIterable<Uint8Array> & { done(): void } {
  const iterator = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  return {
    [Symbol.asyncIterator]: () => iterator,
    /** Reads and drops what is left, so that a client which still sends gets to read the answer. */
    done() {
      const drop = (): void => void request.resume();
      Promise.resolve(iterator.return?.()).then(drop, drop);
    },
  };
}

/** Sends an answer. Rejects when the client has gone, or a streamed body ends with an error. */
export async function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: AwsAnswer,
): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    // The response to a HEAD request has the length of the body that it leaves out.
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    response.end(body);
    return;
  }
  response.writeHead(status, headers);
  await pipeline(Readable.from(body, { objectMode: false, highWaterMark: 256 * 1024 }), response);
}
