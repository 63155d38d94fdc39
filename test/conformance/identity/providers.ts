/** Conformance cases of sign-in through an identity provider. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { apiFor } from '../../support/clients/api.ts';
import { browse } from '../../support/clients/browser-request.ts';
import type { Claims, TokenFaults } from '../../support/clients/issuer.ts';
import {
  aPerson,
  finishSignIn,
  logoutClaims,
  type SignInAttempt,
  sendLogout,
  signInAt,
  startSignIn,
} from '../../support/clients/sign-in.ts';
import { casesOf } from '../support/conformance.ts';
import { aConnected, type Connected, providerPath } from '../support/issuers.ts';
import { aMember, anEmail, aRole, aUser, logIn, password } from '../support/people.ts';
import { aKey, aSuperAdmin } from '../support/stage.ts';

const { proves } = casesOf('identity');

const signIn = (home: Connected, attempt?: SignInAttempt) => signInAt(home.issuer, home, attempt);

const sessionOf = async (token: string | undefined) => {
  const { status, body } = await apiFor(token ?? '').get('/api/auth/session');
  return { status, body };
};

const now = () => Math.floor(Date.now() / 1_000);

proves('provider-settings', async () => {
  const home = await aConnected({ clientSecret: 'first-secret' });
  const shown = await home.api.get(providerPath);
  expect(shown).toMatchObject({ status: 200, body: { hasClientSecret: true, issuer: home.issuer.url } });
  expect(JSON.stringify(shown.body)).not.toContain('first-secret');
  await home.connect({ clientSecret: '__masked__' });
  await signIn(home);
  expect(home.issuer.tokenRequests.at(-1)?.get('client_secret')).toBe('first-secret');
  const body = { issuer: 'https://login.example.com', clientId: 'platform' };
  expect(await home.api.put(providerPath, { body })).toMatchObject({
    status: 400,
    body: { details: [expect.objectContaining({ field: 'clientSecret' })] },
  });
});

proves('provider-check', async () => {
  const home = await aConnected({ scopes: ['openid'] });
  const { url } = home.issuer;
  const check = async () => (await home.api.get(`${providerPath}?check=true`)).body.check;
  expect(await check()).toEqual({
    ...{ authorizationEndpoint: `${url}/authorize`, tokenEndpoint: `${url}/token` },
    ...{ userInfoEndpoint: null, keysAddress: `${url}/jwks` },
    ...{ keys: [{ id: 'first', algorithm: 'RS256' }], problems: [] },
  });
  expect((await home.api.get(providerPath)).body).not.toHaveProperty('check');
  await home.connect({ issuer: `${url}/other` });
  expect(await check()).toMatchObject({
    ...{ authorizationEndpoint: null, keys: [] },
    problems: [expect.stringMatching(/^The issuer has no metadata/)],
  });
});

proves('provider-grants', async () => {
  const home = await aConnected();
  const mighty = await aRole(home, { features: ['scheduler.*'] });
  const helper = await aKey({ ...home, features: ['auth.provider.*'] });
  const body = { issuer: home.issuer.url, clientId: 'platform', clientSecret: 'secret-of-client' };
  for (const rights of [{ roles: [mighty.id] }, { groups: [{ group: 'all', roles: [mighty.name] }] }])
    expect(await helper.api.put(providerPath, { body: { ...body, ...rights } })).toMatchObject({
      status: 403,
      body: { code: 'rights_exceeded', required: expect.arrayContaining(['scheduler.*']) },
    });
});

proves('provider-rights', async () => {
  const home = await aConnected();
  const mighty = await aRole(home, { features: ['scheduler.*'] });
  const user = await aMember(home, { roles: [mighty.id] });
  const helper = await aKey({ ...home, features: ['auth.provider.*'] });
  await home.connect({ trustsEmail: true }, helper);
  const refused = await signIn(home, { person: aPerson({ email: user.email }) });
  expect(refused).toMatchObject({ problem: 'rights_exceeded', token: undefined });
});

proves('provider-start', async () => {
  const home = await aConnected();
  const [first, second] = [await startSignIn(home), await startSignIn(home)];
  const queries = [first, second].map(({ location }) => new URL(location).searchParams);
  expect(first.location).toContain(`${home.issuer.url}/authorize?`);
  expect(Object.fromEntries(queries[0] ?? [])).toMatchObject({
    ...{ response_type: 'code', code_challenge_method: 'S256', client_id: 'platform' },
    scope: 'openid email profile',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(new Set(queries.map((query) => query.get(name))).size).toBe(2);
  expect(first.cookies[0]).toMatch(
    /sign_in_[\da-f]{16}=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly;( Secure;)? SameSite=Lax/,
  );
});

proves('provider-sign-in', async () => {
  const home = await aConnected();
  const { location, token } = await signIn(home, { redirect: '/console/jobs' });
  expect(location).toBe('/console/jobs');
  expect(await sessionOf(token)).toMatchObject({
    status: 200,
    body: { kind: 'user', tenantId: home.tenantId, name: 'Grace Hopper', method: 'provider' },
  });
});

proves(
  'provider-return',
  [
    ...['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example'],
    ...['/api/auth/logout', '/console/../api'],
  ],
  async (redirect) => {
    const home = await aConnected();
    const { location, token } = await signIn(home, { redirect });
    expect([location, typeof token]).toEqual(['/console/', 'string']);
  },
);

const wrongTokens: Record<string, TokenFaults> = {
  nonce: { claims: { nonce: 'other' } },
  issuer: { claims: { iss: 'https://login.example.com' } },
  client: { claims: { aud: 'another' } },
  party: { claims: { aud: ['platform', 'another'], azp: 'another' } },
  subject: { claims: { sub: '' } },
  expired: { claims: { exp: now() - 120 } },
  future: { claims: { iat: now() + 3_600 } },
  unsigned: { algorithm: 'none' },
  'shared secret': { algorithm: 'HS256' },
  'unknown key': { isForged: true },
};

proves('provider-tokens', Object.keys(wrongTokens), async (name) => {
  const home = await aConnected();
  const faults = wrongTokens[name] ?? {};
  expect(await signIn(home, { faults })).toMatchObject({ problem: 'response_invalid', token: undefined });
});

proves('provider-once', async () => {
  const home = await aConnected();
  const { query, started, token } = await signIn(home);
  expect((await sessionOf(token)).status).toBe(200);
  for (const answer of [query, { ...query, state: 'forged' }]) {
    const again = await finishSignIn(answer, started.cookie);
    expect(again).toMatchObject({ problem: 'state_unknown', token: undefined });
  }
});

const otherBrowsers: SignInAttempt[] = [
  { cookie: () => '' },
  { cookie: (ofStart) => ofStart.replace(/=.*/, '=other') },
];

