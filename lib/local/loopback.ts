/** Servers that only this machine can reach. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LoopbackServer = Awaited<ReturnType<typeof listen>>;

const ownHost = /^(?:\[::1\]|(?:[^:]+\.)?(?:127\.0\.0\.1|localhost))(?::\d{1,5})?$/i;

/**
 * Whether a `Host` header names this machine, possibly with a bucket's name as subdomain. Browsers always send
 * the header.
 */
export const isOwnHost = (host: string | undefined): boolean => host === undefined || ownHost.test(host);

/**
 * Responds with 403 to requests for another host; returns whether it did. A web page whose name was rebound to
 * 127.0.0.1 has the same origin as this server, and could otherwise read everything.
 */
export function refuseForeignHost({ headers }: IncomingMessage, response: ServerResponse): boolean {
  if (isOwnHost(headers.host)) return false;
  response.writeHead(403, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ error: 'This server only accepts requests to 127.0.0.1 and localhost.' }));
  return true;
}

/** An error that the developer can fix; only its message is printed. */
export class StartError extends Error {
  override name = 'StartError';
}

/**
 * Longer than clients keep idle sockets, so that no client writes to a socket that is being closed: with Node's 5 s,
 * `fetch` fails on a machine that is busy for two of them.
 */
const keepAliveMs = 120_000;

const portProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Stop the program that uses it, or choose another port',
  EACCES: 'cannot be opened by your user. Choose another port',
};

/** Binds the server to 127.0.0.1; 0 selects a free port. Throws `StartError` when the port is taken or not permitted. */
export async function listen(server: Server, port: number) {
  server.keepAliveTimeout = keepAliveMs;
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const problem = error instanceof Error && portProblems[String(Reflect.get(error, 'code'))];
    if (!problem) throw error;
    throw new StartError(`Port ${port} ${problem}: PORT=4500 npm start`);
  }
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    /** Stops listening and closes the open connections. */
    async stop(): Promise<void> {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Binds the server to that port, or to a free one when it is taken. */
export async function listenNear(server: Server, port: number): Promise<LoopbackServer> {
  try {
    return await listen(server, port);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return listen(server, 0);
  }
}

/** Returns a port that is free now: the given one, or any. Throws `StartError` when the given one is taken. */
export async function freePort(port = 0): Promise<number> {
  const probe = await listen(createServer(), port);
  await probe.stop();
  return probe.port;
}
