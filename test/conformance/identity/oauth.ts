/** Conformance cases of the sign-in of applications. */
import { expect, inject } from 'vitest';
import * as oauth from '../../support/builders/oauth.ts';
import { apiFor } from '../../support/clients/api.ts';
import { browse, postForm } from '../../support/clients/browser-request.ts';
import { casesOf } from '../support/conformance.ts';
import { aRole, aSession, aUser, password } from '../support/people.ts';
import { aReceiver } from '../support/receivers.ts';
import { aCaller } from '../support/stage.ts';

const { proves } = casesOf('identity');

const base = '/api/auth/oauth';
const redirectUri = 'https://app.example.com/callback';
const rules = '/api/business_rules/rules';
const keys = '/api/api_keys/keys';

async function aFlow(documentAddress?: string, ...features: string[]) {
  const caller = await aCaller();
  const { id } = await aRole(caller, { features });
  const { api: user } = await aSession(await aUser(caller, { roles: [id] }));
  const clientId = documentAddress ?? (await oauth.aClient(redirectUri));
  const flow = await oauth.aFlow({ client_id: clientId, redirect_uri: redirectUri });
  const decide = (more: Record<string, unknown> = {}, api = user) =>
    oauth.decide({ api }, { ...flow.request, allow: true, ...more });
  const aCode = (more?: Record<string, unknown>) => oauth.aCode({ api: user }, flow, more);
  const redeem = (code: string, more?: oauth.Fields) => oauth.redeem(flow, code, more);
  const refresh = (token: unknown, more?: oauth.Fields) => oauth.refresh(flow, token, more);
  return { caller, user, clientId, decide, aCode, redeem, refresh };
}

const statusOf = async (token: unknown) => (await apiFor(String(token)).get('/api/auth/session')).status;
const invalidGrant = { status: 400, body: { error: 'invalid_grant', error_description: expect.any(String) } };

proves('oauth-metadata', async () => {
  const { get } = apiFor('');
  const { origin } = new URL(inject('baseUrl'));
  const { body } = await get('/.well-known/oauth-protected-resource/mcp');
  expect(body).toMatchObject({ resource: `${origin}/mcp`, authorization_servers: [origin] });
  expect((await get('/.well-known/oauth-protected-resource')).body).toEqual(body);
  expect((await get('/.well-known/oauth-authorization-server')).body).toMatchObject({
    issuer: origin,
    authorization_endpoint: `${origin}/console/connect`,
    token_endpoint: `${origin}${base}/token`,
    registration_endpoint: `${origin}${base}/clients`,
    revocation_endpoint: `${origin}${base}/revoke`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
  });
});

proves('oauth-flow', async () => {
  const { user, aCode, redeem } = await aFlow();
  // Scheme and host have no case.
  const resource = `${new URL(inject('baseUrl')).origin.toUpperCase()}/mcp`;
  // OAuth 2.1 does not have the redirect URI in this request.
  const { status, body } = await redeem(await aCode({ resource }), { resource, redirect_uri: '' });
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ token_type: 'Bearer', expires_in: 3_600, scope: 'read write' }),
  ]);
  const me = await user.get('/api/auth/session');
  expect((await apiFor(String(body.access_token)).get('/api/auth/session')).body.id).toBe(me.body.id);
});

proves('oauth-document', async () => {
  const site = await aReceiver(await aCaller());
  const [own, other] = [`${site.url}/client.json`, `${site.url}/other.json`];
  const body = JSON.stringify({ client_id: own, client_name: 'documented', redirect_uris: [redirectUri] });
  site.respond(() => ({ headers: { 'content-type': 'application/json' }, body }));
  const { aCode, redeem } = await aFlow(own);
  expect(await redeem(await aCode())).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
  const { decide } = await aFlow(other);
  expect(await decide()).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
});

