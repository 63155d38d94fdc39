/** Requests as browsers send them. */
import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { inject } from 'vitest';
import { assertDocumented, endpointOf, parseBody } from '../../../lib/lab/fuzz/documented.ts';
import { reportExchange, type TestResponse } from './api.ts';

/** Whether the product runs on this machine, where each request can have an address of its own. */
export const isLoopback = (): boolean =>
  ['127.0.0.1', 'localhost'].includes(new URL(inject('baseUrl')).hostname);

/** A loopback address that no other test uses, because limits count by address. */
export const aLoopbackAddress = (): string =>
  `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;

/** The address of a new client; undefined on AWS. */
export const anAddress = (): string | undefined => (isLoopback() ? aLoopbackAddress() : undefined);

export interface BrowserRequest {
  /** The client's address; a new one by default. */
  from?: string | undefined;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface BrowserResponse<Body> extends TestResponse<Body> {
  /** The `Set-Cookie` lines. */
  cookies: string[];
}

/** Sends exactly the given headers, unlike `fetch`, and checks the response against its contract. */
export async function browse<Body = Record<string, unknown>>(
  method: string,
  path: string,
  { from = anAddress(), headers = {}, body }: BrowserRequest = {},
): Promise<BrowserResponse<Body>> {
  const url = new URL(path, inject('baseUrl'));
  const start = url.protocol === 'https:' ? requestSecurely : request;
  const answer = await new Promise<BrowserResponse<Body>>((resolve, reject) => {
    const options = { method, headers, agent: false, ...(from !== undefined && { localAddress: from }) };
    const sent = start(url, options, (received) => {
      const chunks: Buffer[] = [];
      received.on('data', (chunk: Buffer) => chunks.push(chunk));
      received.on('error', reject);
      received.on('end', () => {
        const { 'set-cookie': cookies = [], ...rest } = received.headers;
        const answered = new Headers(Object.entries(rest).map(([name, value]) => [name, String(value)]));
        resolve({
          status: received.statusCode ?? 0,
          headers: answered,
          body: parseBody(answered.get('content-type'), Buffer.concat(chunks).toString()) as Body,
          cookies,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
  reportExchange({ method, path, status: answer.status });
  const endpoint = endpointOf(method, path);
  if (endpoint) assertDocumented(endpoint, answer);
  return answer;
}

/** The response's cookies as a browser sends them back. */
export const cookieHeader = (cookies: readonly string[]): string =>
  cookies.map((line) => line.split(';')[0]).join('; ');

export interface LoginBody {
  ok: boolean;
  token: string;
  redirect: string;
  refreshToken?: string;
}

const posted =
  (type: string, encode: (body: object) => string) =>
  <Body = Record<string, unknown>>(path: string, body: object, { headers, ...more }: BrowserRequest = {}) =>
    browse<Body>('POST', path, {
      headers: { 'content-type': type, ...headers },
      body: encode(body),
      ...more,
    });

/** Sends JSON. */
export const postJson = posted('application/json', (body) => JSON.stringify(body));
/** Sends an HTML form. */
export const postForm = posted('application/x-www-form-urlencoded', (fields) =>
  new URLSearchParams(Object.entries(fields)).toString(),
);

/** Logs in with an HTML form. */
export const logIn = (fields: Record<string, string>, more?: BrowserRequest) =>
  postForm<LoginBody>('/api/auth/login', fields, more);
