/** API Gateway's HTTP API in the local runtime: an HTTP server in front of the functions, with AWS's limits. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type LambdaService, RequestTooLargeError, TooManyRequestsError } from '../lambda/lambda.ts';
import { type LoopbackServer, listen } from '../loopback.ts';
import { newRequestId, newTraceId } from '../random-ids.ts';
import type { HostRequest, HostResponse, ResolvedApp } from '../types.ts';
import type { CorsRequest } from './cors.ts';
import {
  gatewayError,
  type HttpRequest,
  type HttpResponse,
  headerBytes,
  splitTarget,
  toEvent,
  toResponse,
} from './http-event.ts';
import type { RouteMatch } from './http-routing.ts';
import { type RouteTarget, wireHttpApi } from './http-wiring.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const limits = { bodyBytes: 10_485_760, headerBytes: 10_240 };
/** Node's own limit must be above the gateway's, or Node would respond first. */
const nodeHeaderBytes = 65_536;

export interface HttpApiService extends LoopbackServer {
  /** The host name that the public host uses for the API. */
  hostName: string;
  /** Handles a request as the server does, without the network. */
  host(request: HostRequest): Promise<HostResponse>;
}

export interface HttpApiOptions {
  app: ResolvedApp;
  lambda: LambdaService;
  /** 0 selects a free port. */
  port: number;
  /** Called with one line per request. */
  log?: ((line: string) => void) | undefined;
}

/** Reads the whole body, so that the client can read the response, but stores no more than the limit. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | 'too large'> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > maxBytes ? 'too large' : Buffer.concat(chunks);
}

function send(outgoing: ServerResponse, response: HttpResponse): void {
  const headers = response.headers.flat();
  headers.push('content-length', String(response.body.byteLength));
  try {
    outgoing.writeHead(response.status, headers);
    outgoing.end(response.body);
  } catch {
    // The response has an invalid header, for instance one with a line break.
    if (!outgoing.headersSent) {
      const { status, body } = gatewayError(500, 'Internal Server Error');
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      outgoing.end(body);
    } else outgoing.destroy();
  }
}

function timeoutAfter<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value | 'timeout'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('timeout'), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function callFunction(
  lambda: LambdaService,
  match: RouteMatch<RouteTarget>,
  event: Record<string, unknown>,
  requestId: string,
): Promise<HttpResponse> {
  const { functionName, timeoutMs } = match.target;
  try {
    const work = lambda.invoke(functionName, JSON.stringify(event), { requestId });
    const result = await timeoutAfter(timeoutMs, work);
    if (result === 'timeout') return gatewayError(503, 'Service Unavailable');
    if (result.functionError !== undefined) return gatewayError(500, 'Internal Server Error');
    return toResponse(result.payload);
  } catch (error) {
    if (error instanceof RequestTooLargeError) return gatewayError(413, 'Request Entity Too Large');
    if (error instanceof TooManyRequestsError) return gatewayError(503, 'Service Unavailable');
    throw error;
  }
}

/** Whether the headers announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

async function* noBody(): AsyncGenerator<Uint8Array> {}

/** Converts a request of node:http. */
export function hostRequestOf(incoming: IncomingMessage): HostRequest {
  return {
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    rawHeaders: incoming.rawHeaders,
    // To read an empty body from the connection takes as long as to route the request.
    body: hasBody(incoming) ? incoming : noBody(),
    sourceIp: (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
  };
}

function headerOf({ rawHeaders }: HostRequest, name: string): string | undefined {
  const at = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}

/** The CORS headers of a request. */
export function corsRequestOf(request: HostRequest): CorsRequest {
  return {
    method: request.method,
    origin: headerOf(request, 'origin'),
    requestedMethod: headerOf(request, 'access-control-request-method'),
  };
}

/**
 * Starts the HTTP API of the app on the loopback address. Throws on integrations that AWS would refuse, and with a
 * one-line error when the port is taken.
 */
export async function startHttpApi({ app, lambda, port, log }: HttpApiOptions): Promise<HttpApiService> {
  const wiring = wireHttpApi(app);

  async function handle({ body: incoming, ...rest }: HostRequest, requestId: string): Promise<HttpResponse> {
    const body = await readBody(incoming, limits.bodyBytes);
    const request: HttpRequest = {
      ...rest,
      body: body === 'too large' ? Buffer.alloc(0) : body,
      receivedAtMs: Date.now(),
    };
    if (headerBytes(request) > limits.headerBytes)
      return gatewayError(431, 'Request Header Fields Too Large');
    if (body === 'too large') return gatewayError(413, 'Request Entity Too Large');
    let path: string;
    try {
      path = splitTarget(request.target).path;
    } catch {
      return gatewayError(400, 'Bad Request');
    }
    const match = wiring.select(request.method, path);
    if (match === undefined) return gatewayError(404, 'Not Found');
    const { routeKey, pathParameters } = match;
    if (!match.target.permits(request.method)) {
      process.stderr.write(
        `Route "${routeKey}": no AWS::Lambda::Permission lets API Gateway invoke ${match.target.functionName}.\n`,
      );
      return gatewayError(500, 'Internal Server Error');
    }
    const traceId = newTraceId(request.receivedAtMs);
    const { apiId, accountId } = wiring;
    const event = toEvent(request, { accountId, apiId, requestId, routeKey, pathParameters, traceId });
    return callFunction(lambda, match, event, requestId);
  }

  async function host(request: HostRequest): Promise<HttpResponse> {
    const requestId = newRequestId();
    const corsRequest = corsRequestOf(request);
    const preflight = wiring.cors.preflight(corsRequest);
    const response = preflight ? { ...preflight, body: Buffer.alloc(0) } : await handle(request, requestId);
    const headers = preflight ? response.headers : wiring.cors.decorate(corsRequest, response.headers);
    return { ...response, headers: [...headers, ['apigw-requestid', requestId]] };
  }

  const server = createServer({ maxHeaderSize: nodeHeaderBytes }, (incoming, outgoing) => {
    const startedAtMs = performance.now();
    host(hostRequestOf(incoming))
      .catch((error: unknown) => {
        // A client that disconnects while sending is not an error.
        if (incoming.complete) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        return gatewayError(500, 'Internal Server Error');
      })
      .then((response) => {
        send(outgoing, response);
        const tookMs = Math.round(performance.now() - startedAtMs);
        log?.(`${incoming.method} ${incoming.url} ${outgoing.statusCode} ${tookMs} ms`);
      });
  });
  return { ...(await listen(server, port)), hostName: wiring.hostName, host };
}
