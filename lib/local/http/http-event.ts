/**
 * Converts HTTP requests into events of payload format 2.0, and function results into HTTP responses, as API Gateway
 * does. Pure.
 */

/** A request as received. */
export interface HttpRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** Alternating names and values, as in node:http's `rawHeaders`. */
  rawHeaders: readonly string[];
  body: Uint8Array;
  /** Address of the TCP peer. */
  sourceIp: string;
  receivedAtMs: number;
}

export interface EventContext {
  accountId: string;
  apiId: string;
  requestId: string;
  routeKey: string;
  pathParameters: Record<string, string> | undefined;
  traceId: string;
}

export interface HttpResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

/**
 * Splits a target into the decoded path, which HTTP APIs match and pass on, and the unchanged query. Throws
 * `URIError`.
 */
export function splitTarget(target: string): { path: string; rawQueryString: string } {
  const mark = target.indexOf('?');
  const path = decodeURIComponent(mark < 0 ? target : target.slice(0, mark));
  return { path, rawQueryString: mark < 0 ? '' : target.slice(mark + 1) };
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

/** Lower-case names, duplicates joined by commas; cookies are returned as a separate list. */
function collectHeaders(rawHeaders: readonly string[]): {
  headers: Record<string, string>;
  cookies: string[];
} {
  const pairs: [string, string][] = [];
  const cookies: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(...value.split(';').map((cookie) => cookie.trim()));
    else pairs.push([name, value]);
  }
  return { headers: joinDuplicates(pairs), cookies: cookies.filter((cookie) => cookie !== '') };
}

/** Media types whose bodies API Gateway passes as text; other bodies are base64. */
const textTypes = /^(?:text\/.*|application\/(?:json|javascript|xml)|application\/.+\+(?:json|xml))$/;

function isText(contentType: string | undefined, body: Uint8Array): boolean {
  const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!textTypes.test(mediaType)) return false;
  try {
    // Bytes that are not UTF-8 would be replaced in JSON text, so they are sent as base64.
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Common log format in UTC, `12/Mar/2020:19:03:58 +0000`. */
function logTime(atMs: number): string {
  const at = new Date(atMs);
  const day = String(at.getUTCDate()).padStart(2, '0');
  return `${day}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}:${at.toISOString().slice(11, 19)} +0000`;
}

/** Builds the event of payload format 2.0 for a request whose path `splitTarget` can decode. */
export function toEvent(request: HttpRequest, context: EventContext): Record<string, unknown> {
  const { path, rawQueryString } = splitTarget(request.target);
  const { headers, cookies } = collectHeaders(request.rawHeaders);
  const host = headers.host ?? 'localhost';
  const forwardedFor = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = forwardedFor ? `${forwardedFor}, ${request.sourceIp}` : request.sourceIp;
  headers['x-forwarded-port'] = host.split(':')[1] ?? '80';
  headers['x-forwarded-proto'] = 'http';
  headers['x-amzn-trace-id'] ??= context.traceId;
  headers['content-length'] = String(request.body.byteLength);
  const query = rawQueryString === '' ? undefined : joinDuplicates(new URLSearchParams(rawQueryString));
  const asText = isText(headers['content-type'], request.body);
  const body = Buffer.from(request.body);
  const domainName = host.split(':')[0] ?? host;
  return {
    version: '2.0',
    routeKey: context.routeKey,
    rawPath: path,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    requestContext: {
      accountId: context.accountId,
      apiId: context.apiId,
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: context.requestId,
      routeKey: context.routeKey,
      stage: '$default',
      time: logTime(request.receivedAtMs),
      timeEpoch: request.receivedAtMs,
    },
    ...(context.pathParameters && { pathParameters: context.pathParameters }),
    ...(body.byteLength > 0 && { body: asText ? body.toString('utf8') : body.toString('base64') }),
    isBase64Encoded: body.byteLength > 0 && !asText,
  };
}

/** An error that API Gateway itself returns. */
export function gatewayError(status: number, message: string): HttpResponse {
  return {
    status,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify({ message })),
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

export function structuredResponse(result: Record<string, unknown>): HttpResponse | undefined {
  const status = Number(result.statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  const { body = '', headers = {}, cookies = [], isBase64Encoded } = result;
  if (body !== null && typeof body !== 'string') return undefined;
  if (typeof headers !== 'object' || headers === null || !Array.isArray(cookies)) return undefined;
  const response: HttpResponse = {
    status,
    headers: [],
    body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
  };
  for (const [name, value] of Object.entries(headers)) {
    if (value === null || typeof value === 'object') return undefined;
    if (!gatewayHeaders.has(name.toLowerCase())) response.headers.push([name.toLowerCase(), String(value)]);
  }
  for (const cookie of cookies) response.headers.push(['set-cookie', String(cookie)]);
  const typed = response.headers.some(([name]) => name === 'content-type');
  if (!typed && response.body.byteLength > 0)
    response.headers.push(['content-type', 'text/plain;charset=UTF-8']);
  return response;
}

/**
 * Builds the HTTP response from a function's result (JSON text). An object with `statusCode` is a whole response; any
 * other JSON is the body of a 200. API Gateway returns 500 for an unreadable result.
 */
export function toResponse(payload: string): HttpResponse {
  const result: unknown = JSON.parse(payload);
  if (typeof result === 'object' && result !== null && 'statusCode' in result) {
    return (
      structuredResponse(result as Record<string, unknown>) ?? gatewayError(500, 'Internal Server Error')
    );
  }
  const text = typeof result === 'string' ? result : payload;
  return { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(text) };
}

/** Bytes counted against API Gateway's limit of 10 240 for the request line and all header values. */
export function headerBytes(request: Pick<HttpRequest, 'method' | 'target' | 'rawHeaders'>): number {
  let bytes = Buffer.byteLength(`${request.method} ${request.target} HTTP/1.1`);
  for (let index = 1; index < request.rawHeaders.length; index += 2) {
    bytes += Buffer.byteLength(request.rawHeaders[index] ?? '');
  }
  return bytes;
}
