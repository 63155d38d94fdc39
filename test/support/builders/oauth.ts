/** Applications that act for users with OAuth, over HTTP. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { type Api, apiFor } from '../clients/api.ts';
import { postForm, postJson } from '../clients/browser-request.ts';
import { aTenant } from './tenants.ts';
import { aSession, aUser } from './users.ts';

export const oauthBase = '/api/auth/oauth';
export const redirectUri = 'http://127.0.0.1:33418/callback';

const base64url = (bytes: number) => randomBytes(bytes).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
export type Fields = Record<string, string>;

/** Registrations and tokens count by address: each request has an address of its own. */
export const register = (body: object, from?: string) =>
  postJson<{ client_id: string }>(`${oauthBase}/clients`, body, { from });

export async function aClient(uri = redirectUri): Promise<string> {
  const { status, body } = await register({ client_name: 'Test client', redirect_uris: [uri] });
  expect(status).toBe(201);
  return body.client_id;
}

/** The session of a user, who decides. */
export async function aDecider() {
  const home = await aTenant();
  const user = await aUser(home);
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

/** The request of a new application, or of the one with this `client_id`. */
export async function aFlow(more: Fields = {}): Promise<Flow> {
  const [clientId, verifier] = [more.client_id ?? (await aClient()), base64url(32)];
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

export const redeem = ({ clientId, verifier, request }: Flow, code: string, more: Fields = {}) =>
  postForm(`${oauthBase}/token`, {
    ...{ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier },
    ...{ redirect_uri: request.redirect_uri ?? '', ...more },
  });
export const refresh = ({ clientId }: Flow, token: unknown, more: Fields = {}) =>
  postForm(`${oauthBase}/token`, {
    ...{ grant_type: 'refresh_token', client_id: clientId, refresh_token: String(token), ...more },
  });

export async function tokensFor(by: Decider, more: Record<string, unknown> = {}) {
  const flow = await aFlow();
  const { status, body } = await redeem(flow, await aCode(by, flow, more));
  expect(status).toBe(200);
  return { flow, access: String(body.access_token), refreshToken: String(body.refresh_token), body };
}
