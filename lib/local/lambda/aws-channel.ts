/**
 * AWS calls of a worker without a socket: requests to the address of the AWS gateway are sent over a message port. The
 * deployed code is unchanged and uses `node:http`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import type { AwsCallMessage, AwsResponseMessage } from './protocol.ts';

const serviceOf = /Credential=[^/,\s]+\/\d+\/[^/]+\/([^/]+)\//;

/** The socket properties that HTTP clients read and set. */
class NoSocket extends EventEmitter {
  readonly connecting = false;
  readonly setKeepAlive = () => this;
  readonly setTimeout = () => this;
  readonly destroy = () => this;
}
const noSocket = new NoSocket().setMaxListeners(0);

class ChannelResponse extends Readable {
  readonly statusCode: number;
  readonly statusMessage = '';
  readonly headers: Readonly<Record<string, string>>;
  readonly complete = true;
  readonly socket = noSocket;

  constructor({ status, headers, body }: AwsResponseMessage) {
    super();
    this.statusCode = status;
    this.headers = headers;
    if (body !== '') this.push(body);
    this.push(null);
  }
  override _read(): void {}
}

class ChannelRequest extends EventEmitter {
  readonly socket = noSocket;
  readonly writable = true;
  destroyed = false;
  /** All services of the channel use JSON. */
  #text = '';
  #send: (body: string) => void;
  #removeWaiting: () => void;
  /** Runs the callback in the async context of the code that made the request. */
  #inContext = AsyncLocalStorage.snapshot();

  constructor(send: (body: string) => void, removeWaiting: () => void) {
    super();
    this.#send = send;
    this.#removeWaiting = removeWaiting;
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

  receive(message: AwsResponseMessage): void {
    this.#inContext(() => {
      const response = new ChannelResponse(message);
      response.once('close', () => this.emit('close'));
      this.emit('response', response);
    });
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.#removeWaiting();
    const failure = error ?? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    process.nextTick(() => {
      this.emit('error', failure);
      this.emit('close');
    });
    return this;
  }
}

export type AwsChannel = ReturnType<typeof createAwsChannel>;

/** Header values by lower-case names, as a server receives them. */
function plainHeaders(headers: OutgoingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) plain[name.toLowerCase()] = String(value);
  }
  return plain;
}

/** Creates a channel for calls of these services. `post` sends a message to the gateway. */
export function createAwsChannel(services: readonly string[], post: (message: AwsCallMessage) => void) {
  const waiting = new Map<number, ChannelRequest>();
  const taken = new Set(services);
  let calls = 0;
  return {
    /** Replaces `http.request` for calls that the gateway accepts without a socket; undefined for others. */
    request(options: RequestOptions, onResponse: unknown): ChannelRequest | undefined {
      const { headers = {}, method = 'GET', path } = options;
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
      if (typeof onResponse === 'function') request.once('response', (response) => onResponse(response));
      return request;
    },
    /** Called for each response. */
    receive(message: AwsResponseMessage): void {
      const request = waiting.get(message.id);
      waiting.delete(message.id);
      request?.receive(message);
    },
  };
}
