/** The global `awslambda` of Lambda's Node.js runtime: response streaming. */
import { Writable } from 'node:stream';

/** The content type that tells API Gateway and function URLs to expect status and headers before the body. */
const httpIntegrationContentType = 'application/vnd.awslambda.http-integration-response';
const streaming = Symbol('streaming handler');

/** So many bytes may be on their way to a slow client before the handler has to wait. */
const windowBytes = 262_144;

/** The client of a streamed answer has gone. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError';
}

/** The writable side a streaming handler gets; every chunk is handed on at once, a slow client slows it down. */
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
    this.#send(bytes);
  }

  /** The client has taken so many bytes. */
  acknowledge(bytes: number): void {
    this.#bytesUnderway -= bytes;
    if (this.#bytesUnderway >= windowBytes) return;
    // It may write at once, and have to wait again.
    const proceed = this.#proceed;
    this.#proceed = undefined;
    proceed?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#sendPrelude();
    if (chunk.byteLength > 0) this.#sendCounted(Uint8Array.from(chunk));
    if (this.#bytesUnderway < windowBytes) done();
    else this.#proceed = done;
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#sendPrelude();
    done();
  }

  /** Resolves when the handler has ended the stream and everything is handed on; rejects when it broke. */
  finished(): Promise<void> {
    if (this.errored) return Promise.reject(this.errored);
    if (this.writableFinished) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.once('finish', resolve);
      this.once('error', reject);
    });
  }
}

/** Whether the handler was wrapped by `awslambda.streamifyResponse`. */
export function isStreaming(handler: object): boolean {
  return Reflect.get(handler, streaming) === true;
}

/** Puts `awslambda` on the global object, where Lambda's runtime has it. */
export function offerAwslambda(): void {
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
  // Writable, because libraries assign their own emulator where they find none.
  Object.defineProperty(globalThis, 'awslambda', { value: awslambda, writable: true, configurable: true });
}