proves('oauth-audit', async () => {
  const { caller, clientId, user, decide, aCode } = await aFlow();
  await decide({ allow: false });
  await aCode({ readOnly: true });
  const me = await user.get<{ id: string }>('/api/auth/session');
  const { body } = await caller.api.get<{ items: { action: string; resourceId: string }[] }>(
    '/api/audit_logs/actions?resource=auth.user',
  );
  const own = body.items.filter(
    ({ action, resourceId }) => action === 'application_allowed' && resourceId === me.body.id,
  );
  const changes = { application: { after: 'Test client' }, clientId: { after: clientId } };
  expect(own).toEqual([
    expect.objectContaining({ changes: expect.objectContaining({ ...changes, readOnly: { after: true } }) }),
  ]);
});

proves('oauth-read-only', async () => {
  const { aCode, redeem, refresh } = await aFlow();
  const refused = { status: 403, body: { code: 'read_only' } };
  const write = (token: unknown) => apiFor(String(token)).post(rules, { body: {} });
  const { body } = await redeem(await aCode({ readOnly: true }));
  expect(body).toMatchObject({ scope: 'read' });
  expect(await write(body.access_token)).toMatchObject(refused);
  const { body: more } = await refresh(body.refresh_token, { scope: 'read write' });
  expect(more).toMatchObject({ error: 'invalid_scope' });
  const { body: all } = await redeem(await aCode());
  const { body: less } = await refresh(all.refresh_token, { scope: 'read' });
  expect(less).toMatchObject({ scope: 'read' });
  expect(await write(less.access_token)).toMatchObject(refused);
  const { body: again } = await refresh(less.refresh_token);
  expect(again).toMatchObject({ scope: 'read write' });
  expect(await write(again.access_token)).not.toMatchObject(refused);
});

proves('oauth-pkce', async () => {
  const { decide, aCode, redeem } = await aFlow();
  expect((await decide({ code_challenge_method: 'plain' })).status).toBe(400);
  expect((await decide({ code_challenge: '' })).status).toBe(400);
  expect(await redeem(await aCode(), { code_verifier: 'x'.repeat(43) })).toMatchObject(invalidGrant);
});

proves('oauth-errors', async () => {
  const { clientId } = await aFlow();
  const urlencoded = 'application/x-www-form-urlencoded';
  const sent: readonly [path: string, type: string, body: string, error?: string][] = [
    ['token', 'application/json', '{}'],
    ['token', 'multipart/form-data; boundary=x', 'no form'],
    ['token', urlencoded, 'grant_type=%ff'],
    ['token', urlencoded, `grant_type=password&client_id=${clientId}`, 'unsupported_grant_type'],
    ['token', urlencoded, 'x'.repeat(20_000)],
    ['revoke', 'text/plain', 'token'],
    ['clients', 'application/json', '{'],
    ['clients', 'application/json', '{}', 'invalid_redirect_uri'],
    [
      'clients',
      'application/json',
      '{"redirect_uris":["https://a.example"],"client_name":""}',
      'invalid_client_metadata',
    ],
  ];
  for (const [path, type, body, error = 'invalid_request'] of sent) {
    const answer = await browse('POST', `${base}/${path}`, { headers: { 'content-type': type }, body });
    expect(answer.status, body).toBeGreaterThanOrEqual(400);
    const fields = { error, error_description: expect.stringMatching(/\S/) };
    expect(answer.body, `${type} ${body}`).toMatchObject(fields);
  }
});

proves('oauth-redirect', async () => {
  const { decide } = await aFlow();
  for (const uri of [`${redirectUri}/x`, 'https://other.example.com/callback', 'http://127.0.0.1/callback'])
    expect(await decide({ redirect_uri: uri })).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    });
});

proves('oauth-code-once', async () => {
  const { aCode, redeem } = await aFlow();
  const code = await aCode();
  const { body } = await redeem(code);
  expect(await statusOf(body.access_token)).toBe(200);
  expect(await redeem(code)).toMatchObject(invalidGrant);
  expect(await statusOf(body.access_token)).toBe(401);
});

