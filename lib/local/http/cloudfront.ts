/** CloudFront in the local runtime: the public host in front of the HTTP API and the function URLs. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type LoopbackServer, listen } from '../loopback.ts';
import { newCloudFrontId } from '../random-ids.ts';
import type { HostRequest, HostResponse } from '../types.ts';
import type { Behavior } from './cloudfront-behaviors.ts';
import { toRawHeaders, toViewerRequest } from './cloudfront-function.ts';
import type { DistributionWiring, Origin } from './cloudfront-wiring.ts';
import { hasBody, hostRequestOf } from './http-api.ts';

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
const limits = { urlBytes: 8_192, headBytes: 20_480 };
/** Node's own limit must be above CloudFront's, or Node would respond first. */
const nodeHeaderBytes = 65_536;

export interface CloudFrontOptions {
  wiring: DistributionWiring;
  /** 0 selects a free port. */
  port: number;
  /** Called with one line per request. */
  log?: ((line: string) => void) | undefined;
}

/** The peer address that origins see: an edge location's, never the viewer's. */
const edgeAddress = '192.0.2.1';

/** Headers of a single connection, neither forwarded nor returned. */
const hopByHop = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** An error that CloudFront itself returns. */
function hostError(status: number, title: string): HostResponse {
  const body = `<html><head><title>ERROR: ${title}</title></head><body><h1>${status} ${title}</h1></body></html>`;
  return { status, headers: [['content-type', 'text/html']], body: Buffer.from(body) };
}

function headBytes({ method, url = '', rawHeaders }: IncomingMessage): number {
  return Buffer.byteLength(`${method} ${url} HTTP/1.1\r\n${rawHeaders.join('\r\n')}`);
}

const withoutQuery = (target: string): string => target.split('?', 1)[0] ?? target;

/** Returns the target with the path that a function chose and the original query. */
const withPath = (target: string, path: string): string =>
  `${path}${target.slice(withoutQuery(target).length)}`;

/** Returns CloudFront's own refusal; undefined when the request goes to an origin. */
function refusal(incoming: IncomingMessage, { allowedMethods }: Behavior): HostResponse | undefined {
  const { method = 'GET', url = '/' } = incoming;
  if (Buffer.byteLength(url) > limits.urlBytes) return hostError(414, 'The request could not be satisfied');
  if (headBytes(incoming) > limits.headBytes) return hostError(494, 'The request could not be satisfied');
  if (!allowedMethods.has(method)) return hostError(403, 'The request could not be satisfied');
  if (hasBody(incoming) && (method === 'GET' || method === 'HEAD'))
    return hostError(403, 'The request could not be satisfied');
  return undefined;
}

/** Headers for the origin: the viewer's except `Host`, then those that the distribution sets. */
function forwardedHeaders(rawHeaders: readonly string[], origin: Origin, viewerIp: string): string[] {
  const own: [string, string][] = [['host', origin.hostName], ...origin.customHeaders];
  // The origin's signature replaces the viewer's credentials.
  if (origin.signs) own.push(['authorization', 'AWS4-HMAC-SHA256 Credential=origin-access-control']);
  const replaced = new Set(own.map(([name]) => name));
  const headers = own.flat();
  const forwardedFor: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    const value = String(rawHeaders[index + 1]);
    if (name === 'x-forwarded-for') forwardedFor.push(value);
    else if (!hopByHop.has(name) && !replaced.has(name)) headers.push(name, value);
  }
  return [...headers, 'x-forwarded-for', [...forwardedFor, viewerIp].join(', ')];
}

function responseHeaders(originResponse: HostResponse, { responseHeaders: policy }: Behavior): string[] {
  const overridden = new Set(policy.filter(({ override }) => override).map(({ name }) => name));
  const present = new Set(originResponse.headers.map(([name]) => name));
  // Headers that an origin announces for a streamed response; the length of a whole one is known anyway.
  const announced = (name: string) =>
    name === 'content-length' && !(originResponse.body instanceof Uint8Array);
  const kept = originResponse.headers.filter(
    ([name]) => (!hopByHop.has(name) || announced(name)) && !overridden.has(name),
  );
  const added = policy.filter(({ name, override }) => override || !present.has(name));
  return [...kept.flat(), ...added.flatMap(({ name, value }) => [name, value])];
}