proves('provider-browser', otherBrowsers, async (attempt) => {
  const { query, started, ...refused } = await signIn(await aConnected(), attempt);
  expect(refused).toMatchObject({ problem: 'other_browser', token: undefined });
  expect(await finishSignIn(query, started.cookie)).toMatchObject({ problem: null });
});

proves('provider-mix-up', async () => {
  const home = await aConnected();
  for (const iss of ['https://login.example.com', '']) {
    const refused = await signIn(home, { response: { iss } });
    expect(refused).toMatchObject({ problem: 'response_invalid', token: undefined });
  }
  const started = await startSignIn(home);
  const state = home.issuer.expect(started.location, aPerson()).get('state') ?? '';
  await home.connect({ clientId: 'another' });
  const finished = await finishSignIn({ code: 'code', state, iss: home.issuer.url }, started.cookie);
  expect(finished).toMatchObject({ problem: 'provider_changed', token: undefined });
});

proves('provider-refused', async () => {
  const home = await aConnected();
  const refused = await signIn(home, { response: { error: 'access_denied', code: '' } });
  expect(refused).toMatchObject({
    ...{ token: undefined, problem: 'provider_refused' },
    location: '/console/?signInProblem=provider_refused',
  });
});

const refusedPeople: [Claims, Claims, string][] = [
  [{}, { email: undefined }, 'email_missing'],
  [{}, { email_verified: false }, 'email_unverified'],
  [{ domains: ['example.org'] }, {}, 'email_domain'],
  [{ createsUsers: false }, {}, 'account_unknown'],
];

proves('provider-people', refusedPeople, async ([settings, person, problem]) => {
  const refused = await signIn(await aConnected(settings), { person: aPerson(person) });
  expect(refused).toMatchObject({ problem, token: undefined });
});

const links: [settings: Claims, person: Claims, problem: string | null][] = [
  [{ trustsEmail: true }, { email_verified: true }, null],
  [{ trustsEmail: true }, { email_verified: false }, 'email_unverified'],
  [{ trustsEmail: true }, { email_verified: [true] }, 'email_unverified'],
  [{ trustsEmail: true }, { email_verified: undefined }, 'account_exists'],
  [{ trustsEmail: false }, { email_verified: true }, 'account_exists'],
  [{ trustsEmail: true, emailClaim: 'upn' }, { email_verified: true }, 'account_exists'],
];

