/** Talks HTTP to the runtime, and checks every answer against what the endpoint's contract documents. */
import { expect, inject } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../shared/endpoints.ts';
import type { Endpoint } from '../../shared/http/contract.ts';
import { documentedErrors } from '../../shared/http/documented-errors.ts';
import { type ErrorCode, errorStatus } from '../../shared/http/errors.ts';

export interface Answer<Body = Record<string, unknown>> {
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

/** The row of the endpoint table that a request goes to; undefined for unknown routes. */
function endpointOf(method: string, path: string): Endpoint | undefined {
  const pathname = path.split('?')[0] ?? path;
  const candidates = endpoints.filter((endpoint) => {
    const pattern = new RegExp(`^${endpoint.path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
    return endpoint.method === method && pattern.test(pathname);
  });
  // An exact path goes before one with parameters, as in API Gateway.
  return candidates.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}

function assertDocumented(endpoint: Endpoint, { status, body }: Answer<unknown>): void {
  if (status === 304) return;
  if (status >= 400) {
    const { error, code } = body as { error?: unknown; code?: ErrorCode };
    expect(error, `${endpoint.operationId} ${status}: every error has a text`).toBeTypeOf('string');
    expect(documentedErrors(endpoint), `${endpoint.operationId}: documented error codes`).toContain(code);
    expect(errorStatus[code as ErrorCode], `${endpoint.operationId}: status of ${code}`).toBe(status);
    return;
  }
  expect(status, `${endpoint.operationId}: documented success status`).toBe(endpoint.success.status);
  const { result } = endpoint.success;
  if (result === undefined) expect(body, `${endpoint.operationId}: documented as empty`).toBeUndefined();
  else
    expect(
      z.safeParse(result, body).error?.issues ?? [],
      `${endpoint.operationId}: documented answer`,
    ).toEqual([]);
}

/** Sends one request and answers what came back, parsed. */
export async function send<Body = Record<string, unknown>>(
  method: string,
  path: string,
  { body, headers = {} }: RequestOptions = {},
): Promise<Answer<Body>> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${inject('baseUrl')}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
  const endpoint = endpointOf(method, path);
  if (endpoint) assertDocumented(endpoint, answer);
  return answer as Answer<Body>;
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
  service: string;
  action: string;
  readUnits: number;
  writeUnits: number;
}

/** The AWS calls that one request made, from the runtime's meter. */
export async function callsOf(answer: Answer<unknown>): Promise<MeteredCall[]> {
  const requestId = answer.headers.get('x-request-id');
  const response = await fetch(`${inject('controlUrl')}/meter?requestId=${requestId}`);
  const calls = (await response.json()) as MeteredCall[] | { calls: MeteredCall[] };
  return Array.isArray(calls) ? calls : calls.calls;
}
