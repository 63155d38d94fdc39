/** Responses of AWS without a network: the SDK runs whole, and only `https.request` below it is replaced. */
import { EventEmitter } from 'node:events';
import https from 'node:https';
import { Readable } from 'node:stream';

type OnResponse = (response: unknown) => void;

/** What the SDK uses of a request. */
class AnsweredRequest extends EventEmitter {
  readonly socket = Object.assign(new EventEmitter(), { connecting: false, setKeepAlive: () => {} });
  #respond: (body: Buffer) => string;
  #onResponse: OnResponse;

  constructor(respond: (body: Buffer) => string, onResponse: OnResponse) {
    super();
    this.#respond = respond;
    this.#onResponse = onResponse;
  }

  end(body: string | Uint8Array): void {
    const text = this.#respond(Buffer.from(body));
    const response = Readable.from([Buffer.from(text)], { objectMode: false });
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    setImmediate(() => this.#onResponse(Object.assign(response, { statusCode: 200, headers })));
  }

  setTimeout(): void {}
  destroy(): void {}
}

/** From now on, `respond` returns the response to each call of AWS in this process, as JSON text. */
export function respondToHttps(respond: (action: string, body: Buffer) => string): void {
  Object.assign(https, {
    request: ({ headers }: { headers: Record<string, string> }, onResponse: OnResponse) => {
      const target = headers['x-amz-target'] ?? headers['X-Amz-Target'] ?? '';
      return new AnsweredRequest((body) => respond(target.split('.').at(-1) ?? '', body), onResponse);
    },
  });
}
