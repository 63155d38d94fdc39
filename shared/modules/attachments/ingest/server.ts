/**
 * The HTTP server of the ingest service. It passes requests with streamed bodies to the same handlers as in Lambda. It
 * implements only what API Gateway does for other requests: routes, CORS, a limit of parallel requests, and the health
 * check for the load balancer.
 */

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Context } from 'aws-lambda';
import { toJson } from '../../../kernel/base/json.ts';
import type { AppError } from '../../../kernel/errors/app-error.ts';
import { InternalError, NotFoundError, UnavailableError } from '../../../kernel/errors/errors.ts';
import { corsHeaders } from '../../../kernel/http/cors-headers.ts';
import type { LambdaHandler } from '../../../kernel/http/endpoint.ts';
import type { HttpResult } from '../../../kernel/http/types.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import { eventOf } from './event.ts';
import { drain, incomingBody } from './incoming.ts';
import { healthPath, type IngestLimits, ingestLimits } from './limits.ts';

export interface IngestRoute {
  method: string;
  /** Path without parameters. */
  path: string;
  handler: LambdaHandler;
}

/** Longer than the idle timeout of the load balancer, so that it never uses a connection that is being closed here. */
const keepAliveMs = 200_000;
const headersMs = 10_000;

function refusal(error: AppError, requestId: string = randomUUID()): HttpResult {
  return {
    statusCode: error.status,
    headers: {
      ...error.headers,
      'x-request-id': requestId,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    },
    body: toJson({ error: error.message, code: error.code, ...error.body, requestId }),
  };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  result: HttpResult,
  limits: IngestLimits,
): Promise<void> {
  if (response.destroyed) return;
  const { statusCode = 200, headers = {}, cookies = [], body = '', isBase64Encoded } = result;
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const cors = corsHeaders(request.headers.origin, setting('CORS_ALLOWED_ORIGINS'));
  const all = Object.entries({ ...headers, ...cors }).map(([name, value]) => [name, String(value)] as const);
  const unread = !request.complete;
  response.writeHead(statusCode, [
    ...all.flat(),
    ...cookies.flatMap((cookie) => ['set-cookie', cookie]),
    ...['content-length', String(bytes.byteLength)],
    ...(unread ? ['connection', 'close'] : []),
  ]);
  if (unread) {
    // The client detects the end of the response by its length and then closes the connection.
    response.write(bytes);
    await drain(request, limits);
    response.end();
    request.destroy();
  } else response.end(bytes);
}

/** Creates a server with these routes. `close()` ends it after the responses to all open requests. */
export function createIngestServer(
  routes: readonly IngestRoute[],
  limits: IngestLimits = ingestLimits,
): Server {
  let inFlight = 0;

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
  ): Promise<HttpResult> {
    const [path] = (request.url ?? '/').split('?');
    const route = routes.find((candidate) => candidate.path === path && candidate.method === request.method);
    if (route === undefined) return refusal(new NotFoundError('Route'));
    if (inFlight >= limits.requests) {
      return refusal(new UnavailableError(undefined, limits.retryAfterSeconds));
    }
    inFlight += 1;
    const event = eventOf(request, incomingBody(request, response, { expectsContinue, limits }));
    const { requestId } = event.requestContext;
    try {
      const handle = route.handler as unknown as (
        event: unknown,
        context: Partial<Context>,
      ) => Promise<HttpResult>;
      return await handle(event, { awsRequestId: requestId });
    } catch (error) {
      log('error', 'a handler did not return a response', {
        requestId,
        path,
        error: describeError(error),
      });
      return refusal(new InternalError(), requestId);
    } finally {
      inFlight -= 1;
    }
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue = false,
  ): Promise<void> {
    // The reader of the body detects a disconnected client, so these errors need no handling.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    if (request.url === healthPath) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
      return;
    }
    const result = await respond(request, response, expectsContinue);
    // A server that is closing must not keep connections alive.
    if (!server.listening) response.shouldKeepAlive = false;
    await send(request, response, result, limits);
  }

  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersMs,
    requestTimeout: (limits.totalSeconds + limits.idleSeconds) * 1000,
    maxHeaderSize: 32_768,
  });
  const broken = (response: ServerResponse) => () => void response.destroy();
  server.on('request', (request, response) => void serve(request, response).catch(broken(response)));
  server.on(
    'checkContinue',
    (request, response) => void serve(request, response, true).catch(broken(response)),
  );
  return server;
}

/** Serves on `PORT` until the process receives SIGTERM, then completes open requests. */
export function serveIngest(routes: readonly IngestRoute[]): void {
  const server = createIngestServer(routes);
  server.listen(Number(process.env.PORT ?? 8080), process.env.HOST ?? '0.0.0.0', () => {
    log('info', 'ready', { address: server.address() });
  });
  process.once('SIGTERM', () => {
    // ECS sends it when the load balancer has stopped sending requests here.
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
}
