/**
 * AWS calls of a worker without a socket: what its code sends to the address of the AWS gateway travels on a message
 * port instead, and is answered there. The code itself is the one that is deployed, and finds `node:http` as ever.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import type { AwsAnswerMessage, AwsCallMessage } from './protocol.ts';

const serviceOf = /Credential=[^/,\s]+\/\d+\/[^/]+\/([^/]+)\//;

/** What clients look at and set on the socket of a request. */
class NoSocket extends EventEmitter {
  readonly connecting = false;
  setKeepAlive(): this {
    return this;
  }
  setTimeout(): this {
    return this;
  }
  destroy(): this {
    return this;
  }
}
const noSocket = new NoSocket().setMaxListeners(0);

class ChannelAnswer extends Readable {
  readonly statusCode: number;
  readonly statusMessage = '';
  readonly headers: Readonly<Record<string, string>>;
  complete = false;
  readonly socket = noSocket;

  constructor({ status, headers, body }: AwsAnswerMessage) {
    super();
    this.statusCode = status;
    this.headers = headers;
    if (body.length > 0)
      this.push(typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    this.push(null);
    this.complete = true;
  }
  override _read(): void {}
}

class ChannelRequest extends EventEmitter {
  readonly socket = noSocket;
  readonly writable = true;
  destroyed = false;
  /** All services of the channel speak JSON. */
  #text = '';
  #send: (body: string) => void;
  #forget: () => void;
  /** Runs what follows in the context of the code that made the request. */
  #inContext = AsyncLocalStorage.snapshot();

  constructor(send: (body: string) => void, forget: () => void) {
    super();
    this.#send = send;
    this.#forget = forget;
  }

  write(chunk: string | Uint8Array): boolean {
    this.#text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  }

  end(last?: string | Uint8Array): this {
    if (last !== undefined) this.write(last);
    this.#send(this.#text);
    return this;
  }

  setTimeout(): this {
    return this;
  }

  receive(message: AwsAnswerMessage): void {
    this.#inContext(() => {
      const answer = new ChannelAnswer(message);
      answer.once('close', () => this.emit('close'));
      this.emit('response', answer);
    });
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.#forget();
    const failure = error ?? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    process.nextTick(() => {
      this.emit('error', failure);
      this.emit('close');
    });
    return this;
  }
}

export interface AwsChannel {
  /** What stands in for `http.request`, where the gateway takes the call without a socket; undefined where it does not. */
  request(options: RequestOptions, onResponse: unknown): ChannelRequest | undefined;
  /** An answer has come. */
  receive(message: AwsAnswerMessage): void;
}

/** Text values of headers by lower-case names, as a server would find them. */
function plainHeaders(headers: OutgoingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) plain[name.toLowerCase()] = String(value);
  }
  return plain;
}

/** A channel for calls of these services. `post` sends a message to the gateway. */
export function createAwsChannel(
  services: readonly string[],
  post: (message: AwsCallMessage) => void,
): AwsChannel {
  const waiting = new Map<number, ChannelRequest>();
  const taken = new Set(services);
  let calls = 0;
  return {
    request({ headers = {}, method = 'GET', path }, onResponse) {
      if (Array.isArray(headers)) return undefined;
      const plain = plainHeaders(headers as OutgoingHttpHeaders);
      const [, service = ''] = serviceOf.exec(plain.authorization ?? '') ?? [];
      if (!taken.has(service)) return undefined;
      calls += 1;
      const id = calls;
      const request = new ChannelRequest(
        (body) => post({ type: 'aws', id, method, path: path ?? '/', headers: plain, body }),
        () => waiting.delete(id),
      );
      waiting.set(id, request);
      if (typeof onResponse === 'function') request.once('response', (answer) => onResponse(answer));
      return request;
    },
    receive(message) {
      const request = waiting.get(message.id);
      waiting.delete(message.id);
      request?.receive(message);
    },
  };
}
