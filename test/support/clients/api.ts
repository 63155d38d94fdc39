/** Talks HTTP to the runtime, or to the handlers in this process, and checks every answer against what the endpoint's contract documents. */
import { inject } from 'vitest';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { assertDocumented, endpointOf, isEventStream, parseBody } from '../invariants/documented.ts';
import { isInProcess, respondInProcess } from './in-process.ts';

export interface TestResponse<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface RequestOptions {
  /** Sent as JSON; a string or bytes go out as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

export type Method = Endpoint['method'];

/** The whole body; of an event stream, which does not end, the first chunk. */
async function textOf(response: Response): Promise<string> {
  if (!isEventStream(response.headers)) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []).toString();
}

/**
 * Sends one request and returns what came back: JSON parsed, other text as it is, of an event stream how it begins.
 * Follows no redirects.
 */
export async function send<Body = Record<string, unknown>>(
  method: string,
  path: string,
  { body, headers = {} }: RequestOptions = {},
): Promise<TestResponse<Body>> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const url = `${inject('baseUrl')}${path}`;
  const init: RequestInit = {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
  };
  const response =
    (isInProcess() ? await respondInProcess(new Request(url, init)) : undefined) ?? (await fetch(url, init));
  const text = await textOf(response);
  const answer = {
    status: response.status,
    headers: response.headers,
    body: parseBody(response.headers.get('content-type'), text),
  };
  const endpoint = endpointOf(method, path);
  if (endpoint) assertDocumented(endpoint, answer, method);
  return { ...answer, body: endpoint ? withoutRequestId(answer) : answer.body } as TestResponse<Body>;
}

/** The body of an error without its `requestId`, which `assertDocumented` has checked: equal errors are equal then. */
export function withoutRequestId({ status, body }: { status: number; body: unknown }): unknown {
  if (status < 400 || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'requestId'));
}

/** A client that sends its key with every request. */
export function apiFor(key: string) {
  const withKey =
    (method: Method) =>
    <Body = Record<string, unknown>>(path: string, options: RequestOptions = {}) =>
      send<Body>(method, path, { ...options, headers: { 'x-api-key': key, ...options.headers } });
  return {
    get: withKey('GET'),
    post: withKey('POST'),
    put: withKey('PUT'),
    patch: withKey('PATCH'),
    delete: withKey('DELETE'),
  };
}
export type Api = ReturnType<typeof apiFor>;

export interface MeteredCall {
  atMs: number;
  service: string;
  action: string;
  readUnits: number;
  writeUnits: number;
  status: number;
  /** Partition and sort key of every member of a transaction. */
  transaction?: string[][];
}

/** The AWS calls that one request made, from the runtime's meter. */
export async function callsOf(answer: TestResponse<unknown>): Promise<MeteredCall[]> {
  const requestId = answer.headers.get('x-request-id');
  const response = await fetch(`${inject('controlUrl')}/meter?requestId=${requestId}`);
  const calls = (await response.json()) as MeteredCall[] | { calls: MeteredCall[] };
  return Array.isArray(calls) ? calls : calls.calls;
}

/**
 * The AWS calls of one request that succeeded. Other tests write the deployment's own items at the same time: a
 * transaction that meets theirs is cancelled and repeated.
 */
export async function successfulCallsOf(answer: TestResponse<unknown>): Promise<MeteredCall[]> {
  return (await callsOf(answer)).filter(({ status }) => status === 200);
}