/** Rejects when no byte arrives within the timeout, as CloudFront does. */
function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The origin did not respond in time.')), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resolves when more can be written, or when the connection is closed. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.once('drain', done).once('close', done);
  });
}

async function sendStream(
  outgoing: ServerResponse,
  body: AsyncIterable<Uint8Array>,
  readTimeoutMs: number,
): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(readTimeoutMs, Promise.resolve(iterator.next()));
      if (next.done) break;
      if (outgoing.destroyed) return;
      if (!outgoing.write(next.value)) {
        await drained(outgoing);
      }
    }
    outgoing.end();
  } catch {
    // Closes the connection, so that a part of the response does not look complete.
    outgoing.destroy();
  } finally {
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** Starts the public host on the loopback address. Throws `StartError` when the port is taken. */
export function startCloudFront({ wiring, port, log }: CloudFrontOptions): Promise<LoopbackServer> {
  function route(
    request: HostRequest,
    behavior: Behavior,
  ): { request: HostRequest; origin: Origin } | HostResponse {
    const { method, target, rawHeaders, sourceIp } = request;
    const viewerRequest = toViewerRequest(method, target, rawHeaders);
    const outcome = behavior.viewerRequest?.(viewerRequest, { ip: sourceIp });
    if (outcome?.response !== undefined) {
      const { statusCode: status, headers, body } = outcome.response;
      const pairs = Object.entries(headers).map(([name, { value }]): [string, string] => [name, value]);
      return { status, headers: pairs, body: Buffer.from(body.data) };
    }
    const origin = wiring.origin(outcome?.originId ?? behavior.originId);
    const passedOn = outcome === undefined ? rawHeaders : toRawHeaders(outcome.request);
    const forwarded = forwardedHeaders(passedOn, origin, sourceIp);
    const passedTarget = outcome === undefined ? target : withPath(target, outcome.request.uri);
    return {
      request: { ...request, target: passedTarget, rawHeaders: forwarded, sourceIp: edgeAddress },
      origin,
    };
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const behavior = wiring.behaviorOf(withoutQuery(incoming.url ?? '/'));
    const refused = refusal(incoming, behavior);
    const clientGone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) clientGone.abort();
    });
    let originResponse: HostResponse;
    let readTimeoutMs = 0;
    const routed = refused ?? route(hostRequestOf(incoming), behavior);
    if ('status' in routed) {
      incoming.resume();
      originResponse = routed;
    } else {
      const { request, origin } = routed;
      readTimeoutMs = origin.readTimeoutMs;
      try {
        originResponse = await within(readTimeoutMs, origin.host(request, clientGone.signal));
      } catch (error) {
        clientGone.abort();
        // A client that disconnects while sending is not an error.
        if (!incoming.complete) return void outgoing.destroy();
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        originResponse = hostError(504, 'The request could not be satisfied');
      }
    }
    const { status, body } = originResponse;
    const headers = [...responseHeaders(originResponse, behavior), 'via', '1.1 cloudfront (local)'];
    headers.push('x-cache', `${status < 400 ? 'Miss' : 'Error'} from cloudfront`);
    headers.push('x-amz-cf-id', newCloudFrontId());
    if (body instanceof Uint8Array) {
      outgoing.writeHead(status, [...headers, 'content-length', String(body.byteLength)]);
      outgoing.end(body);
      return;
    }
    outgoing.writeHead(status, headers);
    outgoing.flushHeaders();
    await sendStream(outgoing, body, readTimeoutMs);
  }

  const server = createServer({ maxHeaderSize: nodeHeaderBytes }, (incoming, outgoing) => {
    const startedAtMs = performance.now();
    serve(incoming, outgoing)
      .catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        // The response has an invalid header, for instance one with a line break.
        if (outgoing.headersSent) return void outgoing.destroy();
        outgoing.writeHead(502, { 'content-type': 'text/html' });
        outgoing.end(hostError(502, 'The request could not be satisfied').body);
      })
      .then(() => {
        const tookMs = Math.round(performance.now() - startedAtMs);
        log?.(`${incoming.method} ${incoming.url} ${outgoing.statusCode} ${tookMs} ms`);
      });
  });
  return listen(server, port);
}
