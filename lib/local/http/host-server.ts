/** The HTTP servers of the public host and of the HTTP API: node:http in front of a host. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type LoopbackServer, listen } from '../loopback.ts';
import type { Headers, HostRequest, HostResponse } from '../types.ts';

/** Node's own limit must be above those of AWS, or Node would respond first. */
const nodeHeaderBytes = 65_536;

export interface HostServerOptions {
  /** `client` is aborted when the client disconnects before it has the whole response. */
  respond(request: HostRequest, client: AbortController): Promise<HostResponse>;
  /** The response when `respond` fails, or returns a header that HTTP does not allow. */
  failure: HostResponse;
  /** 0 selects a free port. */
  port: number;
  /** Called with one line per request. */
  log?: ((line: string) => void) | undefined;
}

/** Converts `rawHeaders` of node:http. */
export function headersOf(rawHeaders: readonly string[]): Headers {
  const headers: Headers = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.push([String(rawHeaders[index]).toLowerCase(), String(rawHeaders[index + 1])]);
  return headers;
}

/** Whether the headers announce a body. To read an empty one takes as long as to route the request. */
const announcesBody = (headers: Headers): boolean =>
  headers.some(
    ([name, value]) => name === 'transfer-encoding' || (name === 'content-length' && Number(value) > 0),
  );

function hostRequestOf(incoming: IncomingMessage): HostRequest {
  const headers = headersOf(incoming.rawHeaders);
  return {
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    headers,
    body: announcesBody(headers) ? incoming : undefined,
    sourceIp: (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
  };
}

/** A length of 0 would be that of the resource in responses to HEAD and in 304, and 204 has none (RFC 9110, section 8.6). */
const hasNoLength = (method: string | undefined, status: number): boolean =>
  method === 'HEAD' || status === 304 || status === 204;

async function send(outgoing: ServerResponse, { status, headers, body }: HostResponse): Promise<void> {
  const rawHeaders = headers.flat();
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = Buffer.byteLength(body);
    const isUnknown = bytes === 0 && hasNoLength(outgoing.req.method, status);
    outgoing.writeHead(status, isUnknown ? rawHeaders : [...rawHeaders, 'content-length', String(bytes)]);
    outgoing.end(body);
    return;
  }
  outgoing.writeHead(status, rawHeaders);
  outgoing.flushHeaders();
  await pipeline(body, outgoing);
}

/** Starts a server on the loopback address. Throws `StartError` when the port is taken. */
export function startHostServer({ respond, failure, port, log }: HostServerOptions): Promise<LoopbackServer> {
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const client = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) client.abort();
    });
    try {
      await send(outgoing, await respond(hostRequestOf(incoming), client));
    } catch (error) {
      // A part of a response must not look complete, and a client that disconnects is not an error.
      if (outgoing.headersSent || outgoing.closed) return void outgoing.destroy();
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      await send(outgoing, failure);
    }
  }

  const server = createServer({ maxHeaderSize: nodeHeaderBytes }, async (incoming, outgoing) => {
    const startedAtMs = performance.now();
    await serve(incoming, outgoing);
    const tookMs = Math.round(performance.now() - startedAtMs);
    log?.(`${incoming.method} ${incoming.url} ${outgoing.statusCode} ${tookMs} ms`);
  });
  return listen(server, port);
}
