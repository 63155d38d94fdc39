/** Sign-in at an identity provider, as a browser does it. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { browse, cookieHeader, postForm } from './browser-request.ts';
import type { Claims, TestIssuer, TokenFaults } from './issuer.ts';

interface TenantOf {
  tenantId: string;
}

/** The event of a log-out token. */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Starts a sign-in, and returns where the browser is sent with its cookies. */
export async function startSignIn(
  { tenantId }: TenantOf,
  query: Record<string, string> = {},
  /** Of the browser. */
  jar = '',
) {
  const path = `/api/auth/oidc/start?${new URLSearchParams({ tenantId, ...query })}`;
  const { status, headers, cookies } = await browse('GET', path, {
    headers: jar === '' ? {} : { cookie: jar },
  });
  expect(status).toBe(302);
  return { location: headers.get('location') ?? '', cookie: cookieHeader(cookies), cookies };
}

/** The provider returns the browser. */
export async function finishSignIn(query: Record<string, string>, cookie: string) {
  const path = `/api/auth/oidc/callback?${new URLSearchParams(query)}`;
  const { status, headers, cookies } = await browse('GET', path, {
    headers: cookie === '' ? {} : { cookie },
  });
  expect(status).toBe(302);
  const location = headers.get('location') ?? '';
  const token = /^auth_token=([^;]+)/.exec(cookies.find((line) => line.startsWith('auth_token=')) ?? '')?.[1];
  return { location, token, problem: new URL(location, 'http://here').searchParams.get('signInProblem') };
}

export const aPerson = (more: Claims = {}): Claims => {
  const sub = randomUUID();
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Grace Hopper', ...more };
};

export interface SignInAttempt {
  person?: Claims;
  faults?: TokenFaults;
  /** Changes the response of the provider. */
  response?: Record<string, string>;
  /** Sent instead of the cookie of the start. */
  cookie?: (ofStart: string) => string;
  /** Of the start. */
  redirect?: string;
}

/** A whole sign-in of a new person, with what an attack changes. */
export async function signInAt(
  issuer: TestIssuer,
  caller: TenantOf,
  { person = aPerson(), faults, response, cookie, redirect }: SignInAttempt = {},
) {
  const started = await startSignIn(caller, redirect === undefined ? {} : { redirect });
  const state = issuer.expect(started.location, person, faults).get('state') ?? '';
  const query = { code: 'code', state, iss: issuer.url, ...response };
  return { ...(await finishSignIn(query, cookie?.(started.cookie) ?? started.cookie)), query, started };
}

/** The provider ends sessions of a tenant. */
export const sendLogout = ({ tenantId }: TenantOf, logoutToken: string) =>
  postForm(`/api/auth/oidc/logout/${tenantId}`, { logout_token: logoutToken });

export const logoutClaims = (claims: Claims): Claims => ({
  jti: randomUUID(),
  events: { [logoutEvent]: {} },
  ...claims,
});
