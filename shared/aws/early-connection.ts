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
/** As many as the SDK's own agents open at once. */
const maxSockets = 50;

function createAgent(isPlain: boolean): Agent {
  const options = { keepAlive: true, maxSockets };
  if (!isPlain) return new https.Agent(options);
  // Only on one machine is there no TLS. Importing `node:http` would load fetch and WebSocket at every start.
  const http = process.getBuiltinModule('node:http');
  return new http.Agent(options);
}

/** Connects an agent to where the URL points. The agent's first connection to that host is then this one. */
function connectNow(agent: Agent, { hostname, port }: URL, defaultPort: number): void {
  const connect = agent.createConnection.bind(agent);
  const target = { host: hostname, port: Number(port) || defaultPort };
  const socket = connect({ ...target, ...forTls(hostname), keepAlive: true } as ClientRequestArgs) as Socket;
  const untilMs = Date.now() + freshMs;
  let isWaiting = true;
  // Whoever fails here is not missed: the request connects by itself, and its errors are reported as ever.
  socket.on('error', () => socket.destroy());
  // It keeps no process alive that has nothing else to do, and no connection open that nobody wants.
  socket.unref();
  const expiry = setTimeout(() => isWaiting && socket.destroy(), freshMs);
  expiry.unref();

  function take({ host, port: wanted }: ClientRequestArgs): Socket | undefined {
    if (!isWaiting || host !== target.host || Number(wanted) !== target.port) return undefined;
    isWaiting = false;
    clearTimeout(expiry);
    // The timer does not run while the function is frozen.
    if (Date.now() > untilMs) socket.destroy();
    return socket.writable ? socket.ref() : undefined;
  }

  agent.createConnection = (options, callback) => take(options) ?? connect(options, callback);
}

/** What an agent takes from a request and from itself, as there is no request yet. Addresses have no certificates. */
const forTls = (hostname: string) => ({
  servername: /^[\d.]+$/.test(hostname) ? '' : hostname,
  ALPNProtocols: ['http/1.1'],
});

/**
 * Begins to connect to an endpoint (`https://dynamodb.eu-central-1.amazonaws.com`) and answers what a client's
 * `requestHandler` needs to use that connection for its first request. Never throws and never waits: whatever goes wrong
 * with the connection, the client makes one of its own.
 */
export function connectEarly(endpoint: string): { httpAgent: Agent } | { httpsAgent: Agent } {
  const url = URL.parse(endpoint);
  const isPlain = url?.protocol === 'http:';
  const agent = createAgent(isPlain);
  try {
    if (url !== null) connectNow(agent, url, isPlain ? 80 : 443);
  } catch {
    // What is wrong with the address, the client says of its own request.
  }
  return isPlain ? { httpAgent: agent } : { httpsAgent: agent };
}
