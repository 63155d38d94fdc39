/** Users and sessions, created over HTTP. */
import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { type Api, apiFor, type TestResponse } from '../../support/clients/api.ts';
import { assertDocumented, endpointOf, parseBody } from '../../support/invariants/documented.ts';
import { created, unique } from './stage.ts';

/** The password of all users. */
export const password = 'Analytical-1';
export const anEmail = (): string => `${unique('ada')}@example.com`.toLowerCase();

const isLoopback = () => ['127.0.0.1', 'localhost'].includes(new URL(inject('baseUrl')).hostname);

/** An address of this machine that no other test uses, because limits count by address. Undefined on AWS. */
export const anAddress = (): string | undefined =>
  isLoopback() ? `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}` : undefined;

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

/** Sends the request again after the time that a limit of addresses asks for: on AWS all tests have one address. */
async function patiently<Body>(send: () => Promise<BrowserResponse<Body>>): Promise<BrowserResponse<Body>> {
  const answer = await send();
  if (answer.status !== 429 || isLoopback()) return answer;
  await sleep(Number(answer.headers.get('retry-after')) * 1_000);
  return send();
}

/** Logs in with an HTML form. */
export function logIn(
  fields: Record<string, string>,
  { headers = {}, ...more }: BrowserRequest = {},
): Promise<BrowserResponse<LoginBody>> {
  return patiently(() =>
    browse<LoginBody>('POST', '/api/auth/login', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
      ...more,
    }),
  );
}

export interface Person {
  id: string;
  email: string;
  tenantId: string;
}

/** A user without a password in the caller's organization. */
export async function aMember(
  { api, tenantId }: Pick<TestCaller, 'api' | 'tenantId'>,
  fields: Record<string, unknown> = {},
): Promise<Person> {
  const body = { email: anEmail(), ...fields };
  const { id } = await created(api.post<{ id: string }>('/api/auth/users/invite', { body }));
  return { id, email: body.email, tenantId };
}

/** A user with the password `password` in the caller's organization, by default without rights. */
export async function aUser(
  { api, tenantId }: Pick<TestCaller, 'api' | 'tenantId'>,
  fields: Record<string, unknown> = {},
): Promise<Person> {
  const body = { email: anEmail(), password, ...fields };
  const { id } = await created(api.post<{ id: string }>('/api/auth/users', { body }));
  return { id, email: body.email, tenantId };
}

export interface Session {
  token: string;
  /** The `Cookie` header. */
  cookie: string;
  /** The content of the cookie `session_token`. */
  refreshToken: string;
  api: Api;
}

const sessionOf = ({ body, cookies }: BrowserResponse<{ token: string }>): Session => ({
  token: body.token,
  cookie: cookieHeader(cookies),
  refreshToken: /session_token=([^;]+)/.exec(cookies.join())?.[1] ?? '',
  api: apiFor(body.token),
});

/** A new session of the user. */
export async function aSession({ email, tenantId }: Person): Promise<Session> {
  return sessionOf(await created(logIn({ email, password, tenantId }).then(asBody)));
}

/** Exchanges an API key for the cookies of a session. */
export const exchangeKey = (key: unknown, { headers, ...more }: BrowserRequest = {}) =>
  patiently(() =>
    browse<{ ok: boolean; token: string; expiresAt: string }>('POST', '/api/auth/session/from-key', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ key }),
      ...more,
    }),
  );

/** A new session of the caller's key, which needs no password. */
export async function aKeySession({ key }: Pick<TestCaller, 'key'>): Promise<Session> {
  return sessionOf(await created(exchangeKey(key).then(asBody)));
}

/** `created` returns the body: here the whole answer. */
const asBody = <Body>(answer: BrowserResponse<Body>) => ({ status: answer.status, body: answer });

export interface Role {
  id: string;
  name: string;
}

/** A role, by default without features and for the caller's organizations. */
export async function aRole(
  { api }: Pick<TestCaller, 'api'>,
  acl: { features?: string[]; organizations?: string[] | null; isSuperAdmin?: boolean } = {},
  name = unique('role'),
): Promise<Role> {
  const { id } = await created(api.post<{ id: string }>('/api/auth/roles', { body: { name } }));
  if (Object.keys(acl).length > 0)
    await created(api.put('/api/auth/roles/acl', { body: { roleId: id, ...acl } }));
  return { id, name };
}

export interface NewKey {
  id: string;
  secret: string;
  [field: string]: unknown;
}

/** Creates a key with the caller's request. */
export const aNewKey = ({ api }: Pick<TestCaller, 'api'>, body: Record<string, unknown> = {}) =>
  created(api.post<NewKey>('/api/api_keys/keys', { body: { name: 'made', ...body } }));

/** An organization below the caller's, or of the whole tenant for callers of all organizations. */
export const anOrganization = async (
  { api }: Pick<TestCaller, 'api'>,
  body: Record<string, unknown>,
): Promise<string> => (await created(api.post<{ id: string }>('/api/directory/organizations', { body }))).id;
