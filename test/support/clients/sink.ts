/** A webhook receiver for tests: stores requests, and responds as the test sets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SinkRequest {
  method: string;
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  receivedAtMs: number;
}

export interface SinkResponse {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  /** Sends this text repeatedly instead of a body, without an end. */
  drip?: { text: string; everyMs: number };
}

/** A promise delays the response until it is fulfilled; `never` leaves the sender waiting. */
export type Responder = (
  request: SinkRequest,
  index: number,
) => SinkResponse | 'never' | Promise<SinkResponse>;

export interface Sink extends AsyncDisposable {
  /** Without a slash at its end. */
  url: string;
  /** All requests, in order. */
  requests: readonly SinkRequest[];
  /** Number of connections. */
  connections(): number;
  /** Sets the response from now on; an empty 200 before the first call. */
  respond(responder: Responder): void;
  /** Waits for the first `count` requests. Rejects when the sink stops before. */
  waitFor(count: number): Promise<readonly SinkRequest[]>;
  stop(): Promise<void>;
}

interface Waiter {
  count: number;
  resolve(requests: readonly SinkRequest[]): void;
  reject(error: Error): void;
}

async function received(request: IncomingMessage): Promise<SinkRequest> {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const { method = '', url: path = '' } = request;
  return {
    method,
    path,
    headers: Object.fromEntries(headers),
    body: await text(request),
    receivedAtMs: Date.now(),
  };
}

function write(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', drip }: SinkResponse,
): void {
  response.writeHead(status, headers);
  if (drip === undefined) {
    response.end(body);
    return;
  }
  const timer = setInterval(() => response.write(drip.text), drip.everyMs);
  response.write(drip.text);
  response.once('close', () => clearInterval(timer));
}

/**
 * Starts a receiver on a free port of 127.0.0.1. Senders on other machines reach it below the public address, by its
 * port, if there is one (`bin/conform.ts`).
 */
export async function startSink(publicUrl = ''): Promise<Sink> {
  const requests: SinkRequest[] = [];
  let connections = 0;
  let responder: Responder = () => ({});
  let waiters: Waiter[] = [];

  const wakeWaiters = () => {
    for (const { count, resolve } of waiters) if (requests.length >= count) resolve(requests.slice(0, count));
    waiters = waiters.filter(({ count }) => requests.length < count);
  };

  const server = createServer(async (incoming, response) => {
    try {
      const request = await received(incoming);
      const index = requests.push(request) - 1;
      const answer = responder(request, index);
      wakeWaiters();
      if (answer !== 'never') write(response, await answer);
    } catch (error) {
      // The sender disconnected, or the responder threw, which breaks the connection visibly for the test.
      response.destroy(error instanceof Error ? error : undefined);
    }
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    for (const { count, reject } of waiters) {
      reject(new Error(`The sink stopped after ${requests.length} of ${count} requests.`));
    }
    waiters = [];
  };

  return {
    url: publicUrl === '' ? `http://127.0.0.1:${port}` : `${publicUrl}/${port}`,
    requests,
    connections: () => connections,
    respond(next) {
      responder = next;
    },
    waitFor(count) {
      return new Promise((resolve, reject) => {
        waiters.push({ count, resolve, reject });
        wakeWaiters();
      });
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
