/** Sign-in of applications that describe themselves in a document instead of a registration. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, inject, it } from 'vitest';
import { oauthLimits } from '../../../shared/modules/identity/oauth/limits.ts';
import { aCode, aDecider, aFlow, decide, oauthBase, redeem, refresh } from '../../support/builders/oauth.ts';
import { apiFor } from '../../support/clients/api.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import type { SinkResponse } from '../../support/clients/sink.ts';
import { useReceivers } from '../../support/clients/sinks.ts';

callOverHttp();
const aReceiver = useReceivers();

type Decider = Awaited<ReturnType<typeof aDecider>>;
const describeTo = ({ api }: Decider, request: Record<string, string>) =>
  api.get(`${oauthBase}/authorization?${new URLSearchParams(request)}`);

const documentOf = (clientId: string, more: object = {}) => ({
  ...{ client_id: clientId, client_name: 'Documented client', redirect_uris: ['http://127.0.0.1/callback'] },
  ...{ token_endpoint_auth_method: 'none', grant_types: ['authorization_code'], ...more },
});

/** An application with a document, by default a right one, and its request to read. */
async function anApplication(respond: (clientId: string) => SinkResponse = () => ({})) {
  const site = await aReceiver();
  const clientId = `${site.url}/client.json`;
  site.respond(() => ({ body: JSON.stringify(documentOf(clientId)), ...respond(clientId) }));
  return { site, ...(await aFlow({ client_id: clientId, scope: 'read' })) };
}

it('signs in without a registration, with its document read once', async () => {
  const { site, ...flow } = await anApplication();
  const by = await aDecider();
  expect(await describeTo(by, flow.request)).toMatchObject({
    status: 200,
    body: { clientName: 'Documented client', documentHost: new URL(site.url).host, readOnly: true },
  });
  const tokens = await redeem(flow, await aCode(by, flow));
  expect(tokens).toMatchObject({ status: 200, body: { scope: 'read' } });
  const session = await apiFor(String(tokens.body.access_token)).get('/api/auth/session');
  expect(session.body.id).toBe(by.user.id);
  // Two functions read it at most once each.
  await describeTo(by, flow.request);
  await decide(by, { ...flow.request, allow: false });
  expect(site.requests.length).toBeLessThanOrEqual(2);
  expect(site.requests[0]?.headers).toMatchObject({ accept: 'application/json' });
});

it('takes an application that would rather sign, if it can do without', async () => {
  const methods = {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    jwks_uri: 'https://app.example.com/jwks.json',
  };
  const { request } = await anApplication((clientId) => ({
    body: JSON.stringify(documentOf(clientId, methods)),
  }));
  expect(await describeTo(await aDecider(), request)).toMatchObject({ status: 200 });
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
    const own = { iss: clientId, sub: clientId, aud: origin };
    const sign = (claims: object = {}, key = privateKey) =>
      new SignJWT({ ...own, exp: now() + 60, jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .sign(key);
    return { ...application, sign };
  }
  type Signer = Awaited<ReturnType<typeof aSigner>>;

  const asserted = (client_assertion: string) => ({
    ...{ client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer', client_assertion },
  });
  const redeemAs = async (signer: Signer, assertion: string) =>
    redeem(signer, await aCode(await aDecider(), signer), asserted(assertion));

  it('gets and refreshes them with a key that its document names', async () => {
    const signer = await aSigner();
    const { status, body } = await redeemAs(signer, await signer.sign());
    expect(status).toBe(200);
    const { refresh_token } = body;
    const unsigned = await refresh(signer, refresh_token);
    expect(unsigned).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
    const assertion = await signer.sign({ aud: [`${origin}/api/auth/oauth/token`] });
    expect((await refresh(signer, refresh_token, asserted(assertion))).status).toBe(200);
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
    const refused = await redeemAs(signer, await assertionOf(signer));
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
  });
});

const withFields = (more: object) => (clientId: string) => ({
  body: JSON.stringify(documentOf(clientId, more)),
});
const withMethod = (token_endpoint_auth_method: string) => withFields({ token_endpoint_auth_method });

it.each<[string, (clientId: string) => SinkResponse, string]>([
  ['names another application', withFields({ client_id: 'https://other.example/c.json' }), 'names another'],
  ['has no name', withFields({ client_name: undefined }), 'invalid client_name'],
  ['has no address', withFields({ redirect_uris: [] }), 'invalid redirect_uris'],
  ['has a secret', withMethod('client_secret_post'), 'token_endpoint_auth_method'],
  ['signs with keys that it does not name', withMethod('private_key_jwt'), 'token_endpoint_auth_method'],
  ['is no JSON', () => ({ body: '<html>' }), 'invalid content'],
  ['is missing', () => ({ status: 404 }), 'cannot be read (404)'],
  ['redirects', (location) => ({ status: 302, headers: { location } }), 'cannot be read (302)'],
  ['is too large', withFields({ padding: 'x'.repeat(oauthLimits.documentBytes) }), 'more than'],
])('refuses a document that %s', async (_, respond, problem) => {
  const { request } = await anApplication(respond);
  const by = await aDecider();
  for (const answer of [await describeTo(by, request), await decide(by, { ...request, allow: true })])
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'invalid_client', error_description: expect.stringContaining(problem) },
    });
});