proves('provider-link', links, async ([settings, person, problem]) => {
  const home = await aConnected(settings);
  const user = await aMember(home);
  const claims = aPerson({ email: user.email, upn: user.email, ...person });
  const result = await signIn(home, { person: claims });
  expect(result.problem).toBe(problem);
  if (problem === null) expect((await sessionOf(result.token)).body).toMatchObject({ id: user.id });
});

proves('provider-subject', async () => {
  const home = await aConnected();
  const person = aPerson();
  const first = await sessionOf((await signIn(home, { person })).token);
  const other = await aMember(home);
  const again = await signIn(home, { person: { ...person, email: other.email, email_verified: false } });
  expect((await sessionOf(again.token)).body.id).toBe(first.body.id);
});

proves('provider-groups', async () => {
  const home = await aConnected();
  const [one, two] = [
    await aRole(home, { features: ['scheduler.jobs.view'] }),
    await aRole(home, { features: ['webhooks.view'] }),
  ];
  const { organizationId } = home;
  await home.connect({
    groups: [
      { group: 'one', roles: [one.id], organizationId },
      { group: 'two', roles: [two.name] },
    ],
  });
  const person = aPerson({ groups: ['one'] });
  const { token } = await signIn(home, { person });
  const of = { organizationId, tenantId: home.tenantId };
  expect((await sessionOf(token)).body).toMatchObject({ ...of, features: ['scheduler.jobs.view'] });
  await signIn(home, { person: { ...person, groups: ['two', 'unmapped'] } });
  expect((await sessionOf(token)).body).toMatchObject({ organizationId: null, features: ['webhooks.view'] });
});

proves('provider-ungrouped', async () => {
  const home = await aConnected({ trustsEmail: true });
  const role = await aRole(home, { features: ['scheduler.jobs.view'] });
  const user = await aMember(home, { roles: [role.id] });
  const { token } = await signIn(home, { person: aPerson({ email: user.email }) });
  expect((await sessionOf(token)).body).toMatchObject({ id: user.id, features: ['scheduler.jobs.view'] });
});

proves('provider-inactive', async () => {
  const home = await aConnected();
  await home.connect({ organizationId: home.organizationId });
  const person = aPerson();
  const { id } = (await sessionOf((await signIn(home, { person })).token)).body;
  expect((await home.api.put('/api/auth/users', { body: { id, isActive: false } })).status).toBe(200);
  expect(await signIn(home, { person })).toMatchObject({ problem: 'account_inactive', token: undefined });
});

proves('provider-only', async () => {
  const home = await aConnected();
  const [ada, emergency] = [await aUser(home), await aUser(home)];
  const guest = await aMember(home);
  const settings = { issuer: home.issuer.url, clientId: 'platform', onlyProvider: true };
  for (const emergencyUserId of [null, guest.id])
    expect(await home.api.put(providerPath, { body: { ...settings, emergencyUserId } })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'emergencyUserId' }] },
    });
  await home.connect({ onlyProvider: true, emergencyUserId: emergency.id });
  const attempt = async (email: string, given = password) => {
    const { status, body } = await logIn({ email, password: given, tenantId: home.tenantId });
    return [status, Object(body).code];
  };
  expect(await attempt(ada.email)).toEqual([403, 'provider_required']);
  expect(await attempt(ada.email, 'Wrong-1942')).toEqual([401, 'login_failed']);
  expect(await attempt(emergency.email)).toEqual([200, undefined]);
  await home.connect({ isEnabled: false, onlyProvider: true, emergencyUserId: emergency.id });
  expect(await attempt(ada.email)).toEqual([200, undefined]);
});

