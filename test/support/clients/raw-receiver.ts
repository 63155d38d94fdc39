/** Receivers of webhooks for tests that do what no HTTP server does. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export interface RawReceiver extends AsyncDisposable {
  port: number;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** What came in, all connections together. */
  received(): string;
  connections(): number;
}

/** Does something with a connection whenever one request has come in whole; `index` counts from 0 in it. */
export type OnRequest = (socket: Socket, index: number) => void;

const headEnd = '\r\n\r\n';

/** How many bytes the request at the start of the text has; undefined while it is incomplete. */
function requestLength(text: string): number | undefined {
  const end = text.indexOf(headEnd);
  if (end < 0) return undefined;
  const [, bytes = '0'] = /^content-length: (\d+)/im.exec(text) ?? [];
  const length = end + headEnd.length + Number(bytes);
  return text.length >= length ? length : undefined;
}

async function listen(server: Server, event: string, onRequest: OnRequest): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let everything = '';
  let connections = 0;
  server.on(event, (socket: Socket) => {
    sockets.add(socket);
    connections += 1;
    let pending = '';
    let index = 0;
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      everything += chunk.toString('latin1');
      pending += chunk.toString('latin1');
      for (let length = requestLength(pending); length !== undefined; length = requestLength(pending)) {
        pending = pending.slice(length);
        onRequest(socket, index);
        index += 1;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    received: () => everything,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A receiver that speaks TCP as the test says. */
export function rawReceiver(onRequest: OnRequest): Promise<RawReceiver> {
  return listen(createServer(), 'connection', onRequest);
}

/** The same behind TLS. */
export function tlsReceiver(options: TlsOptions, onRequest: OnRequest): Promise<RawReceiver> {
  return listen(createTlsServer(options), 'secureConnection', onRequest);
}
