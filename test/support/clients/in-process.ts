/**
 * Calls handlers in the test's own process: the same middleware and contract as over HTTP, and the same table, queues
 * and grants, but without HTTP and workers, which take four fifths of the CPU of a call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { inject } from 'vitest';
import { entryFile } from '../../../lib/aws/function-files.ts';
import { functionName } from '../../../lib/aws/names.ts';
import { functionHeader } from '../../../lib/local/gateway/acting.ts';
import {
  gatewayError,
  type HttpResponse,
  pathOf,
  toEvent,
  toResponse,
} from '../../../lib/local/http/http-event.ts';
import { createRouter } from '../../../lib/local/http/http-routing.ts';
import { tagCalls, tokenHeader, workerTokens } from '../../../lib/local/lambda/request-token.ts';
import type { Headers } from '../../../lib/local/types.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import type { LambdaHandler } from '../../../shared/kernel/http/endpoint.ts';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { originHeaders, originSecretsVariable } from '../../../shared/kernel/http/origin.ts';
import { connectAwsCalls } from '../runtime/aws-calls.ts';
import {
  sessionToken,
  setVariablesForCalls,
  unsetVariablesForCalls,
} from '../runtime/function-environment.ts';

const projectRoot = join(import.meta.dirname, '../../..');
const defaultTimeoutSeconds = 10;

const route = createRouter<Endpoint>(
  endpoints.map((endpoint) => ({ routeKey: `${endpoint.method} ${endpoint.path}`, target: endpoint })),
);

/** Streams and uploads need sockets, and only bundles contain compressed files. */
const needsHttp = ({ transport = 'api', module }: Endpoint): boolean =>
  transport !== 'api' || module === 'docs' || module === 'mcp';

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

/** Maximum concurrency, like the number of the runtime's workers per function. */
const maxParallel = 4;
const queues = new Map<string, { running: number; waiting: (() => void)[] }>();

async function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(name) ?? { running: 0, waiting: [] };
  queues.set(name, queue);
  if (queue.running >= maxParallel) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  queue.running += 1;
  try {
    return await work();
  } finally {
    queue.running -= 1;
    queue.waiting.shift()?.();
  }
}

/** The calling function and its request. */
interface Running {
  function: string;
  token: string;
}
const running = new AsyncLocalStorage<Running>();

/** Runs the work, whose AWS calls count as those of a function. */
export function asFunction<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return running.run({ function: name, token: randomBytes(12).toString('base64url') }, work);
}

let inProcess = false;
const throughHttp = new AsyncLocalStorage<true>();
let isPrepared = false;

/** Whether a request is handled in this process now. */
export const isInProcess = (): boolean => inProcess && !throughHttp.getStore();

/** Runs the work with requests over HTTP. */
export function overHttp<Result>(work: () => Promise<Result>): Promise<Result> {
  return throughHttp.run(true, work);
}

/** Runs the work over HTTP if the path is a document's: documents are embedded into bundles. */
export function overHttpIfDocument<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  return path.startsWith('/api/docs/') ? overHttp(work) : work();
}

/** From now on, handlers in this process handle the test file's requests. */
export function callHandlersInProcess(): void {
  inProcess = true;
  setVariablesForCalls();
  if (isPrepared) return;
  isPrepared = true;
  divertLog();
  const headersOfCall = (headers: OutgoingHttpHeaders) => {
    const caller = running.getStore();
    // Excludes calls with saved credentials, such as those of a bucket.
    if (caller === undefined || headers['x-amz-security-token'] !== sessionToken) return undefined;
    return { [functionHeader]: caller.function, [tokenHeader]: caller.token };
  };
  tagCalls(inject('aws').endpointUrl, headersOfCall, connectAwsCalls(inject('awsCalls')));
}

/**
 * From now on, the test file sends requests over HTTP, to the bundled functions in the runtime's workers: for tests of
 * the path in between. Call it at the top of the file.
 */
export function callOverHttp(): void {
  inProcess = false;
  unsetVariablesForCalls();
}

/** Log lines are written to the log of the runtime's functions, which is searched for secrets. */
function divertLog(): void {
  const file = join(inject('logsDir'), `in-process-${process.pid}.log`);
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array, ...rest: never[]) => {
    if (typeof chunk !== 'string' || !chunk.startsWith('{"level":')) return write(chunk, ...rest);
    appendFileSync(file, chunk);
    return true;
  };
}

/** The headers that the public host adds to a request. */
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

function contextOf(
  name: string,
  { timeoutSeconds = defaultTimeoutSeconds }: Endpoint,
  awsRequestId: string,
): Context {
  const deadlineMs = Date.now() + timeoutSeconds * 1000;
  const unused = () => undefined;
  return {
    ...{ callbackWaitsForEmptyEventLoop: true, awsRequestId, memoryLimitInMB: '1024' },
    ...{ functionName: name, functionVersion: '$LATEST', invokedFunctionArn: name },
    ...{ logGroupName: name, logStreamName: name, done: unused, fail: unused, succeed: unused },
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
}

async function run(
  endpoint: Endpoint,
  event: Record<string, unknown>,
  requestId: string,
): Promise<HttpResponse> {
  const handler = await handlerOf(endpoint);
  const name = functionName('local', endpoint.module, endpoint.operationId);
  const work: Running = { function: name, token: requestId };
  try {
    // As text in both directions, as in Lambda.
    const given: APIGatewayProxyEventV2 = JSON.parse(JSON.stringify(event));
    const result = await inTurn(name, () =>
      running.run(work, () => handler(given, contextOf(name, endpoint, requestId))),
    );
    return toResponse(JSON.stringify(result));
  } catch (error) {
    console.error(error);
    return gatewayError(500, 'Internal Server Error');
  } finally {
    // Further calls are refused, as for a worker without an invocation.
    work.token = workerTokens.hasEnded;
  }
}

/** Headers as the public host and the gateway pass them on. */
function headersOf(request: Request): Headers {
  const defaults = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };
  const headers = { ...defaults, ...Object.fromEntries(request.headers), ...originHeadersOf(request) };
  return [['host', 'api.localhost'], ...Object.entries(headers)];
}

/** The handler's response; undefined when the request has to go over HTTP. */
export async function respondInProcess(request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  // Another function exports lists.
  if (url.searchParams.has('format')) return undefined;
  const target = `${url.pathname}${url.search}`;
  const path = pathOf(target);
  if (path === undefined) return undefined;
  const match = route(request.method, path);
  if (match === undefined || needsHttp(match.target)) return undefined;
  const requestId = randomBytes(12).toString('base64url');
  const body = Buffer.from(await request.arrayBuffer());
  const receivedAtMs = Date.now();
  const { routeKey, pathParameters } = match;
  const event = toEvent(
    {
      method: request.method,
      target,
      headers: headersOf(request),
      body,
      sourceIp: '192.0.2.1',
      receivedAtMs,
    },
    {
      ...{ accountId: '000000000000', apiId: 'in-process', requestId, routeKey, path, pathParameters },
      traceId: 'Root=1-00000000-000000000000000000000000',
    },
  );
  const { status, headers, body: answered } = await run(match.target, event, requestId);
  const isEmpty = status === 204 || status === 304;
  // As bytes: to text without a content type, fetch would add one.
  const bytes = typeof answered === 'string' ? Buffer.from(answered) : answered;
  return new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers });
}
