/** The global `awslambda` of Lambda's Node.js runtime: response streaming. */
import { Writable } from 'node:stream';

/** The content type that tells API Gateway and function URLs to expect status and headers before the body. */
const httpIntegrationContentType = 'application/vnd.awslambda.http-integration-response';
const streaming = Symbol('streaming handler');

/** The writable side a streaming handler gets; every chunk is handed on at once. */
export class ResponseStream extends Writable {
  contentType = 'application/octet-stream';
  #send: (bytes: Uint8Array) => void;
  #prelude: Uint8Array | undefined;

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
    this.#send(this.#prelude);
    this.#prelude = undefined;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#sendPrelude();
    this.#send(Uint8Array.from(chunk));
    done();
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
  // Writable, because libraries assign their own stand-in where they find none.
  Object.defineProperty(globalThis, 'awslambda', { value: awslambda, writable: true, configurable: true });
}
