/** Sign-in at an identity provider: the whole flow with a real one, and attacks with a dishonest one. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { sessionLimits } from '../../../shared/kernel/auth/session-token.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { providerSessionPartition } from '../../../shared/modules/identity/keys.ts';
import { findUserIdsByEmails } from '../../../shared/modules/identity/users/user-store.ts';
import { aMember, aRole, userNow } from '../../support/builders/roles.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { apiFor } from '../../support/clients/api.ts';
import { browse, logIn } from '../../support/clients/browser-request.ts';
import { type Claims, startIssuer, type TestIssuer, type TokenFaults } from '../../support/clients/issuer.ts';
import {
  aPerson,
  finishSignIn,
  logoutClaims,
  type SignInAttempt,
  sendLogout,
  signInAt,
  startSignIn,
} from '../../support/clients/sign-in.ts';
import { during } from '../../support/fault-injection/faults.ts';

const providerPath = '/api/auth/provider';

let issuer: TestIssuer;
let otherIssuer: TestIssuer;
beforeAll(async () => {
  [issuer, otherIssuer] = [await startIssuer(), await startIssuer()];
});
afterAll(() => Promise.all([issuer.stop(), otherIssuer.stop()]));

async function connect(caller: TestCaller, settings: Claims = {}): Promise<void> {
  const body = { issuer: issuer.url, clientId: 'platform', clientSecret: 'secret-of-client', ...settings };
  const { status, body: saved } = await caller.api.put(providerPath, { body });
  expect([status, saved]).toEqual([200, expect.objectContaining({ hasClientSecret: true })]);
}

async function aConnected(settings: Claims = {}): Promise<TestCaller> {
  const caller = await aTenant();
  await connect(caller, settings);
  return caller;
}

const signIn = (caller: TestCaller, attempt?: SignInAttempt) => signInAt(issuer, caller, attempt);

const sessionOf = async (token: string | undefined) => {
  const { status, body } = await apiFor(token ?? '').get('/api/auth/session');
  return { status, body };
};

it('signs in at a real provider, with PKCE, and makes a user with the roles of its groups', async () => {
  const { issuer: address, clientId, clientSecret } = inject('provider');
  const caller = await aTenant();
  const role = await aRole(caller, { features: ['scheduler.jobs.view'] });
  const groups = [{ group: 'support', roles: [role.name], organizationId: caller.organizationId }];
  await connect(caller, { issuer: address, clientId, clientSecret, groups });
  const started = await startSignIn(caller, { email: 'grace@acme.example', redirect: '/console/jobs' });

  const jar = new Map<string, string>();
  const atProvider = async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  const next = (response: Response) => new URL(response.headers.get('location') ?? '', address).href;
  const interaction = next(await atProvider(started.location));
  expect(await (await atProvider(interaction)).text()).toContain('Grace Hopper');
  const chosen = { method: 'POST', body: new URLSearchParams({ person: 'grace' }) };
  const returned = next(await atProvider(next(await atProvider(interaction, chosen))));
  expect(returned).toContain('/api/auth/oidc/callback?code=');
  const query = Object.fromEntries(new URL(returned).searchParams);
  const { location, token } = await finishSignIn(query, started.cookie);

  expect(location).toBe('/console/jobs');
  expect(await sessionOf(token)).toMatchObject({
    status: 200,
    body: {
      email: 'grace@acme.example',
      name: 'Grace Hopper',
      features: ['scheduler.jobs.view'],
      method: 'provider',
    },
  });
});

it('never returns the secret of the client, and keeps it unless the server of the issuer changes', async () => {
  const caller = await aConnected();
  const { body } = await caller.api.get(providerPath);
  expect(JSON.stringify(body)).not.toContain('secret-of-client');
  await connect(caller, { clientSecret: '__masked__', scopes: ['groups'] });
  await signIn(caller);
  expect(issuer.tokenRequests.at(-1)?.get('client_secret')).toBe('secret-of-client');
  const moved = await caller.api.put(providerPath, {
    body: { issuer: otherIssuer.url, clientId: 'platform' },
  });
  expect(moved).toMatchObject({
    status: 400,
    body: { details: [expect.objectContaining({ field: 'clientSecret' })] },
  });
});

it('starts with S256, a state and a nonce of its own, and a cookie for this browser only', async () => {
  const caller = await aConnected();
  const [first, second] = [await startSignIn(caller), await startSignIn(caller)];
  const queries = [first, second].map(({ location }) => new URL(location).searchParams);
  expect(Object.fromEntries(queries[0] ?? [])).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
    client_id: 'platform',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(new Set(queries.map((query) => query.get(name))).size).toBe(2);
  expect(first.cookies[0]).toMatch(/^sign_in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
});

const later = () => Math.floor(Date.now() / 1_000) + 120;
const past = () => Math.floor(Date.now() / 1_000) - 120;
const soon = () => Math.floor(Date.now() / 1_000) + 15;

const attacks: Record<string, { attempt: () => SignInAttempt; problem: string }> = {
  'a wrong nonce': {
    attempt: () => ({ faults: { claims: { nonce: 'other' } } }),
    problem: 'response_invalid',
  },
  'a token of another issuer': {
    attempt: () => ({ faults: { claims: { iss: otherIssuer.url } } }),
    problem: 'response_invalid',
  },
  'a token for another client': {
    attempt: () => ({ faults: { claims: { aud: 'another' } } }),
    problem: 'response_invalid',
  },
  'a token for several clients without naming this one': {
    attempt: () => ({ faults: { claims: { aud: ['platform', 'another'], azp: 'another' } } }),
    problem: 'response_invalid',
  },
  'an expired token': {
    attempt: () => ({ faults: { claims: { exp: past() } } }),
    problem: 'response_invalid',
  },
  'a token of the future': {
    attempt: () => ({ faults: { claims: { iat: later() } } }),
    problem: 'response_invalid',
  },
  'an empty subject': { attempt: () => ({ person: aPerson({ sub: '' }) }), problem: 'response_invalid' },
  'a token without a signature': {
    attempt: () => ({ faults: { algorithm: 'none' } }),
    problem: 'response_invalid',
  },
  'a token signed with the public key as a secret': {
    attempt: () => ({ faults: { algorithm: 'HS256' } }),
    problem: 'response_invalid',
  },
  'a token signed with another key': {
    attempt: () => ({ faults: { isForged: true } }),
    problem: 'response_invalid',
  },
  'a response of a mixed-up provider': {
    attempt: () => ({ response: { iss: otherIssuer.url } }),
    problem: 'response_invalid',
  },
  'a response without the issuer that the provider promises': {
    attempt: () => ({ response: { iss: '' } }),
    problem: 'response_invalid',
  },
  'an unknown state': { attempt: () => ({ response: { state: 'forged' } }), problem: 'state_unknown' },
  'a response in another browser': { attempt: () => ({ cookie: 'sign_in=other' }), problem: 'other_browser' },
  'a response in a browser without a sign-in': { attempt: () => ({ cookie: '' }), problem: 'other_browser' },
  'a refusal of the provider': {
    attempt: () => ({ response: { error: 'access_denied', code: '' } }),
    problem: 'provider_refused',
  },
  'an unverified address': {
    attempt: () => ({ person: aPerson({ email_verified: false }) }),
    problem: 'email_unverified',
  },
  'a person without an address': {
    attempt: () => ({ person: { sub: 'unknown' } }),
    problem: 'email_missing',
  },
  'an address of another domain': {
    attempt: () => ({ person: aPerson({ email: `${randomUUID()}@elsewhere.example` }) }),
    problem: 'email_domain',
  },
};

it.for(Object.entries(attacks))('refuses %s', async ([, { attempt, problem }]) => {
  const caller = await aConnected({ domains: ['example.com'] });
  const refused = await signIn(caller, attempt());
  expect(refused).toMatchObject({
    problem,
    token: undefined,
    location: `/console/?signInProblem=${problem}`,
  });
});

it('accepts clocks that differ by a few seconds', async () => {
  const caller = await aConnected();
  const { token } = await signIn(caller, { faults: { claims: { iat: soon() } } });
  expect((await sessionOf(token)).status).toBe(200);
});

it('accepts a response once', async () => {
  const caller = await aConnected();
  const { query, started, token } = await signIn(caller);
  expect(token).toEqual(expect.any(String));
  expect(await finishSignIn(query, started.cookie)).toMatchObject({
    problem: 'state_unknown',
    token: undefined,
  });
});

it('does not finish at another provider than the one at which it started', async () => {
  const caller = await aConnected();
  const started = await startSignIn(caller);
  const state = issuer.expect(started.location, aPerson()).get('state') ?? '';
  await connect(caller, { issuer: otherIssuer.url });
  const finished = await finishSignIn({ code: 'code', state, iss: issuer.url }, started.cookie);
  expect(finished).toMatchObject({ problem: 'provider_changed', token: undefined });
});

it.for([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/api/auth/logout',
  '/console/../api/auth/provider',
])('returns to the console instead of %s', async (redirect) => {
  const caller = await aConnected();
  const started = await startSignIn(caller, { redirect });
  const state = issuer.expect(started.location, aPerson()).get('state') ?? '';
  const { location, token } = await finishSignIn({ code: 'code', state, iss: issuer.url }, started.cookie);
  expect([location, typeof token]).toEqual(['/console/', 'string']);
});

const linking: { settings: Claims; person: Claims; problem: string | null }[] = [
  { settings: { trustsEmail: true }, person: { email_verified: true }, problem: null },
  { settings: { trustsEmail: true }, person: { email_verified: false }, problem: 'email_unverified' },
  { settings: { trustsEmail: true }, person: { email_verified: [true] }, problem: 'email_unverified' },
  { settings: { trustsEmail: true }, person: { email_verified: undefined }, problem: 'account_exists' },
  { settings: { trustsEmail: false }, person: { email_verified: true }, problem: 'account_exists' },
  {
    settings: { trustsEmail: true, emailClaim: 'upn' },
    person: { email_verified: true },
    problem: 'account_exists',
  },
];

it.for(linking)('links an existing user: %j', async ({ settings, person, problem }) => {
  const caller = await aConnected(settings);
  const user = await aMember(caller);
  const claims = aPerson({ email: user.email, upn: user.email, ...person });
  const { token, ...refused } = await signIn(caller, { person: claims });
  expect(refused.problem).toBe(problem);
  if (problem === null) expect((await sessionOf(token)).body).toMatchObject({ id: user.id });
});

it('knows a person by the subject, also when the address changes or belongs to another user', async () => {
  const caller = await aConnected();
  const person = aPerson();
  const first = await sessionOf((await signIn(caller, { person })).token);
  const other = await aMember(caller);
  const again = await signIn(caller, { person: { ...person, email: other.email, email_verified: false } });
  expect((await sessionOf(again.token)).body.id).toBe(first.body.id);
});

it('names the field of an unknown role', async () => {
  const caller = await aTenant();
  const settings = { issuer: issuer.url, clientId: 'platform', clientSecret: 'secret-of-client' };
  const group = { group: 'support', roles: [] };
  const wrong = { ...settings, groups: [group, { ...group, roles: ['unknown'] }] };
  const refused = await caller.api.put(providerPath, { body: wrong });
  expect(refused).toMatchObject({
    status: 400,
    body: { details: [{ field: 'groups[1].roles', message: 'has unknown roles: unknown' }] },
  });
});

it('refuses to map groups to rights that the caller lacks, and to link users with more rights', async () => {
  const owner = await aTenant();
  const mighty = await aRole(owner, { features: ['scheduler.*'] });
  const helper = await aKey({ ...owner, features: ['auth.provider.*'] });
  const settings = { issuer: issuer.url, clientId: 'platform', clientSecret: 'secret-of-client' };
  const refused = await helper.api.put(providerPath, { body: { ...settings, roles: [mighty.id] } });
  expect(refused).toMatchObject({ status: 403, body: { required: ['scheduler.*'] } });
  await connect(helper, { trustsEmail: true });
  const user = await aMember(owner, [mighty]);
  const linked = await signIn(owner, { person: aPerson({ email: user.email }) });
  expect(linked).toMatchObject({ problem: 'rights_exceeded', token: undefined });
});

it('sets the roles of the groups anew with every sign-in', async () => {
  const caller = await aTenant();
  const [one, two] = [
    await aRole(caller, { features: ['scheduler.jobs.view'] }),
    await aRole(caller, { features: ['webhooks.view'] }),
  ];
  const groups = [
    { group: 'one', roles: [one.id] },
    { group: 'two', roles: [two.id] },
  ];
  await connect(caller, { groups });
  const person = aPerson({ groups: ['one'] });
  const first = await signIn(caller, { person });
  expect((await sessionOf(first.token)).body).toMatchObject({ features: ['scheduler.jobs.view'] });
  const second = await signIn(caller, { person: { ...person, groups: ['two', 'unmapped'] } });
  expect((await sessionOf(second.token)).body).toMatchObject({ features: ['webhooks.view'] });
  expect((await sessionOf(first.token)).body).toMatchObject({ features: ['webhooks.view'] });
});

it('keeps the home that an administrator has given, unless the settings name homes', async () => {
  const caller = await aTenant();
  const { organizationId } = caller;
  const user = await aMember(caller);
  const person = aPerson({ email: user.email, groups: ['one'] });
  const homeAfter = async (groups: Claims[]) => {
    await connect(caller, { trustsEmail: true, groups });
    return (await sessionOf((await signIn(caller, { person })).token)).body.organizationId;
  };
  expect(await homeAfter([{ group: 'one', roles: [] }])).toBe(organizationId);
  expect(await homeAfter([{ group: 'other', roles: [], organizationId }])).toBeNull();
});

it('does not sign in inactive users', async () => {
  const caller = await aTenant();
  await connect(caller, { organizationId: caller.organizationId });
  const person = aPerson();
  const { body } = await sessionOf((await signIn(caller, { person })).token);
  expect((await caller.api.put('/api/auth/users', { body: { id: body.id, isActive: false } })).status).toBe(
    200,
  );
  expect(await signIn(caller, { person })).toMatchObject({ problem: 'account_inactive', token: undefined });
});

it('makes no users if the tenant does not want it', async () => {
  const caller = await aConnected({ createsUsers: false });
  const person = aPerson();
  expect(await signIn(caller, { person })).toMatchObject({ problem: 'account_unknown' });
  expect(await findUserIdsByEmails(caller, [String(person.email)])).toEqual(new Map());
});

it('offers the provider for a domain, whether or not a user has the address', async () => {
  const domain = `${randomUUID()}.example`;
  const caller = await aConnected({ domains: [domain] });
  const user = await aMember(caller, [], { email: `known@${domain}` });
  const [known, unknown] = await Promise.all(
    [user.email, `unknown@${domain}`].map((email) => browse('GET', `/api/auth/oidc?email=${email}`)),
  );
  expect(known?.body).toEqual({
    providers: [{ tenantId: caller.tenantId, tenantName: 'test tenant', onlyProvider: false }],
  });
  expect(unknown?.body).toEqual(known?.body);
  await caller.api.delete(providerPath);
  expect((await browse('GET', `/api/auth/oidc?email=${user.email}`)).body).toEqual({ providers: [] });
});

async function aSignedIn() {
  const caller = await aConnected();
  const person = aPerson({ sid: randomUUID() });
  const [first, second] = [
    await signIn(caller, { person }),
    await signIn(caller, { person: { ...person, sid: randomUUID() } }),
  ];
  const statuses = async () => [
    (await sessionOf(first.token)).status,
    (await sessionOf(second.token)).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  return { caller, person, statuses };
}

it('ends the session of a log-out at the provider, and no other', async () => {
  const { caller, person, statuses } = await aSignedIn();
  const token = await issuer.sign(logoutClaims({ sid: person.sid, sub: person.sub }), { type: 'logout+jwt' });
  expect((await sendLogout(caller, token)).status).toBe(200);
  expect(await statuses()).toEqual([401, 200]);
  expect((await sendLogout(caller, token)).status).toBe(400);
});

it('ends the session when the provider repeats a log-out that has failed', async () => {
  const { caller, person, statuses } = await aSignedIn();
  const token = await issuer.sign(logoutClaims({ sid: person.sid, sub: person.sub }), { type: 'logout+jwt' });
  const bodyContains = providerSessionPartition(caller, issuer.url, String(person.sid));
  const failed = await during({ effect: 'error', bodyContains }, () => sendLogout(caller, token));
  expect(failed.status).toBe(503);
  expect((await sendLogout(caller, token)).status).toBe(200);
  expect(await statuses()).toEqual([401, 200]);
});

it('ends all sessions of a person whose log-out names no session', async () => {
  const { caller, person, statuses } = await aSignedIn();
  expect((await sendLogout(caller, await issuer.sign(logoutClaims({ sub: person.sub })))).status).toBe(200);
  expect(await statuses()).toEqual([401, 401]);
});

const wrongLogouts: Record<string, (person: Claims) => { claims: Claims; faults?: TokenFaults }> = {
  'an ID token': ({ sub }) => ({ claims: { sub, jti: 'id' } }),
  'a nonce': ({ sub }) => ({ claims: logoutClaims({ sub, nonce: 'n' }) }),
  'neither person nor session': () => ({ claims: logoutClaims({}) }),
  'another client': ({ sub }) => ({ claims: logoutClaims({ sub, aud: 'another' }) }),
  'another issuer': ({ sub }) => ({ claims: logoutClaims({ sub, iss: otherIssuer.url }) }),
  'an old token': ({ sub }) => ({ claims: logoutClaims({ sub, iat: past() - 600 }) }),
  'no id': ({ sub }) => ({ claims: { ...logoutClaims({ sub }), jti: undefined } }),
  'another type': ({ sub }) => ({ claims: logoutClaims({ sub }), faults: { type: 'at+jwt' } }),
  'no signature': ({ sub }) => ({ claims: logoutClaims({ sub }), faults: { algorithm: 'none' } }),
  'a shared secret': ({ sub }) => ({ claims: logoutClaims({ sub }), faults: { algorithm: 'HS256' } }),
  'another key': ({ sub }) => ({ claims: logoutClaims({ sub }), faults: { isForged: true } }),
};

it('ends no session for a wrong log-out token', async () => {
  const { caller, person, statuses } = await aSignedIn();
  for (const [name, wrong] of Object.entries(wrongLogouts)) {
    const { claims, faults } = wrong(person);
    const { status } = await sendLogout(caller, await issuer.sign(claims, faults));
    expect([name, status]).toEqual([name, 400]);
  }
  expect(await statuses()).toEqual([200, 200]);
});

it('keeps the rights of a user whose groups are not mapped', async () => {
  const caller = await aConnected({ trustsEmail: true });
  const role = await aRole(caller, { features: ['scheduler.jobs.view'] });
  const user = await aMember(caller, [role]);
  await signIn(caller, { person: aPerson({ email: user.email }) });
  expect((await userNow(user)).roleIds).toEqual([role.id]);
});

it('refuses passwords if only the provider is allowed, except that of the emergency account', async () => {
  const caller = await aTenant();
  const password = 'Enigma-1942';
  const [ada, emergency] = await Promise.all(
    ['ada', 'emergency'].map(async (name) => {
      const email = `${name}-${randomUUID()}@example.com`;
      const { body } = await caller.api.post('/api/auth/users', { body: { email, password } });
      return { id: String(body.id), email };
    }),
  );
  const logInAs = async (email = '', given = password) => {
    const { status, body } = await logIn({ email, password: given, tenantId: caller.tenantId });
    return [status, Object(body).code];
  };
  const settings = { issuer: issuer.url, clientId: 'platform', onlyProvider: true };
  expect((await caller.api.put(providerPath, { body: settings })).status).toBe(400);
  await connect(caller, { onlyProvider: true, emergencyUserId: emergency?.id });
  expect(await logInAs(ada?.email)).toEqual([403, 'provider_required']);
  expect(await logInAs(ada?.email, 'Wrong-1942')).toEqual([401, 'login_failed']);
  expect(await logInAs(emergency?.email)).toEqual([200, undefined]);
  await connect(caller, { isEnabled: false, onlyProvider: true, emergencyUserId: emergency?.id });
  expect(await logInAs(ada?.email)).toEqual([200, undefined]);
});

it('knows the session at the provider as long as refreshes can extend its own', async () => {
  const caller = await aConnected();
  const sid = randomUUID();
  await signIn(caller, { person: aPerson({ sid }) });
  const pk = providerSessionPartition(caller, issuer.url, sid);
  const [named] = await queryAll({ pk, consistent: true });
  expect(Number(named?.ttl)).toBeGreaterThan(Date.now() / 1_000 + sessionLimits.maxSeconds - 60);
});
