/**
 * Calls handlers in the test's own process: the same chain and contract as over HTTP, the same table, but neither sockets
 * nor workers in between. A call costs a fifth of the CPU that it costs over HTTP. For tables of input that is refused or
 * accepted; what is about the wiring, IAM or the number of AWS calls belongs on HTTP.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, inject } from 'vitest';
import {
  gatewayError,
  type HttpResponse,
  splitTarget,
  toEvent,
  toResponse,
} from '../../lib/local/http-event.ts';
import { createRouter } from '../../lib/local/http-routing.ts';
import { endpoints } from '../../shared/endpoints.ts';
import { type Endpoint, entryFile } from '../../shared/http/contract.ts';
import type { LambdaHandler } from '../../shared/http/endpoint.ts';
import { originHeaders, originSecretsVariable } from '../../shared/http/origin.ts';
import { variables } from './function-environment.ts';

const projectRoot = join(import.meta.dirname, '../..');
const defaultTimeoutSeconds = 10;

// Streams and uploads are nothing without sockets.
const route = createRouter<Endpoint>(
  endpoints
    .filter(({ transport = 'api' }) => transport === 'api')
    .map((endpoint) => ({ routeKey: `${endpoint.method} ${endpoint.path}`, target: endpoint })),
);

const handlers = new Map<string, Promise<LambdaHandler>>();

async function loadHandler(endpoint: Endpoint): Promise<LambdaHandler> {
  const module: { handler: LambdaHandler } = await import(join(projectRoot, entryFile(endpoint)));
  return module.handler;
}

function handlerOf(endpoint: Endpoint): Promise<LambdaHandler> {
  const loading = handlers.get(endpoint.operationId) ?? loadHandler(endpoint);
  handlers.set(endpoint.operationId, loading);
  return loading;
}

let inProcess = false;

/** Whether requests of the running test file go to handlers. */
export const isInProcess = (): boolean => inProcess;

/** From here on, requests of the test file go to the handlers in this process. Called at the top of the file. */
export function callHandlersInProcess(): void {
  const before = new Map<string, string | undefined>();
  const write = process.stdout.write;
  beforeAll(() => {
    inProcess = true;
    for (const [name, value] of variables('for calls')) {
      before.set(name, process.env[name]);
      process.env[name] = value;
    }
    process.stdout.write = withoutLog(write);
  });
  afterAll(() => {
    inProcess = false;
    process.stdout.write = write;
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}

/** Log lines go where those of the runtime's functions go, and are searched for secrets with them. */
function withoutLog(write: typeof process.stdout.write): typeof process.stdout.write {
  const file = join(inject('logsDir'), `in-process-${process.pid}.log`);
  return ((chunk: string | Uint8Array, ...rest: never[]) => {
    if (typeof chunk !== 'string' || !chunk.startsWith('{"level":')) {
      return write.call(process.stdout, chunk, ...rest);
    }
    appendFileSync(file, chunk);
    return true;
  }) as typeof process.stdout.write;
}

/** What the public host tells the functions about a request. */
function originHeadersOf(request: Request): Record<string, string> {
  const [secret = ''] = (process.env[originSecretsVariable] ?? '').split(',');
  const authorization = request.headers.get('authorization');
  return {
    [originHeaders.secret]: secret,
    [originHeaders.address]: '127.0.0.1',
    [originHeaders.host]: new URL(request.url).host,
    ...(authorization !== null && { [originHeaders.authorization]: authorization }),
  };
}

function contextOf({ operationId, timeoutSeconds = defaultTimeoutSeconds }: Endpoint): Context {
  const deadlineMs = Date.now() + timeoutSeconds * 1000;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: operationId,
    functionVersion: '$LATEST',
    invokedFunctionArn: '',
    memoryLimitInMB: '1024',
    awsRequestId: randomBytes(16).toString('hex'),
    logGroupName: '',
    logStreamName: '',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}

async function run(endpoint: Endpoint, event: Record<string, unknown>): Promise<HttpResponse> {
  const handler = await handlerOf(endpoint);
  try {
    // As text on both ways, as Lambda takes and gives them.
    const given: APIGatewayProxyEventV2 = JSON.parse(JSON.stringify(event));
    return toResponse(JSON.stringify(await handler(given, contextOf(endpoint))));
  } catch (error) {
    console.error(error);
    return gatewayError(500, 'Internal Server Error');
  }
}

/** The answer of the handler; undefined when the request has to go over HTTP. */
export async function respondInProcess(request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  // What exports a list is another function.
  if (url.searchParams.has('format')) return undefined;
  const target = `${url.pathname}${url.search}`;
  const match = route(request.method, splitTarget(target).path);
  if (match === undefined) return undefined;
  const headers = {
    ...Object.fromEntries(request.headers),
    ...originHeadersOf(request),
    host: 'api.localhost',
    accept: request.headers.get('accept') ?? '*/*',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'user-agent': 'node',
  };
  const event = toEvent(
    {
      method: request.method,
      target,
      rawHeaders: Object.entries(headers).flat(),
      body: new Uint8Array(await request.arrayBuffer()),
      sourceIp: '192.0.2.1',
      receivedAtMs: Date.now(),
    },
    {
      accountId: '000000000000',
      apiId: 'inprocess',
      requestId: randomBytes(12).toString('base64url'),
      routeKey: match.routeKey,
      pathParameters: match.pathParameters,
      traceId: `Root=1-${randomBytes(4).toString('hex')}-${randomBytes(12).toString('hex')}`,
    },
  );
  const { status, headers: answered, body } = await run(match.target, event);
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(body), {
    status,
    headers: answered,
  });
}
