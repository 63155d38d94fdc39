import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { findPolicy } from '../../../shared/modules/identity/factors/policy.ts';
import { InvalidGrantError } from '../../../shared/modules/identity/oauth/errors.ts';
import { takeCode, usedOnce } from '../../../shared/modules/identity/oauth/store.ts';
import { issueToken } from '../../../shared/modules/identity/oauth/token-service.ts';
import { storeSession } from '../../../shared/modules/identity/sessions/session-service.ts';
import { findUser } from '../../../shared/modules/identity/users/user-store.ts';
import {
  aClient,
  aCode,
  aDecider,
  aFlow,
  decide,
  type Fields,
  oauthBase,
  redeem,
  redirectUri,
  refresh,
  register,
  tokensFor,
} from '../../support/builders/oauth.ts';
import { loggedIn } from '../../support/builders/roles.ts';
import { password } from '../../support/builders/users.ts';
import { apiFor, send } from '../../support/clients/api.ts';
import { anAddress } from '../../support/clients/browser-request.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { interleaved } from '../../support/fault-injection/interleaving.ts';

callOverHttp();

const statusOf = async (token: unknown) => (await apiFor(String(token)).get('/api/auth/session')).status;
const refused = (error: string) => ({
  status: 400,
  body: { error, error_description: expect.any(String) },
});

const visitorAt = (atMs: number) => ({
  client: { ip: '198.51.100.7', userAgent: undefined, origin: new URL(inject('baseUrl')).origin },
  context: { nowMs: atMs },
});

/** A client that stores everything in memory, and whose user decides with a session. */
function aProvider() {
  let information: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  const seen: { url?: URL } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Official client', redirect_uris: [redirectUri] },
    state: () => 'of the client',
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      seen.url = url;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
  };
  return { provider, seen, tokens: () => tokens };
}

describe('the official client', () => {
  it('finds the server, registers, signs in, calls tools and refreshes its tokens', async () => {
    const by = await aDecider();
    const serverUrl = new URL(`${inject('baseUrl')}/mcp`);
    const { provider, seen, tokens } = aProvider();
    const first = new StreamableHTTPClientTransport(serverUrl, { authProvider: provider });
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow('Unauthorized');
    const { pathname, searchParams } = seen.url ?? new URL('none:');
    expect(pathname).toBe('/console/connect');
    const request = Object.fromEntries(searchParams);
    expect(request).toMatchObject({ resource: serverUrl.href, scope: 'read write' });
    const shown = await by.api.get(`${oauthBase}/authorization?${searchParams}`);
    expect(shown).toMatchObject({
      status: 200,
      body: { clientName: 'Official client', redirectHost: '127.0.0.1:33418', readOnly: false },
    });
    const { body } = await decide(by, { ...request, allow: true });
    const answer = new URL(body.redirectTo).searchParams;
    expect(Object.fromEntries(answer)).toMatchObject({ state: 'of the client', iss: serverUrl.origin });
    await first.finishAuth(answer.get('code') ?? '');

    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(serverUrl, { authProvider: provider }));
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('listRules');
    expect(await client.callTool({ name: 'listRules', arguments: {} })).toMatchObject({
      structuredContent: { status: 200 },
    });
    const before = tokens()?.refresh_token;
    expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED');
    expect(tokens()?.refresh_token).not.toBe(before);
    expect((await client.listTools()).tools).not.toEqual([]);
  });

  it('learns where to sign in', async () => {
    const { status, headers } = await send('POST', '/mcp', {
      headers: { authorization: 'Bearer no.valid.token', accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    });
    const metadata = `${inject('baseUrl')}/.well-known/oauth-protected-resource/mcp`;
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", resource_metadata="${metadata}", scope="read write"`,
    ]);
  });
});

