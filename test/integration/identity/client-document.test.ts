/** Sign-in of applications that describe themselves in a document instead of a registration. */
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, inject, it } from 'vitest';
import { oauthLimits } from '../../../shared/modules/identity/oauth/limits.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { apiFor } from '../../support/clients/api.ts';
import { browse } from '../../support/clients/browser-request.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import type { SinkResponse } from '../../support/clients/sink.ts';
import { useReceivers } from '../../support/clients/sinks.ts';

callOverHttp();
const aReceiver = useReceivers();

const authorization = '/api/auth/oauth/authorization';
const redirectUri = 'http://127.0.0.1:33418/callback';

type Fields = Record<string, unknown>;
const documentOf = (clientId: string, more: Fields = {}) => ({
  ...{ client_id: clientId, client_name: 'Documented client', redirect_uris: ['http://127.0.0.1/callback'] },
  ...{ token_endpoint_auth_method: 'none', grant_types: ['authorization_code'], ...more },
});

/** An application with a document, by default a right one, and its request. */
async function anApplication(
  respond: (clientId: string) => SinkResponse = () => ({}),
  path = '/client.json',
) {
  const site = await aReceiver();
  const clientId = `${site.url}${path}`;
  site.respond(() => ({ body: JSON.stringify(documentOf(clientId)), ...respond(clientId) }));
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: 'read' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  return { site, clientId, verifier, request };
}

async function aDecider() {
  const home = await aTenant();
  const user = await aUser(home);
  const { token } = await aSession(user);
  const api = apiFor(token);
  return {
    ...{ home, user },
    describe: (request: Record<string, string>) =>
      api.get<Fields>(`${authorization}?${new URLSearchParams(request)}`),
    decide: (request: object, allow = true) =>
      api.post<{ redirectTo: string }>(authorization, { body: { ...request, allow } }),
  };
}

it('signs in without a registration, with its document read once', async () => {
  const { site, clientId, verifier, request } = await anApplication();
  const by = await aDecider();
  expect(await by.describe(request)).toMatchObject({
    status: 200,
    body: { clientName: 'Documented client', documentHost: new URL(site.url).host, readOnly: true },
  });
  const { body } = await by.decide(request);
  const form = {
    ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri },
    ...{ code: new URL(body.redirectTo).searchParams.get('code') ?? '', code_verifier: verifier },
  };
  const tokens = await browse<{ access_token: string }>('POST', '/api/auth/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  expect(tokens).toMatchObject({ status: 200, body: { scope: 'read' } });
  const session = await apiFor(tokens.body.access_token).get<{ id: string }>('/api/auth/session');
  expect(session.body.id).toBe(by.user.id);
  // Two functions read it at most once each.
  await by.describe(request);
  await by.decide(request, false);
  expect(site.requests.length).toBeLessThanOrEqual(2);
  expect(site.requests[0]?.headers).toMatchObject({ accept: 'application/json' });
});

it('takes an application that would rather sign, if it can do without', async () => {
  const { request } = await anApplication((clientId) => ({
    body: JSON.stringify(
      documentOf(clientId, {
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
        jwks_uri: 'https://app.example.com/jwks.json',
      }),
    ),
  }));
  const by = await aDecider();
  expect(await by.describe(request)).toMatchObject({ status: 200 });
});

