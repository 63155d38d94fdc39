/** Webhook receivers for tests that need more control than an HTTP server has. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export interface RawReceiver extends AsyncDisposable {
  port: number;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Received text, all connections together. */
  received(): string;
  connections(): number;
}

/** Called with a connection whenever it received a whole request; `index` counts from 0 per connection. */
export type OnRequest = (socket: Socket, index: number) => void;

const headEnd = '\r\n\r\n';

/** The length of the request at the start of the text in bytes; undefined while it is incomplete. */
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

/** A TCP receiver that the test controls. */
export function rawReceiver(onRequest: OnRequest): Promise<RawReceiver> {
  return listen(createServer(), 'connection', onRequest);
}

/** The same receiver with TLS. */
export function tlsReceiver(options: TlsOptions, onRequest: OnRequest): Promise<RawReceiver> {
  return listen(createTlsServer(options), 'secureConnection', onRequest);
}
