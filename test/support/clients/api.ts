/**
 * Sends HTTP requests to the runtime, or calls handlers in this process, and checks every response against the
 * endpoint's contract.
 */
import { expect, inject } from 'vitest';
import { assertDocumented, endpointOf, isEventStream, parseBody } from '../../../lib/lab/fuzz/documented.ts';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { isInProcess, respondInProcess } from './in-process.ts';

export interface TestResponse<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
  totalPages: number;
}

export interface RequestOptions {
  /** Sent as JSON; a string or bytes are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

export type Method = Endpoint['method'];

interface Exchange {
  method: string;
  path: string;
  status: number;
}
type Observer = (exchange: Exchange) => void;
const observers: Observer[] = [];

/** Calls the observer after every request of this process. */
export function observeExchanges(observer: Observer): void {
  observers.push(observer);
}

/** Reports a request to the observers. */
export function reportExchange(exchange: Exchange): void {
  for (const observe of observers) observe(exchange);
}

/** The whole body; for an endless event stream, the first chunk. */
async function textOf(response: Response): Promise<string> {
  if (!isEventStream(response.headers)) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []).toString();
}

/**
 * Sends one request and returns the response: JSON parsed, other text unchanged, of an event stream the beginning.
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
  reportExchange({ method, path, status: response.status });
  const answer = {
    status: response.status,
    headers: response.headers,
    body: parseBody(response.headers.get('content-type'), text),
  };
  const endpoint = endpointOf(method, path);
  if (endpoint) assertDocumented(endpoint, answer, method);
  return { ...answer, body: endpoint ? withoutRequestId(answer) : answer.body } as TestResponse<Body>;
}

/**
 * The body of an error without its `requestId`, which `assertDocumented` has checked, so that equal errors compare
 * equal.
 */
export function withoutRequestId({ status, body }: { status: number; body: unknown }): unknown {
  if (status < 400 || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'requestId'));
}

/** The body of a response, which must have this status. */
export async function bodyOf<Body>(answer: Promise<TestResponse<Body>>, expected = 200): Promise<Body> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(expected);
  return body;
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

/** The AWS calls of one request, from the runtime's meter. */
export async function callsOf(answer: Pick<TestResponse, 'headers'>): Promise<MeteredCall[]> {
  const requestId = answer.headers.get('x-request-id');
  const response = await fetch(`${inject('controlUrl')}/meter?requestId=${requestId}`);
  const calls = (await response.json()) as MeteredCall[] | { calls: MeteredCall[] };
  return Array.isArray(calls) ? calls : calls.calls;
}

/**
 * The successful AWS calls of one request. Other tests write the deployment's items at the same time, so that a
 * conflicting transaction is cancelled and repeated.
 */
export async function successfulCallsOf(answer: Pick<TestResponse, 'headers'>): Promise<MeteredCall[]> {
  return (await callsOf(answer)).filter(({ status }) => status === 200);
}