proves('oauth-refresh-once', async () => {
  const { aCode, redeem, refresh } = await aFlow();
  const { body: first } = await redeem(await aCode());
  const { body: second } = await refresh(first.refresh_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(await statusOf(second.access_token)).toBe(200);
  expect(await refresh(first.refresh_token)).toMatchObject(invalidGrant);
  expect(await statusOf(second.access_token)).toBe(401);
  expect(await refresh(second.refresh_token)).toMatchObject(invalidGrant);
});

proves('oauth-unknown-client', async () => {
  const { aCode, redeem, refresh } = await aFlow();
  const unknown = { client_id: 'unknown' };
  const refused = { status: 400, body: { error: 'invalid_client', error_description: expect.any(String) } };
  expect(await redeem(await aCode(), unknown)).toMatchObject(refused);
  const { body } = await redeem(await aCode());
  expect(await refresh(body.refresh_token, unknown)).toMatchObject(refused);
  expect(await statusOf(body.access_token)).toBe(200);
});

proves('oauth-revoke', async () => {
  const { user, aCode, redeem, refresh } = await aFlow();
  for (const which of ['access_token', 'refresh_token']) {
    const { body: first } = await redeem(await aCode());
    for (const [token, status] of [
      ['unknown.1.token', 200],
      [String(first[which]), 401],
    ] as const) {
      expect((await postForm(`${base}/revoke`, { token })).status).toBe(200);
      expect(await statusOf(first.access_token)).toBe(status);
    }
    expect(await refresh(first.refresh_token)).toMatchObject(invalidGrant);
  }
  const { body: second } = await redeem(await aCode({ readOnly: true }));
  const { body } = await user.get<{ sessions: { id: string; application: unknown }[] }>('/api/auth/sessions');
  const own = body.sessions.find(({ application }) => application !== null);
  const application = { name: 'Test client', redirectHost: 'app.example.com', readOnly: true };
  expect(own?.application).toEqual(application);
  await user.delete(`/api/auth/sessions?id=${own?.id}`);
  expect(await statusOf(second.access_token)).toBe(401);
});

proves('oauth-decision', async () => {
  const { caller, aCode, redeem, decide } = await aFlow();
  const { body } = await redeem(await aCode());
  const { body: reading } = await redeem(await aCode({ readOnly: true }));
  expect((await decide({}, apiFor(String(reading.access_token)))).status).toBe(403);
  for (const api of [caller.api, apiFor(String(body.access_token))])
    expect(await decide({}, api)).toMatchObject({ status: 403, body: { code: 'session_required' } });
});

proves('oauth-own-account', async () => {
  const { user, aCode, redeem } = await aFlow(undefined, 'auth.users.manage', 'api_keys.*');
  const { body } = await redeem(await aCode());
  const application = apiFor(String(body.access_token));
  const { id } = (await user.get('/api/auth/session')).body;
  const passwords = { currentPassword: password, newPassword: 'Colossus-1943' };
  for (const { status, body: refused } of [
    await application.post('/api/auth/password', { body: passwords }),
    await application.post('/api/auth/factors/totp', { body: { name: 'app' } }),
    await application.put('/api/auth/users', { body: { id, password: 'Colossus-1943' } }),
    await application.put('/api/auth/users', { body: { id, email: 'another@example.com' } }),
    await application.delete(`/api/auth/users/factors?userId=${id}`),
    await application.post(`/api/auth/users/${id}/invite`),
  ])
    expect([status, refused]).toEqual([403, expect.objectContaining({ code: 'session_required' })]);
  const key = await user.post<{ id: string }>(keys, { body: { name: 'own' } });
  for (const answer of [
    await application.post(keys, { body: { name: 'for later' } }),
    await application.post(`${keys}/${key.body.id}/rotate`),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'application_forbidden' } });
});
