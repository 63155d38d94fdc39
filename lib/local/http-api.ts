/** API Gateway's HTTP API on one machine: an HTTP server in front of the functions, with AWS's limits. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
import { type LambdaService, RequestTooLargeError, TooManyRequestsError } from './lambda.ts';
import { type LoopbackServer, listen } from './loopback.ts';
import type { ResolvedApp } from './types.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const limits = { bodyBytes: 10_485_760, headerBytes: 10_240 };
/** Node's own limit must lie above the gateway's, or its answer would come first. */
const nodeHeaderBytes = 65_536;

export interface HttpApiOptions {
  app: ResolvedApp;
  lambda: LambdaService;
  /** 0 takes a free one. */
  port: number;
  /** Called with one line per request. */
  log?: ((line: string) => void) | undefined;
}

/** Same form as API Gateway's: 15 letters and `=`. */
function newRequestId(): string {
  return `${randomBytes(12).toString('base64url').slice(0, 15)}=`;
}

/** Reads everything, so that the client can read the answer, but keeps no more than the limit. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | 'too large'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    const part = chunk as Buffer;
    bytes += part.byteLength;
    if (bytes <= limits.bodyBytes) chunks.push(part);
    else chunks.length = 0;
  }
  return bytes > limits.bodyBytes ? 'too large' : Buffer.concat(chunks);
}

function send(outgoing: ServerResponse, response: HttpResponse, requestId: string): void {
  const headers = response.headers.flat();
  headers.push('apigw-requestid', requestId, 'content-length', String(response.body.byteLength));
  try {
    outgoing.writeHead(response.status, headers);
    outgoing.end(response.body);
  } catch {
    // A header that HTTP does not allow, for instance with a line break in it.
    if (!outgoing.headersSent) {
      const { status, body } = gatewayError(500, 'Internal Server Error');
      outgoing.writeHead(status, { 'content-type': 'application/json', 'apigw-requestid': requestId });
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

/**
 * Starts the HTTP API of the app on the loopback address. Throws on wiring that AWS would refuse and, with one
 * clear line, when the port is taken.
 */
export async function startHttpApi({ app, lambda, port, log }: HttpApiOptions): Promise<LoopbackServer> {
  const wiring = wireHttpApi(app);

  async function answer(incoming: IncomingMessage, requestId: string): Promise<HttpResponse> {
    const body = await readBody(incoming);
    const request: HttpRequest = {
      method: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      rawHeaders: incoming.rawHeaders,
      body: body === 'too large' ? Buffer.alloc(0) : body,
      sourceIp: (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
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
    const traceId = `Root=1-${Math.floor(request.receivedAtMs / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;
    const { apiId, accountId } = wiring;
    const event = toEvent(request, { accountId, apiId, requestId, routeKey, pathParameters, traceId });
    return callFunction(lambda, match, event, requestId);
  }

  const server = createServer({ maxHeaderSize: nodeHeaderBytes }, (incoming, outgoing) => {
    const requestId = newRequestId();
    const startedAtMs = performance.now();
    answer(incoming, requestId)
      .catch((error: unknown) => {
        // A client that went away while sending is no news.
        if (incoming.complete) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        return gatewayError(500, 'Internal Server Error');
      })
      .then((response) => {
        send(outgoing, response, requestId);
        const tookMs = Math.round(performance.now() - startedAtMs);
        log?.(`${incoming.method} ${incoming.url} ${outgoing.statusCode} ${tookMs} ms`);
      });
  });
  return listen(server, port);
}
