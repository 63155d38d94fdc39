/** The global `awslambda` of Lambda's Node.js runtime: response streaming. */
import { once } from 'node:events';
import { Writable } from 'node:stream';

/** The content type that makes API Gateway and function URLs expect status and headers before the body. */
const httpIntegrationContentType = 'application/vnd.awslambda.http-integration-response';
const streaming = Symbol('streaming handler');

/** Bytes in flight to a slow client before the handler has to wait. */
const windowBytes = 262_144;

/** The client of a streamed response has disconnected. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError';
}

/**
 * Returns the bytes in memory of their own: a message contains the whole memory of a buffer, and a small buffer is a view
 * of Node's pool, which other buffers share.
 */
function inOwnMemory(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** The response stream of a streaming handler. Every chunk is sent at once; a slow client slows the handler down. */
export class ResponseStream extends Writable {
  contentType = 'application/octet-stream';
  #send: (bytes: Uint8Array) => void;
  #prelude: Uint8Array | undefined;
  #bytesUnderway = 0;
  #proceed: (() => void) | undefined;

  constructor(send: (bytes: Uint8Array) => void) {
    super();
    this.#send = send;
  }

  setContentType(contentType: string): void {
    this.contentType = contentType;
  }

  /** Status, headers and cookies, sent before the first byte of the body. */
  setPrelude(prelude: unknown): void {
    this.setContentType(httpIntegrationContentType);
    this.#prelude = Buffer.concat([Buffer.from(JSON.stringify(prelude)), Buffer.alloc(8)]);
  }

  #sendPrelude(): void {
    if (this.#prelude === undefined) return;
    this.#sendCounted(this.#prelude);
    this.#prelude = undefined;
  }

  #sendCounted(bytes: Uint8Array): void {
    this.#bytesUnderway += bytes.byteLength;
    this.#send(inOwnMemory(bytes));
  }

  /** Called when the client has received this number of bytes. */
  acknowledge(bytes: number): void {
    this.#bytesUnderway -= bytes;
    if (this.#bytesUnderway >= windowBytes) return;
    // The next chunk may be written at once, and may have to wait again.
    const proceed = this.#proceed;
    this.#proceed = undefined;
    proceed?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#sendPrelude();
    if (chunk.byteLength > 0) this.#sendCounted(chunk);
    if (this.#bytesUnderway < windowBytes) done();
    else this.#proceed = done;
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#sendPrelude();
    done();
  }

  /** Resolves when the handler has ended the stream and everything is sent; rejects when the stream failed. */
  async finished(): Promise<void> {
    if (this.errored) throw this.errored;
    if (!this.writableFinished) await once(this, 'finish');
  }
}

/** Whether the handler was wrapped by `awslambda.streamifyResponse`. */
export function isStreaming(handler: object): boolean {
  return Reflect.get(handler, streaming) === true;
}

/** Puts `awslambda` on the global object, where Lambda's runtime has it. */
export function defineAwslambda(): void {
  const awslambda = {
    streamifyResponse: <Handler extends object>(handler: Handler): Handler =>
      Object.assign(handler, { [streaming]: true }),
    HttpResponseStream: {
      from: (stream: ResponseStream, prelude: unknown): ResponseStream => {
        stream.setPrelude(prelude);
        return stream;
      },
    },
  };
  // Writable, because libraries assign their own implementation where they find none.
  Object.defineProperty(globalThis, 'awslambda', { value: awslambda, writable: true, configurable: true });
}
