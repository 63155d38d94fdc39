/**
 * Converts HTTP requests into events of payload format 2.0, and function results into HTTP responses, as API Gateway
 * does. Pure.
 */

import { isUtf8 } from 'node:buffer';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { Headers, HostRequest, HostResponse } from '../types.ts';

/** A request with its whole body. */
export interface HttpRequest extends Omit<HostRequest, 'body'> {
  body: Buffer;
  receivedAtMs: number;
}

/** What API Gateway adds to a request. */
interface EventContext {
  accountId: string;
  apiId: string;
  requestId: string;
  routeKey: string;
  /** Decoded, see `pathOf`. */
  path: string;
  pathParameters: Record<string, string> | undefined;
  traceId: string;
}

/** A response with its whole body. */
export interface HttpResponse extends HostResponse {
  body: string | Buffer;
}

/** Returns the first value of a header, whose name is in lower case. */
export const headerOf = (headers: Headers, name: string): string | undefined =>
  headers.find(([one]) => one === name)?.[1];

/** Returns the path of a target as sent. */
export const withoutQuery = (target: string): string => target.split('?', 1)[0] ?? target;

/** Returns the decoded path, which HTTP APIs match and pass on; undefined when its encoding is invalid. */
export function pathOf(target: string): string | undefined {
  try {
    return decodeURIComponent(withoutQuery(target));
  } catch {
    return undefined;
  }
}

/** Joins the values of equal names by commas. Uses a map first, because a name may be `constructor` or `__proto__`. */
function joinDuplicates(pairs: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}

/** Duplicates are joined by commas; cookies are returned as a separate list. */
function collectHeaders(pairs: Headers): { headers: Record<string, string>; cookies: string[] } {
  const cookies = pairs
    .filter(([name]) => name === 'cookie')
    .flatMap(([, value]) => value.split(';').map((cookie) => cookie.trim()));
  return {
    headers: joinDuplicates(pairs.filter(([name]) => name !== 'cookie')),
    cookies: cookies.filter((cookie) => cookie !== ''),
  };
}

/** Media types whose bodies API Gateway passes as text; other bodies are base64. */
const textTypes = /^(?:text\/.*|application\/(?:json|javascript|xml)|application\/.+\+(?:json|xml))$/;

/** Bytes that are not UTF-8 would be replaced in JSON text, so they are sent as base64. */
function isText(contentType: string | undefined, body: Buffer): boolean {
  const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return textTypes.test(mediaType) && isUtf8(body);
}

/** Common log format in UTC, `12/Mar/2020:19:03:58 +0000`. */
function logTime(atMs: number): string {
  const [, day, month, year, time] = new Date(atMs).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

/** Builds the event of payload format 2.0. */
export function toEvent(request: HttpRequest, context: EventContext): Record<string, unknown> {
  const { path, pathParameters, traceId, ...ids } = context;
  const rawQueryString = request.target.slice(withoutQuery(request.target).length + 1);
  const { headers, cookies } = collectHeaders(request.headers);
  const host = headers.host ?? 'localhost';
  const forwardedFor = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = forwardedFor ? `${forwardedFor}, ${request.sourceIp}` : request.sourceIp;
  headers['x-forwarded-port'] = host.split(':')[1] ?? '80';
  headers['x-forwarded-proto'] = 'http';
  headers['x-amzn-trace-id'] ??= traceId;
  headers['content-length'] = String(request.body.length);
  const query = rawQueryString === '' ? undefined : joinDuplicates(new URLSearchParams(rawQueryString));
  const { body } = request;
  const encoding = isText(headers['content-type'], body) ? 'utf8' : 'base64';
  const domainName = host.split(':')[0] ?? host;
  return {
    version: '2.0',
    routeKey: ids.routeKey,
    rawPath: path,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    requestContext: {
      ...ids,
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      stage: '$default',
      time: logTime(request.receivedAtMs),
      timeEpoch: request.receivedAtMs,
    },
    ...(pathParameters && { pathParameters }),
    ...(body.length > 0 && { body: body.toString(encoding) }),
    isBase64Encoded: body.length > 0 && encoding === 'base64',
  };
}

/** An error that API Gateway itself returns. */
export function gatewayError(status: number, message: string): HttpResponse {
  return {
    status,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ message }),
  };
}

/** Headers that the gateway sets; a function's own are dropped. */
const gatewayHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the response that a function describes; undefined when the description is malformed. */
export function structuredResponse(result: Record<string, unknown>): HttpResponse | undefined {
  const status = Number(result.statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  const { body = '', headers = {}, cookies = [], isBase64Encoded } = result;
  if (body !== null && typeof body !== 'string') return undefined;
  if (typeof headers !== 'object' || headers === null || !Array.isArray(cookies)) return undefined;
  const response: HttpResponse = {
    status,
    headers: [],
    body: isBase64Encoded === true ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  };
  for (const [name, value] of Object.entries(headers)) {
    if (value === null || typeof value === 'object') return undefined;
    if (!gatewayHeaders.has(name.toLowerCase())) response.headers.push([name.toLowerCase(), String(value)]);
  }
  for (const cookie of cookies) response.headers.push(['set-cookie', String(cookie)]);
  if (response.body.length > 0 && headerOf(response.headers, 'content-type') === undefined)
    response.headers.push(['content-type', 'text/plain;charset=UTF-8']);
  return response;
}

/**
 * Builds the HTTP response from a function's result (JSON text). An object with `statusCode` is a whole response; any
 * other JSON is the body of a 200. API Gateway returns 500 for an unreadable result.
 */
export function toResponse(payload: string): HttpResponse {
  const result: unknown = JSON.parse(payload);
  if (isRecord(result) && 'statusCode' in result)
    return structuredResponse(result) ?? gatewayError(500, 'Internal Server Error');
  const text = typeof result === 'string' ? result : payload;
  return { status: 200, headers: [['content-type', 'application/json']], body: text };
}

/**
 * Bytes counted against API Gateway's limit of 10 240 for the request line and all header values. Node decodes both as
 * Latin-1, one character per byte.
 */
export const headerBytes = ({ method, target, headers }: Omit<HostRequest, 'body' | 'sourceIp'>): number =>
  headers.reduce((bytes, [, value]) => bytes + value.length, `${method} ${target} HTTP/1.1`.length);
