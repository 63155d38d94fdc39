/** Sends generated requests as they are. `fetch` would tidy up paths and headers. */
import { request as httpRequest } from 'node:http';
import { endpointOf, isEventStream, parseBody, undocumented } from '../support/documented.ts';
import type { FuzzRequest } from './request.ts';

export interface FuzzAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Throws when there is no complete answer within the deadline. Of an event stream the beginning is enough. */
export function sendRaw(
  baseUrl: string,
  { method, target, headers, body }: FuzzRequest,
  deadlineMs: number,
): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const bytes = body === undefined ? undefined : Buffer.from(body, 'base64');
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
          resolve({ status: incoming.statusCode ?? 0, headers: answered, text });
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

/**
 * What is wrong with an answer: a 5xx, or anything that the endpoint does not document. A 502 tells of somebody else's
 * failure, of a payment provider that refuses a made-up key for one: it must be documented as any other answer.
 */
export function problemsOf({ method, target }: FuzzRequest, answer: FuzzAnswer): string[] {
  const { status, headers, text } = answer;
  if (status >= 500 && status !== 502) return [`status ${status}`];
  let body: unknown;
  try {
    body = parseBody(headers.get('content-type'), headers.has('content-encoding') ? 'compressed' : text);
  } catch {
    return ['a body that is not the JSON it claims to be'];
  }
  const path = decodeURIComponent(target.split('?')[0] ?? target);
  const endpoint = endpointOf(method, path);
  if (endpoint !== undefined) return undocumented(endpoint, { status, headers, body });
  // A slash in a path value leads to no route.
  const { code } = (body ?? {}) as { code?: unknown };
  return status === 404 && code === 'not_found' ? [] : [`status ${status} where no route is`];
}
