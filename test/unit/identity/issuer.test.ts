import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listen } from '../../../lib/local/loopback.ts';
import {
  authorizationAddress,
  mergedClaims,
  redeem,
} from '../../../shared/modules/identity/providers/authorization.ts';
import {
  fetchFrom,
  IssuerUnavailableError,
  verifyToken,
} from '../../../shared/modules/identity/providers/issuer.ts';
import { issuerProblem } from '../../../shared/modules/identity/providers/issuer-address.ts';
import { providerLimits } from '../../../shared/modules/identity/providers/limits.ts';
import { type Claims, startIssuer } from '../../support/clients/issuer.ts';

const issuer = await startIssuer();
beforeAll(() => vi.stubEnv('TRUSTED_ISSUERS', issuer.url));
afterAll(() => issuer.stop());

const verified = async (claims = {}) =>
  verifyToken(await issuer.sign(claims), issuer.url, { audience: 'platform' });

it('reads the keys of an issuer again when it signs with a new one, but not for every unknown key', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  expect((await verified({ sub: 'first' })).claims.sub).toBe('first');
  await issuer.rotate();
  await expect(verified()).rejects.toThrow('no applicable key');
  vi.setSystemTime(Date.now() + providerLimits.keyCooldownSeconds * 1_000 + 1);
  expect((await verified({ sub: 'second' })).claims.sub).toBe('second');
});

it('is unavailable while it does not return its keys, because the token may be right', async () => {
  const silent = await startIssuer();
  vi.stubEnv('TRUSTED_ISSUERS', `${issuer.url},${silent.url}`);
  silent.hideKeys();
  const token = await silent.sign({});
  const refused = await verifyToken(token, silent.url, {}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(IssuerUnavailableError);
  await silent.stop();
});

it('is unavailable while it does not respond to the code, or with an error of its own', async () => {
  let isDown = false;
  const server = createServer((_, outgoing) => {
    const [jwks_uri, token_endpoint, authorization_endpoint] = ['jwks', 'token', 'authorize'].map(
      (path) => `${busy.url}/${path}`,
    );
    const metadata = { issuer: busy.url, jwks_uri, token_endpoint, authorization_endpoint };
    outgoing.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(metadata));
  });
  const busy = await listen(server, 0);
  vi.stubEnv('TRUSTED_ISSUERS', `${issuer.url},${busy.url}`);
  const client = { issuer: busy.url, clientId: 'platform', scopes: [] };
  const flow = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
  const redirectUri = 'https://api.example.com/callback';
  await authorizationAddress(client, { ...flow, redirectUri }, undefined);
  isDown = true;
  const response = new URL(`${redirectUri}?code=c&state=s&iss=${busy.url}`);
  await expect(redeem(client, 'secret', response, flow)).rejects.toBeInstanceOf(IssuerUnavailableError);
  await busy.stop();
  await expect(redeem(client, 'secret', response, flow)).rejects.toBeInstanceOf(IssuerUnavailableError);
});

it.for<[Claims, Claims, boolean | undefined]>([
  [{ email: 'a@x.example' }, { email: 'b@x.example', email_verified: true }, undefined],
  [{ email: 'a@x.example', email_verified: false }, { email: 'a@x.example', email_verified: true }, false],
  [{ email: 'a@x.example' }, { email: 'A@x.example', email_verified: true }, true],
  [{ email: 'a@x.example' }, { email: 'a@x.example', email_verified: false }, false],
  [{ email: 'a@x.example' }, { email_verified: true }, undefined],
  [{ email_verified: true }, { email: 'b@x.example' }, undefined],
  [{}, { email: 'b@x.example', email_verified: true }, true],
])('of the claims %j and the user info %j, the address is verified: %s', ([token, info, verified]) => {
  const merged = mergedClaims({ sub: 's', ...token }, { sub: 's', name: 'Ada', ...info });
  expect(merged).toMatchObject({ ...info, ...token, name: 'Ada', email_verified: verified });
});

it.for([
  ['https://login.example.com', undefined],
  ['https://login.example.com/tenant/v2.0', undefined],
  ['http://login.example.com', 'must begin with https://'],
  ['https://login.example.com/?tenant=1', 'must have neither a query nor a fragment'],
  ['https://127.0.0.1', 'must lead to a public address, not to a local, private or reserved one'],
  ['https://169.254.169.254', 'must lead to a public address, not to a local, private or reserved one'],
  ['https://metadata.internal', 'must lead to a public address, not to a local, private or reserved one'],
  ['https://user:password@login.example.com', 'must not contain a user name or a password'],
  ['login.example.com', 'must be a valid URL'],
])('the issuer %s is checked', ([address = '', problem]) => {
  expect(issuerProblem(address)).toBe(problem);
});

it('sends nothing to private addresses of an issuer that the deployment does not trust', async () => {
  const untrusted = 'https://login.example.com';
  await expect(fetchFrom(untrusted, 'https://127.0.0.1/token', {})).rejects.toThrow('unsafe');
  await expect(fetchFrom(untrusted, `${issuer.url}/token`, {})).rejects.toThrow('without https');
});
