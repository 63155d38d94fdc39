/** Users for tests: accounts, sessions, and requests as browsers send them. */
import { randomInt, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { inject } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { startSession } from '../../../shared/modules/identity/sessions/session-service.ts';
import { hashPassword } from '../../../shared/modules/identity/users/password.ts';
import { insertUser } from '../../../shared/modules/identity/users/user-store.ts';
import type { TestResponse } from '../clients/api.ts';
import { silently } from '../clients/silence.ts';
import { assertDocumented, endpointOf, parseBody } from '../invariants/documented.ts';
import { asTest } from './tenants.ts';

export const password = 'Analytical-1';
/** Hashing is deliberately slow; once per test file is enough. */
let passwordHash: Promise<string> | undefined;

export const anEmail = (): string => `ada-${randomUUID()}@example.com`;

/** A user of the organization with all rights in it and the password `password`. */
export async function aUser(
  home: { tenantId: string; organizationId: string },
  overrides: Partial<UserRow> = {},
): Promise<UserRow> {
  passwordHash ??= hashPassword(password);
  const now = new Date().toISOString();
  const { tenantId, organizationId } = home;
  const user: UserRow = {
    id: randomUUID(),
    tenantId,
    organizationId,
    email: anEmail(),
    name: null,
    roleIds: [],
    acl: { features: ['*'], isSuperAdmin: false, organizations: [organizationId] },
    isActive: true,
    passwordHash: await passwordHash,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    ...overrides,
  };
  await silently(() => insertUser(user, [], asTest()));
  return user;
}

/** The tokens of a new session of the user. */
export function aSession(user: UserRow, { remember = false } = {}) {
  return startSession(user, { remember, nowMs: Date.now() });
}

/** A loopback address that no other test uses, because limits count by address. */
export function anAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;
}

export interface BrowserRequest {
  /** The client's address; a new one by default. */
  from?: string;
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
  const answer = await new Promise<BrowserResponse<Body>>((resolve, reject) => {
    const sent = request(url, { method, headers, localAddress: from, agent: false }, (received) => {
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

const loginPath = '/api/auth/login';

export interface LoginBody {
  ok: boolean;
  token: string;
  redirect: string;
  refreshToken?: string;
}

/** Logs in with an HTML form. */
export function logIn(
  fields: Record<string, string> | URLSearchParams,
  { headers = {}, ...more }: BrowserRequest = {},
): Promise<BrowserResponse<LoginBody>> {
  return browse<LoginBody>('POST', loginPath, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
    ...more,
  });
}

/** The response's cookies as a browser sends them back. */
export function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((line) => line.split(';')[0]).join('; ');
}
