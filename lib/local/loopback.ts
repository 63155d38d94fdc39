/** Servers that only this machine can reach. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  url: string;
  port: number;
  /** Stops listening and cuts the open connections. */
  stop(): Promise<void>;
}

/** Something the person who started the runtime can mend; shown as its message alone. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Binds the server to 127.0.0.1. Throws `StartError` when the port is taken; 0 takes a free one. */
export function listen(server: Server, port: number): Promise<LoopbackServer> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(
        new StartError(`Port ${port} is in use. Stop what uses it, or choose another: PORT=4500 npm start`),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const { port: bound } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${bound}`,
        port: bound,
        stop: () =>
          new Promise<void>((stopped) => {
            server.close(() => stopped());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/** Throws `StartError` when the port is taken, before anything costly is done for it. */
export async function assertPortFree(port: number): Promise<void> {
  if (port === 0) return;
  const probe = await listen(createServer(), port);
  await probe.stop();
}
