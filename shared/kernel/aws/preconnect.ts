/**
 * Looks up a host, connects to it and agrees on TLS while the function still loads: Lambda gives a start all of a core,
 * and the round trips run beside the rest of it. The first request finds the connection made. Nothing is sent, so
 * nothing is billed, metered or authorized.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib
 */
import type { Agent, ClientRequestArgs } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

/**
 * Lambda may start a function minutes before anybody calls it, and freezes it until then. What AWS closed meanwhile
 * looks open until it is written to, so an older connection is not trusted; it costs nothing to make another one.
 */
const freshMs = 5_000;
/** The same limit as that of the SDK's own agents. */
const maxSockets = 50;

/** Connects an agent to where the URL points. The agent's first connection to that host is then this one. */
function connectNow(agent: Agent, { hostname, port: given }: URL, usualPort: number): void {
  const connect = agent.createConnection.bind(agent);
  const port = Number(given) || usualPort;
  // An agent takes the name for TLS from the request, and there is none yet.
  const target: ClientRequestArgs & { servername: string } = { host: hostname, port, servername: hostname };
  const socket = connect(target) as Socket;
  const untilMs = Date.now() + freshMs;
  // A failure here does no harm: the request connects by itself, and its errors are reported as ever.
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
 * Begins to connect to an endpoint (`https://dynamodb.eu-central-1.amazonaws.com`) and returns what a client's
 * `requestHandler` needs to use that connection for its first request. Never throws and never waits: what goes wrong
 * with the connection, the client makes one of its own.
 */
export function connectEarly(endpoint: string): { httpAgent?: Agent; httpsAgent?: Agent } {
  const url = URL.parse(endpoint);
  // Errors of the address are reported by the client's own request.
  if (url === null) return {};
  const isPlain = url.protocol === 'http:';
  // Only on one machine is there no TLS. Importing `node:http` would load fetch and WebSocket at every start.
  const { Agent } = isPlain ? process.getBuiltinModule('node:http') : https;
  const agent = new Agent({ keepAlive: true, maxSockets });
  connectNow(agent, url, isPlain ? 80 : 443);
  return isPlain ? { httpAgent: agent } : { httpsAgent: agent };
}
