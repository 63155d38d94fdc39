/** Bodies at the AWS gateway and the HTTP API: reading requests and sending responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AwsResponse } from './aws-service.ts';

/** Whether the caller closed the connection while sending, as killed workers do. */
export const isHangUp = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && Reflect.get(error, 'code') === 'ECONNRESET';

/** Returns the whole body, or undefined when it is too large; the rest is then read and dropped. */
export async function readBody(
  body: AsyncIterable<Uint8Array> | undefined,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (body === undefined) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks);
}

/** Opens a body whose reader may stop early: the connection stays open for the response. */
export function openBody(request: IncomingMessage): AsyncIterable<Uint8Array> & { done(): void } {
  const iterator = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  return {
    [Symbol.asyncIterator]: () => iterator,
    /** Reads and drops the rest, so that a client that is still sending can read the response. */
    done() {
      const drop = (): void => void request.resume();
      Promise.resolve(iterator.return?.()).then(drop, drop);
    },
  };
}

/** Sends a response. Rejects when the client has disconnected, or when a streamed body ends with an error. */
export async function sendResponse(
  response: ServerResponse,
  { status, headers, body }: AwsResponse,
): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    // The response to a HEAD request has the content length of the omitted body.
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    response.end(body);
    return;
  }
  response.writeHead(status, headers);
  await pipeline(Readable.from(body, { objectMode: false, highWaterMark: 256 * 1024 }), response);
}
