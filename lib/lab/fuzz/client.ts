/** Sends generated requests unchanged; `fetch` would normalize paths and headers. */
import { request as httpRequest } from 'node:http';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { endpointOf, isEventStream, parseBody, undocumented } from './documented.ts';
import type { FuzzRequest } from './request.ts';

export interface FuzzResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Until the response was complete. */
  durationMs: number;
}

/** Throws if the response is not complete by the deadline. An event stream needs only its beginning. */
export function sendRaw(
  baseUrl: string,
  { method, target, headers, body }: FuzzRequest,
  deadlineMs: number,
): Promise<FuzzResponse> {
  const { hostname, port } = new URL(baseUrl);
  const bytes = body === undefined ? undefined : Buffer.from(body, 'base64');
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        hostname,
        port,
        method,
        path: target,
        headers: { ...headers, ...(bytes && { 'content-length': String(bytes.byteLength) }) },
        signal: AbortSignal.timeout(deadlineMs),
      },
      (incoming) => {
        const answered = new Headers();
        for (const [name, value] of Object.entries(incoming.headers)) answered.set(name, String(value));
        const chunks: Buffer[] = [];
        const answer = () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const durationMs = performance.now() - startedAtMs;
          resolve({ status: incoming.statusCode ?? 0, headers: answered, text, durationMs });
        };
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (!isEventStream(answered)) return;
          answer();
          outgoing.destroy();
        });
        incoming.on('error', reject);
        incoming.on('end', answer);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

/** Every other 5xx with a code of its own may occur: a provider refuses an invented key, a tenant has all its streams. */
const defects: ReadonlySet<unknown> = new Set([undefined, 'internal', 'unavailable']);

/**
 * The path of a target, decoded but for question marks, which begin no query; undefined when its bytes are no UTF-8.
 */
function decodedPath(target: string): string | undefined {
  const path = target.split('?')[0] ?? target;
  try {
    return decodeURIComponent(path).replaceAll('?', '%3F');
  } catch {
    return undefined;
  }
}

/** API Gateway decodes a path before it selects a route; functions that stream get theirs from CloudFront as it is. */
function streamOf(method: string, target: string): Endpoint | undefined {
  const endpoint = endpointOf(method, target);
  return endpoint?.transport === 'stream' ? endpoint : undefined;
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}

function problemsOfContent({ method, target }: FuzzRequest, answer: FuzzResponse): string[] {
  const { status, headers, text } = answer;
  let body: unknown;
  try {
    body = parseBody(headers.get('content-type'), headers.has('content-encoding') ? 'compressed' : text);
  } catch {
    return status >= 500 ? [`status ${status}`] : ['a body that is not the JSON it claims to be'];
  }
  const code = codeOf(body);
  if (status >= 500 && defects.has(code)) return [`status ${status}`];
  const path = decodedPath(target);
  // API Gateway refuses it with its own body.
  if (path === undefined) return status === 400 ? [] : [`status ${status} where the path is no UTF-8`];
  const endpoint = endpointOf(method, path) ?? streamOf(method, target);
  if (endpoint !== undefined) return undocumented(endpoint, { status, headers, body });
  // A slash in a path value matches no route; the fallback function checks the query first, as all endpoints do.
  const isAnswered = (status === 404 && code === 'not_found') || (status === 400 && code === 'invalid_input');
  return isAnswered ? [] : [`status ${status} where no route is`];
}

/**
 * Whether load may have caused the problem: a slow machine delays responses, and functions time out. If it occurs
 * each time that the request is sent alone, the request is the cause.
 */
export function isWorthRepeating({ status, text, durationMs }: FuzzResponse, maxDurationMs: number): boolean {
  if (durationMs > maxDurationMs) return true;
  const isOfGateway = status >= 500 && !text.includes('"code"');
  return isOfGateway || (status === 503 && text.includes('"unavailable"'));
}

/** Returns the problems of a response: a 5xx, undocumented content, or a longer time than allowed. */
export function problemsOf(request: FuzzRequest, answer: FuzzResponse, maxDurationMs: number): string[] {
  const problems = problemsOfContent(request, answer);
  if (answer.durationMs <= maxDurationMs) return problems;
  return [...problems, `a response after more than ${maxDurationMs / 1_000} s`];
}