proves('provider-discovery', async () => {
  const domain = `${randomUUID()}.example`;
  const home = await aConnected({ domains: [domain] });
  const user = await aMember(home, { email: `known@${domain}` });
  const find = async (email: string) =>
    (await browse('GET', `/api/auth/oidc?${new URLSearchParams({ email })}`)).body;
  const known = await find(user.email);
  expect(known).toEqual({
    providers: [{ tenantId: home.tenantId, tenantName: expect.any(String), onlyProvider: false }],
  });
  expect(await find(`unknown@${domain.toUpperCase()}`)).toEqual(known);
  for (const other of [anEmail(), 'no address']) expect(await find(other)).toEqual({ providers: [] });
  await home.connect({ domains: [domain], isEnabled: false });
  expect(await find(user.email)).toEqual({ providers: [] });
  await home.connect({ domains: [domain] });
  const { api } = await aSuperAdmin();
  await api.put('/api/directory/tenants', { body: { id: home.tenantId, isActive: false } });
  expect(await find(user.email)).toEqual({ providers: [] });
  expect((await startSignIn(home)).location).toBe('/console/?signInProblem=not_configured');
});

/** A person with two sessions at the provider. */
async function aSignedIn() {
  const home = await aConnected();
  const person = aPerson({ sid: randomUUID() });
  const first = await signIn(home, { person });
  const second = await signIn(home, { person: { ...person, sid: randomUUID() } });
  const statuses = () =>
    Promise.all([first, second].map(async ({ token }) => (await sessionOf(token)).status));
  return { home, person, statuses };
}

proves('provider-domains', async () => {
  // It has no owner who could prove it.
  const domain = `${randomUUID()}.com`;
  const home = await aConnected({ domains: ['example.com', domain] });
  const { body } = await home.api.get(providerPath);
  expect(body).toMatchObject({
    domains: ['example.com', domain],
    verifiedDomains: ['example.com'],
    domainRecord: expect.stringMatching(/^platform-modules-verification=[\w-]{43}$/),
  });
  expect((await browse('GET', `/api/auth/oidc?email=ada@${domain}`)).body).toEqual({ providers: [] });
  const refused = await signIn(home, { person: aPerson({ email: `ada@${domain}` }) });
  expect(refused).toMatchObject({ problem: 'domain_unverified', token: undefined });
  expect((await signIn(home)).problem).toBeNull();
});

proves('provider-log-out', async () => {
  const { home, person, statuses } = await aSignedIn();
  const { sid, sub } = person;
  const token = await home.issuer.sign(logoutClaims({ sid, sub }), { type: 'logout+jwt' });
  expect((await sendLogout(home, token)).status).toBe(200);
  expect(await statuses()).toEqual([401, 200]);
  expect((await sendLogout(home, token)).status).toBe(400);
  expect((await sendLogout(home, await home.issuer.sign(logoutClaims({ sub })))).status).toBe(200);
  expect(await statuses()).toEqual([401, 401]);
});

const wrongLogouts: Record<string, (sub: unknown) => { claims: Claims; faults?: TokenFaults }> = {
  'an ID token': (sub) => ({ claims: { sub, jti: 'id' } }),
  'a nonce': (sub) => ({ claims: logoutClaims({ sub, nonce: 'n' }) }),
  'no person': () => ({ claims: logoutClaims({}) }),
  'another client': (sub) => ({ claims: logoutClaims({ sub, aud: 'another' }) }),
  'another issuer': (sub) => ({ claims: logoutClaims({ sub, iss: 'https://login.example.com' }) }),
  'an old token': (sub) => ({ claims: logoutClaims({ sub, iat: now() - 700 }) }),
  'no id': (sub) => ({ claims: { ...logoutClaims({ sub }), jti: undefined } }),
  'another type': (sub) => ({ claims: logoutClaims({ sub }), faults: { type: 'at+jwt' } }),
  'no signature': (sub) => ({ claims: logoutClaims({ sub }), faults: { algorithm: 'none' } }),
  'a shared secret': (sub) => ({ claims: logoutClaims({ sub }), faults: { algorithm: 'HS256' } }),
  'another key': (sub) => ({ claims: logoutClaims({ sub }), faults: { isForged: true } }),
};

proves('provider-log-out-refused', async () => {
  const { home, person, statuses } = await aSignedIn();
  for (const [name, wrong] of Object.entries(wrongLogouts)) {
    const { claims, faults } = wrong(person.sub);
    const { status, body } = await sendLogout(home, await home.issuer.sign(claims, faults));
    expect([name, status, body.code]).toEqual([name, 400, 'logout_token_invalid']);
  }
  expect(await statuses()).toEqual([200, 200]);
});

proves('provider-disconnected', async () => {
  const home = await aConnected();
  const { token } = await signIn(home);
  expect((await home.api.delete(providerPath)).status).toBe(200);
  expect((await sessionOf(token)).status).toBe(200);
  expect((await startSignIn(home)).location).toBe('/console/?signInProblem=not_configured');
});
