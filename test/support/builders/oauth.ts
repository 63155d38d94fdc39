/** Applications that act for users with OAuth, over HTTP. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { type Api, apiFor } from '../clients/api.ts';
import { anAddress, browse } from '../clients/browser-request.ts';
import { aTenant } from './tenants.ts';
import { aSession, aUser } from './users.ts';

export const oauthBase = '/api/auth/oauth';
export const redirectUri = 'http://127.0.0.1:33418/callback';

const base64url = (bytes: number) => randomBytes(bytes).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
export type Fields = Record<string, string>;

/** Registrations and tokens count by address: each request has an address of its own. */
const form = (path: string, fields: Fields) =>
  browse('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
export const register = (body: unknown, from = anAddress()) =>
  browse<{ client_id: string }>('POST', `${oauthBase}/clients`, {
    from,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export async function aClient(): Promise<string> {
  const { status, body } = await register({ client_name: 'Test client', redirect_uris: [redirectUri] });
  expect(status).toBe(201);
  return body.client_id;
}

/** The session of a user, who decides. */
export async function aDecider(overrides: Partial<UserRow> = {}) {
  const home = await aTenant();
  const user = await aUser(home, overrides);
  const { token } = await aSession(user);
  return { home, user, token, api: apiFor(token) };
}
export interface Decider {
  api: Api;
}

export interface Flow {
  clientId: string;
  verifier: string;
  request: Fields;
}

export async function aFlow(more: Fields = {}): Promise<Flow> {
  const [clientId, verifier] = [await aClient(), base64url(32)];
  const request = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: 'read write' },
    ...{ code_challenge: challengeOf(verifier), code_challenge_method: 'S256', state: 'the state', ...more },
  };
  return { clientId, verifier, request };
}

export const decide = (by: Decider, body: Record<string, unknown>) =>
  by.api.post<{ redirectTo: string; error: string }>(`${oauthBase}/authorization`, { body });

export async function aCode(by: Decider, { request }: Flow, more: Record<string, unknown> = {}) {
  const { status, body } = await decide(by, { ...request, allow: true, ...more });
  expect(status).toBe(200);
  return new URL(body.redirectTo).searchParams.get('code') ?? '';
}

export const redeem = ({ clientId, verifier }: Flow, code: string, more: Fields = {}) =>
  form(`${oauthBase}/token`, {
    ...{ grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: redirectUri },
    ...{ code_verifier: verifier, ...more },
  });
export const refresh = ({ clientId }: Flow, token: unknown, more: Fields = {}) =>
  form(`${oauthBase}/token`, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: String(token),
    ...more,
  });

export async function tokensFor(by: Decider, more: Record<string, unknown> = {}) {
  const flow = await aFlow();
  const { status, body } = await redeem(flow, await aCode(by, flow, more));
  expect(status).toBe(200);
  return { flow, access: String(body.access_token), refreshToken: String(body.refresh_token), body };
}