describe('an application that signs its requests for tokens', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { origin } = new URL(inject('baseUrl'));
  const now = () => Math.floor(Date.now() / 1_000);

  async function aSigner() {
    const application = await anApplication();
    const { site, clientId } = application;
    const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }];
    const signing = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `${site.url}/jwks.json` };
    site.respond(({ path }) => ({
      body: JSON.stringify(path === '/jwks.json' ? { keys } : documentOf(clientId, signing)),
    }));
    const sign = (claims: Fields = {}, key = privateKey) =>
      new SignJWT({
        iss: clientId,
        sub: clientId,
        aud: origin,
        exp: now() + 60,
        jti: randomUUID(),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .sign(key);
    return { ...application, sign };
  }

  const tokens = (fields: Record<string, string>) =>
    browse<{ refresh_token: string; error: string }>('POST', '/api/auth/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        ...fields,
      }).toString(),
    });
  type Signer = Awaited<ReturnType<typeof aSigner>>;

  async function redeem({ clientId, verifier, request }: Signer, client_assertion: string) {
    const { body } = await (await aDecider()).decide(request);
    const code = new URL(body.redirectTo).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, code_verifier: verifier };
    return tokens({ ...grant, client_id: clientId, redirect_uri: redirectUri, client_assertion });
  }

  it('gets and refreshes them with a key that its document names', async () => {
    const signer = await aSigner();
    const { status, body } = await redeem(signer, await signer.sign());
    expect(status).toBe(200);
    const { clientId: client_id } = signer;
    const { refresh_token } = body;
    const unsigned = await tokens({ grant_type: 'refresh_token', client_id, refresh_token });
    expect(unsigned).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
    const client_assertion = await signer.sign({ aud: [`${origin}/api/auth/oauth/token`] });
    const signed = await tokens({ grant_type: 'refresh_token', client_id, refresh_token, client_assertion });
    expect(signed.status).toBe(200);
  });

  it.each<[string, (signer: Signer) => Promise<string> | string]>([
    ['no assertion', () => ''],
    ['one for another server', ({ sign }) => sign({ aud: 'https://other.example' })],
    ['one of another application', ({ sign }) => sign({ sub: 'https://other.example/client.json' })],
    ['one that has expired', ({ sign }) => sign({ exp: now() - 60 })],
    ['one without an end', ({ sign }) => sign({ exp: undefined })],
    ['one that another key has signed', ({ sign }) => sign({}, other.privateKey)],
  ])('gets none for %s', async (_, assertionOf) => {
    const signer = await aSigner();
    const refused = await redeem(signer, await assertionOf(signer));
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
  });
});

describe('a document is refused', () => {
  const withFields = (more: Fields) => (clientId: string) => ({
    body: JSON.stringify(documentOf(clientId, more)),
  });

  it.each<[string, (clientId: string) => SinkResponse, string]>([
    [
      'that names another application',
      withFields({ client_id: 'https://other.example/c.json' }),
      'names another',
    ],
    ['without a name', withFields({ client_name: undefined }), 'invalid client_name'],
    ['without an address', withFields({ redirect_uris: [] }), 'invalid redirect_uris'],
    [
      'with a secret',
      withFields({ token_endpoint_auth_method: 'client_secret_post' }),
      'token_endpoint_auth_method',
    ],
    [
      'that signs with keys that it does not name',
      withFields({ token_endpoint_auth_method: 'private_key_jwt' }),
      'token_endpoint_auth_method',
    ],
    ['that is no JSON', () => ({ body: '<html>' }), 'invalid content'],
    ['that is missing', () => ({ status: 404 }), 'cannot be read (404)'],
    [
      'that redirects',
      (clientId) => ({ status: 302, headers: { location: clientId } }),
      'cannot be read (302)',
    ],
    ['that is too large', withFields({ padding: 'x'.repeat(oauthLimits.documentBytes) }), 'more than'],
  ])('%s', async (_, respond, problem) => {
    const { request } = await anApplication(respond);
    const by = await aDecider();
    for (const answer of [await by.describe(request), await by.decide(request)])
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'invalid_client', error_description: expect.stringContaining(problem) },
      });
  });

  it.each([
    ['no path', (url: string) => url],
    ['a part', (url: string) => `${url}/client.json#part`],
    ['a password', (url: string) => url.replace('//', '//user:secret@')],
    ['dots in its path', (url: string) => `${url}/x/../client.json`],
    ['another spelling', (url: string) => `${url.replace('http', 'HTTP')}/client.json`],
  ])('at an address with %s', async (_, addressOf) => {
    const { site, request } = await anApplication();
    const answer = await (await aDecider()).describe({ ...request, client_id: addressOf(site.url) });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
    expect(site.requests).toEqual([]);
  });

  it('for another redirect URI, without a code', async () => {
    const { request } = await anApplication();
    const other = { ...request, redirect_uri: 'https://evil.example/callback' };
    expect(await (await aDecider()).decide(other)).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    });
  });
});

it('the audit trail shows whom a user has allowed, and nothing of what was denied', async () => {
  const { clientId, request } = await anApplication();
  const by = await aDecider();
  await by.decide(request, false);
  await by.decide(request);
  const { body } = await by.home.api.get<{ items: Fields[] }>('/api/audit_logs/actions?resource=auth.user');
  const entries = body.items.filter(({ action }) => action === 'application_allowed');
  expect(entries).toEqual([
    expect.objectContaining({
      ...{ resource: 'auth.user', resourceId: by.user.id },
      changes: expect.objectContaining({
        application: { after: 'Documented client' },
        clientId: { after: clientId },
        readOnly: { after: true },
      }),
    }),
  ]);
});
