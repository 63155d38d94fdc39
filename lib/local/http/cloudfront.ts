/** CloudFront in the local runtime: the public host in front of the HTTP API and the function URLs. */
import type { LoopbackServer } from '../loopback.ts';
import { newCloudFrontId } from '../random-ids.ts';
import type { Headers, HostRequest, HostResponse } from '../types.ts';
import { within } from '../within.ts';
import type { Behavior } from './cloudfront-behaviors.ts';
import { toHeaders, toViewerRequest } from './cloudfront-function.ts';
import type { DistributionWiring, Origin } from './cloudfront-wiring.ts';
import { type HostServerOptions, startHostServer } from './host-server.ts';
import { withoutQuery } from './http-event.ts';

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
const limits = { urlBytes: 8_192, headBytes: 20_480 };

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
function hostError(status: number): HostResponse {
  const title = 'The request could not be satisfied';
  const body = `<html><head><title>ERROR: ${title}</title></head><body><h1>${status} ${title}</h1></body></html>`;
  return { status, headers: [['content-type', 'text/html']], body };
}

/** Bytes of the request line and the headers, which Node decodes as Latin-1: one character per byte. */
const headBytes = ({ method, target, headers }: HostRequest): number =>
  headers.reduce(
    (bytes, [name, value]) => bytes + name.length + value.length + ': \r\n'.length,
    `${method} ${target} HTTP/1.1\r\n`.length,
  );

/** Returns CloudFront's own refusal; undefined when the request goes to an origin. */
function refusal(request: HostRequest, { allowedMethods }: Behavior): HostResponse | undefined {
  const { method, target, body } = request;
  if (target.length > limits.urlBytes) return hostError(414);
  if (headBytes(request) > limits.headBytes) return hostError(494);
  if (!allowedMethods.has(method)) return hostError(403);
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) return hostError(403);
  return undefined;
}

/** Headers for the origin: those that the distribution sets, then the viewer's others. */
function forwardedHeaders(headers: Headers, origin: Origin, viewerIp: string): Headers {
  const forwarded: Headers = [...origin.headers];
  const addresses: string[] = [];
  for (const pair of headers) {
    const [name, value] = pair;
    if (name === 'x-forwarded-for') addresses.push(value);
    else if (!hopByHop.has(name) && !origin.headers.has(name)) forwarded.push(pair);
  }
  forwarded.push(['x-forwarded-for', [...addresses, viewerIp].join(', ')]);
  return forwarded;
}

/** Headers for the viewer: the origin's, those of the response headers policy, and CloudFront's own. */
function returnedHeaders({ status, headers }: HostResponse, { responseHeaders: policy }: Behavior) {
  const returned = headers.filter(([name]) => !hopByHop.has(name) && !policy.get(name)?.override);
  const present = new Set(returned.map(([name]) => name));
  for (const [name, { value }] of policy) if (!present.has(name)) returned.push([name, value]);
  returned.push(['via', '1.1 cloudfront (local)']);
  returned.push(['x-cache', `${status < 400 ? 'Miss' : 'Error'} from cloudfront`]);
  returned.push(['x-amz-cf-id', newCloudFrontId()]);
  return returned;
}

/** Passes on a body. Throws when no byte arrives within the timeout, as CloudFront does. */
async function* withReadTimeout(body: AsyncIterable<Uint8Array>, timeoutMs: number) {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(timeoutMs, iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: an origin that sends nothing does not end either.
    iterator.return?.().catch(() => undefined);
  }
}

/** Starts the public host on the loopback address. Throws `StartError` when the port is taken. */
export function startCloudFront({
  wiring,
  ...options
}: { wiring: DistributionWiring } & Pick<HostServerOptions, 'port' | 'log'>): Promise<LoopbackServer> {
  async function fromOrigin(
    request: HostRequest,
    behavior: Behavior,
    client: AbortController,
  ): Promise<HostResponse> {
    const { sourceIp } = request;
    let { target, headers } = request;
    let { originId } = behavior;
    const viewer = { ip: sourceIp, requestId: newCloudFrontId() };
    if (behavior.viewerRequest !== undefined) {
      const outcome = behavior.viewerRequest(toViewerRequest(request), viewer);
      if (outcome.response !== undefined) {
        const { statusCode: status, headers: values, body } = outcome.response;
        return { status, headers: toHeaders(values), body: body.data };
      }
      target = `${outcome.request.uri}${target.slice(withoutQuery(target).length)}`;
      headers = toHeaders(outcome.request.headers, outcome.request.cookies);
      originId = outcome.originId ?? originId;
    }
    const origin = wiring.origin(originId);
    const forwarded = {
      ...request,
      target,
      headers: forwardedHeaders(headers, origin, sourceIp),
      sourceIp: edgeAddress,
    };
    try {
      const received = await within(origin.readTimeoutMs, origin.host(forwarded, client.signal));
      const added = received.status < 400 ? (behavior.viewerResponse?.(received, viewer) ?? []) : [];
      const response = { ...received, headers: [...received.headers, ...added] };
      const { body } = response;
      if (typeof body === 'string' || body instanceof Uint8Array) return response;
      return { ...response, body: withReadTimeout(body, origin.readTimeoutMs) };
    } catch (error) {
      if (client.signal.aborted) throw error;
      client.abort();
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      return hostError(504);
    }
  }

  return startHostServer({
    async respond(request, client) {
      const behavior = wiring.behaviorOf(withoutQuery(request.target));
      const response = refusal(request, behavior) ?? (await fromOrigin(request, behavior, client));
      return { ...response, headers: returnedHeaders(response, behavior) };
    },
    failure: hostError(502),
    ...options,
  });
}
