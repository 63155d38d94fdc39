/** Users and sessions, created over HTTP. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import {
  type BrowserRequest,
  type BrowserResponse,
  cookieHeader,
  isLoopback,
  type LoginBody,
  logIn as logInOnce,
  postJson,
} from '../../support/clients/browser-request.ts';
import { created, unique } from './stage.ts';

/** The password of all users. */
export const password = 'Analytical-1';
export const anEmail = (): string => `${unique('ada')}@example.com`.toLowerCase();

/** Sends the request again after the time that a limit of addresses asks for: on AWS all tests have one address. */
async function patiently<Body>(send: () => Promise<BrowserResponse<Body>>): Promise<BrowserResponse<Body>> {
  const answer = await send();
  if (answer.status !== 429 || isLoopback()) return answer;
  await sleep(Number(answer.headers.get('retry-after')) * 1_000);
  return send();
}

/** Logs in with an HTML form; on AWS, again after the limit of its address. */
export const logIn = (
  fields: Record<string, string>,
  more?: BrowserRequest,
): Promise<BrowserResponse<LoginBody>> => patiently(() => logInOnce(fields, more));

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
export const exchangeKey = (key: unknown, more?: BrowserRequest) =>
  patiently(() =>
    postJson<{ ok: boolean; token: string; expiresAt: string }>('/api/auth/session/from-key', { key }, more),
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
