/**
 * Resolves a host, connects to it and starts TLS while the function still loads: Lambda gives a start a whole core,
 * and the round trips run in parallel. The first request then uses the connection. Nothing is sent, so nothing is
 * billed, metered or authorized.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib
 */
import type { Agent, ClientRequestArgs } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

/**
 * Lambda may start a function minutes before its first call, and freezes it until then. A connection that AWS closed
 * meanwhile looks open until it is written to, so an old one is not used; making another one costs nothing.
 */
const freshMs = 5_000;
/** The same limit as that of the SDK's own agents. */
const maxSockets = 50;

/** Connects an agent to the URL's host. This becomes the agent's first connection to it. */
function connectNow(agent: Agent, { hostname, port: given }: URL, usualPort: number): void {
  const connect = agent.createConnection.bind(agent);
  const port = Number(given) || usualPort;
  // An agent takes the TLS host name from the request, which does not exist yet.
  const target: ClientRequestArgs & { servername: string } = { host: hostname, port, servername: hostname };
  const socket = connect(target) as Socket;
  const untilMs = Date.now() + freshMs;
  // A failure here is harmless: the request connects by itself and reports its own errors.
  socket.on('error', () => socket.destroy());
  // The socket does not keep an idle process alive, and an unused connection is closed.
  socket.unref();
  const expiry = setTimeout(() => socket.destroy(), freshMs).unref();

  agent.createConnection = (options, callback) => {
    if (options.host !== hostname || Number(options.port) !== port) return connect(options, callback);
    agent.createConnection = connect;
    clearTimeout(expiry);
    // The timer does not run while the function is frozen.
    if (Date.now() > untilMs) socket.destroy();
    return socket.writable ? socket.ref() : connect(options, callback);
  };
}

/**
 * Starts connecting to an endpoint (`https://dynamodb.eu-central-1.amazonaws.com`) and returns the `requestHandler`
 * options with which a client uses that connection for its first request. Never throws or waits: when the connection
 * fails, the client opens its own.
 */
export function connectEarly(endpoint: string): { httpAgent?: Agent; httpsAgent?: Agent } {
  const url = URL.parse(endpoint);
  // Errors of the address are reported by the client's own request.
  if (url === null) return {};
  const isPlain = url.protocol === 'http:';
  // Only the local runtime has no TLS. Importing `node:http` would load fetch and WebSocket at every start.
  const { Agent } = isPlain ? process.getBuiltinModule('node:http') : https;
  const agent = new Agent({ keepAlive: true, maxSockets });
  connectNow(agent, url, isPlain ? 80 : 443);
  return isPlain ? { httpAgent: agent } : { httpsAgent: agent };
}