describe('attacks', () => {
  it('tokens end at the limits of the tenant', async () => {
    const by = await aDecider();
    const policy = { requireFactor: false, maxSessionHours: 1, maxIdleMinutes: 10 };
    expect((await by.home.api.put('/api/auth/policy', { body: policy })).status).toBe(200);
    const { access, refreshToken, flow } = await tokensFor(by);
    const request = { grant_type: 'refresh_token', client_id: flow.clientId } as const;
    const nowMs = Date.now();
    const { exp } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString());
    expect(exp * 1_000).toBeLessThanOrEqual(nowMs + 3_600_000);
    let last = refreshToken;
    for (let minute = 9; minute < 60; minute += 9) {
      const at = nowMs + minute * 60_000;
      const tokens = await issueToken(visitorAt(at), { ...request, refresh_token: last });
      expect(tokens.expires_in).toBeLessThanOrEqual(3_600 - minute * 60);
      last = tokens.refresh_token;
    }
    const other = await tokensFor(by);
    const ofOther = { ...request, client_id: other.flow.clientId, refresh_token: other.refreshToken };
    await expect(issueToken(visitorAt(nowMs + 11 * 60_000), ofOther)).rejects.toThrow(InvalidGrantError);
    const afterEnd = issueToken(visitorAt(nowMs + 3_601_000), { ...request, refresh_token: last });
    await expect(afterEnd).rejects.toThrow(InvalidGrantError);
  });

  it('a code that is used twice before its session is stored starts none', async () => {
    const by = await aDecider();
    const flow = await aFlow();
    const code = await aCode(by, flow);
    const nowMs = Date.now();
    const first = await takeCode(code, 'the first use', nowMs);
    expect(first.outcome).toBe('taken');
    expect(await redeem(flow, code)).toMatchObject(refused('invalid_grant'));
    const user = await findUser(by.user, by.user.id);
    if (user === undefined) throw new Error('The user is gone.');
    const policy = await findPolicy(user);
    const times = { createdAtMs: nowMs, expiresAtMs: nowMs + 60_000 };
    const fields = { signingKey: 'key', refreshSha256: null, ...times };
    await expect(storeSession(user, 'late', policy, fields, [usedOnce(code)])).rejects.toThrow(
      InvalidGrantError,
    );
  });

  it.each<[string, (by: Awaited<ReturnType<typeof aDecider>>) => Promise<unknown>]>([
    ['logs out', ({ api }) => api.post('/api/auth/logout')],
    ['ends other sessions', async ({ user }) => (await loggedIn(user)).post('/api/auth/sessions/end-others')],
    [
      'changes the password',
      async ({ user }) =>
        (await loggedIn(user)).post('/api/auth/password', {
          body: { currentPassword: password, newPassword: 'Difference-2' },
        }),
    ],
  ])('a code of a stolen session is void once its user %s', async (_, end) => {
    const by = await aDecider();
    const flow = await aFlow();
    const code = await aCode(by, flow);
    expect(await end(by)).toMatchObject({ status: 200 });
    expect(await redeem(flow, code)).toMatchObject(refused('invalid_grant'));
  });

  it('parallel uses of a code leave no tokens', async () => {
    const by = await aDecider();
    const flow = await aFlow();
    const code = await aCode(by, flow);
    const answers = await Promise.all([redeem(flow, code), redeem(flow, code)]);
    for (const { status, body } of answers)
      expect(status === 200 ? await statusOf(body.access_token) : 401).toBe(401);
  });

  it('refreshes with the same token at the same time return the same next one', async () => {
    const { flow, refreshToken } = await tokensFor(await aDecider());
    const request = { grant_type: 'refresh_token', client_id: flow.clientId } as const;
    const refreshNow = () => issueToken(visitorAt(Date.now()), { ...request, refresh_token: refreshToken });
    const tokens: Awaited<ReturnType<typeof refreshNow>>[] = [];
    const isReplacement = (sent: string) => sent.includes('TransactItems');
    const refreshFirst = async () => tokens.push(await refreshNow());
    const second = await interleaved(isReplacement, refreshFirst, refreshNow);
    const [first] = tokens;
    expect(second.refresh_token).toBe(first?.refresh_token);
    expect([await statusOf(first?.access_token), await statusOf(second.access_token)]).toEqual([200, 200]);
    expect((await refresh(flow, second.refresh_token)).status).toBe(200);
  });

  it.each([
    ['no verifier', 'invalid_request', async () => ({ code_verifier: '' })],
    ['another client', 'invalid_grant', async () => ({ client_id: await aClient() })],
    ['another redirect', 'invalid_grant', async () => ({ redirect_uri: 'http://127.0.0.1:1/callback' })],
    ['another resource', 'invalid_target', async () => ({ resource: 'https://other.example/mcp' })],
  ])('a code with %s is refused with %s', async (_, error, more) => {
    const flow = await aFlow();
    const code = await aCode(await aDecider(), flow);
    expect(await redeem(flow, code, await more())).toMatchObject(refused(error));
  });

  it.each([
    ['a changed proof', async (token: string) => ({ refresh_token: `${token.slice(0, -4)}AAAA` })],
    ['a later number', async (token: string) => ({ refresh_token: token.replace('.1.', '.2.') })],
    ['another client', async () => ({ client_id: await aClient() })],
  ])('a refresh token with %s is refused, and ends nothing', async (_, more) => {
    const { flow, access, refreshToken } = await tokensFor(await aDecider());
    const answer = await refresh(flow, refreshToken, await more(refreshToken));
    expect(answer).toMatchObject(refused('invalid_grant'));
    expect(await statusOf(access)).toBe(200);
  });

  it.each<[string, string, Fields]>([
    ['an implicit grant', 'unsupported_response_type', { response_type: 'token' }],
    ['an unknown client', 'invalid_client', { client_id: 'unknown' }],
    ['a host behind a user', 'invalid_redirect_uri', { redirect_uri: 'http://127.0.0.1@evil.example/' }],
    ['another query of the redirect', 'invalid_redirect_uri', { redirect_uri: `${redirectUri}?to=evil` }],
    ['an unknown scope', 'invalid_scope', { scope: 'admin' }],
    ['another resource', 'invalid_target', { resource: 'https://other.example/mcp' }],
  ])('a request with %s is refused with %s, without a redirect', async (_, error, more) => {
    const by = await aDecider();
    const { request } = await aFlow(more);
    const answers = [
      await by.api.get(`${oauthBase}/authorization?${new URLSearchParams(request)}`),
      await decide(by, { ...request, allow: true }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(refused(error));
      expect(answer.headers.get('location')).toBeNull();
    }
  });

  it('another port of this machine is accepted', async () => {
    const by = await aDecider();
    const flow = await aFlow({ redirect_uri: 'http://127.0.0.1:5/callback' });
    const code = await aCode(by, flow);
    expect((await redeem(flow, code)).status).toBe(200);
  });

  it.each([
    ...['http://example.com/callback', 'http://127.0.0.1.evil.example/', 'https://user@example.com/'],
    ...['javascript:alert(1)//', 'data:text/html,x', 'file:///etc/passwd'],
    ...['https://example.com/#part', 'no address'],
  ])('the redirect %s cannot be registered', async (uri) => {
    expect(await register({ redirect_uris: [uri] })).toMatchObject(refused('invalid_redirect_uri'));
  });

  it('an address registers at most 20 applications a minute', async () => {
    const from = anAddress();
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length <= 40)
      statuses.push((await register({ redirect_uris: [redirectUri] }, from)).status);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(statuses.at(-1)).toBe(429);
  });

  it('a token of another host is refused', async () => {
    const { access } = await tokensFor(await aDecider());
    const { host } = new URL(inject('baseUrl'));
    const url = inject('baseUrl').replace('127.0.0.1', 'localhost');
    const ofOther = await fetch(`${url}/api/auth/session`, {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(host).not.toBe(new URL(url).host);
    expect(ofOther.status).toBe(401);
  });

  it('the refresh token of an application refreshes no session of a browser', async () => {
    const { refreshToken } = await tokensFor(await aDecider());
    const answer = await send('POST', '/api/auth/session/refresh', { body: { refreshToken } });
    expect(answer.status).toBe(401);
  });

  it('the query of a redirect URI reaches the application as it was registered', async () => {
    const uri = 'https://app.example/return?to=a%20b%2Fc&flag';
    const { body: registered } = await register({ redirect_uris: [uri] });
    const { request } = await aFlow({ client_id: String(registered.client_id), redirect_uri: uri });
    const { body } = await decide(await aDecider(), { ...request, allow: true });
    expect(body.redirectTo).toMatch(/^https:\/\/app\.example\/return\?to=a%20b%2Fc&flag&code=[\w-]+&iss=/);
  });

  it('empty parameters of a request count as absent', async () => {
    const { request } = await aFlow({ state: '', scope: '', resource: '' });
    const { status, body } = await decide(await aDecider(), { ...request, allow: true });
    expect(status).toBe(200);
    expect(new URL(body.redirectTo).searchParams.get('state')).toBeNull();
  });

  it('a denied request sends only the error', async () => {
    const { request } = await aFlow();
    const { body } = await decide(await aDecider(), { ...request, allow: false });
    const answer = Object.fromEntries(new URL(body.redirectTo).searchParams);
    expect(answer).toEqual({ error: 'access_denied', state: 'the state', iss: inject('baseUrl') });
  });
});
