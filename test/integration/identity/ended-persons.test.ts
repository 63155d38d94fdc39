/** What a person can do ends with the person: every credential, and all that runs in the person's name. */
import { afterAll, expect, it } from 'vitest';
import { NotFoundError } from '../../../shared/kernel/errors/errors.ts';
import { resetPassword } from '../../../shared/modules/email/accounts/account-service.ts';
import { issueReset } from '../../../shared/modules/email/accounts/token-store.ts';
import { refreshHolder } from '../../../shared/modules/identity/roles/rights-service.ts';
import { currentRunAs } from '../../../shared/modules/identity/run-as.ts';
import { aNewKey, keysPath, rotatePath } from '../../support/builders/api-keys.ts';
import { challengeOf, codeOf, finish, protect } from '../../support/builders/factors.ts';
import { aCode, aFlow, redeem, refresh, tokensFor } from '../../support/builders/oauth.ts';
import { aMember, aRole, loggedIn, probe, probeFeature, usersPath } from '../../support/builders/roles.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { anEmail, aSession, aUser, formOf } from '../../support/builders/users.ts';
import { type Api, apiFor, type TestResponse } from '../../support/clients/api.ts';
import { aLoopbackAddress, logIn, postJson } from '../../support/clients/browser-request.ts';
import { listen } from '../../support/clients/event-stream.ts';
import { startIssuer } from '../../support/clients/issuer.ts';
import { aPerson, finishSignIn, startSignIn } from '../../support/clients/sign-in.ts';
import { interleaved } from '../../support/fault-injection/interleaving.ts';

const issuer = await startIssuer();
afterAll(() => issuer.stop());

/** A user with a session. */
async function aPersonOf(home: TestCaller) {
  const user = await aUser(home);
  return { home, user, api: await loggedIn(user) };
}
type Person = Awaited<ReturnType<typeof aPersonOf>>;

/** Whether what the person had still works. */
type Use = () => Promise<boolean>;

const isAccepted = async (secret: string): Promise<boolean> =>
  (await apiFor(secret).get('/api/auth/session')).status === 200;
const isOk = ({ status }: Pick<TestResponse, 'status'>): boolean => status === 200 || status === 302;

const makeKey = (api: Api, fields?: Record<string, unknown>) => aNewKey({ api }, fields);

const rotate = async (api: Api, id: string, gracePeriodSeconds = 0): Promise<string> => {
  const { status, body } = await api.post<{ secret: string }>(rotatePath(id), {
    body: { gracePeriodSeconds },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.secret;
};

const tokenOf = (body: unknown): string => String(Object(body).token);
const fromKey = (key: string) => postJson('/api/auth/session/from-key', { key });

const setPassword = async (token: string): Promise<boolean> => {
  const caller = { client: { ip: aLoopbackAddress() }, context: { nowMs: Date.now() } };
  const used = resetPassword(caller, { token, password: 'Enigma-1942' });
  return used.then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFoundError) return false;
      throw error;
    },
  );
};

const audience = 'https://platform.example.com';
const workload = () => ({ issuer: issuer.url, audience, subject: 'repo:acme/shop' });
const workloadToken = () => issuer.sign({ aud: audience, sub: 'repo:acme/shop' });
const exchange = async ({ tenantId }: TestCaller, keyId: string) =>
  apiFor('').post('/api/auth/session/from-token', {
    headers: { 'x-api-key': '' },
    body: { tenantId, keyId, token: await workloadToken() },
  });

const runsAs =
  ({ tenantId, organizationId }: TestCaller, subject: string): Use =>
  async () =>
    (await currentRunAs({ subject, tenantId }, { tenantId, organizationId }, Date.now())) !== undefined;

/** Prepares a credential or work of the person. */
const things: Record<string, (person: Person) => Promise<Use>> = {
  'a session': async ({ user }) => {
    const { token } = await aSession(user);
    return () => isAccepted(token);
  },
  'a refresh token': async ({ user }) => {
    const { refreshToken } = await aSession(user, { remember: true });
    return async () => isOk(await postJson('/api/auth/session/refresh', { refreshToken }));
  },
  'the password': async ({ user }) => {
    const form = formOf(user);
    return async () => isOk(await logIn(form));
  },
  'a log-in that waits for its second factor': async ({ user, api }) => {
    const { secret } = await protect(api);
    const challenge = await challengeOf(formOf(user));
    return async () => isOk(await finish(challenge, codeOf(secret)));
  },
  'a sign-in that waits for the identity provider': async ({ home, user }) => {
    const settings = { issuer: issuer.url, clientId: 'platform', clientSecret: 'secret', trustsEmail: true };
    // Otherwise the provider makes another user for a deleted one.
    const body = { ...settings, createsUsers: false };
    expect((await home.api.put('/api/auth/provider', { body })).status).toBe(200);
    const started = await startSignIn(home);
    const person = aPerson({ email: user.email });
    const state = issuer.expect(started.location, person).get('state') ?? '';
    return async () =>
      (await finishSignIn({ code: 'code', state, iss: issuer.url }, started.cookie)).token !== undefined;
  },
  'the access token of an application': async (by) => {
    const { access } = await tokensFor(by);
    return () => isAccepted(access);
  },
  'the refresh token of an application': async (by) => {
    const { flow, refreshToken } = await tokensFor(by);
    return async () => isOk(await refresh(flow, refreshToken));
  },
  'a code that an application has not redeemed': async (by) => {
    const flow = await aFlow();
    const code = await aCode(by, flow);
    return async () => isOk(await redeem(flow, code));
  },
  'an API key that the person created': async ({ api }) => {
    const { secret } = await makeKey(api);
    return () => isAccepted(secret);
  },
  'an API key that the person rotated': async ({ home, api }) => {
    const { id } = await makeKey(home.api);
    const secret = await rotate(api, id);
    return () => isAccepted(secret);
  },
  'an API key that a key of the person created': async ({ home, api }) => {
    const role = await aRole(home, { features: ['api_keys.*'] });
    const maker = await makeKey(api, { roles: [role.id] });
    const { secret } = await makeKey(apiFor(maker.secret));
    return () => isAccepted(secret);
  },
  'a former secret in its grace period, after another caller has rotated the key': async ({ home, api }) => {
    const { id, secret } = await makeKey(api);
    await rotate(home.api, id, 3_600);
    return () => isAccepted(secret);
  },
  'a session of an API key': async ({ api }) => {
    const { secret } = await makeKey(api);
    const token = tokenOf((await fromKey(secret)).body);
    return () => isAccepted(token);
  },
  'an API key that is exchanged for a session': async ({ api }) => {
    const { secret } = await makeKey(api);
    return async () => isOk(await fromKey(secret));
  },
  'a session of a workload': async ({ home, api }) => {
    const { id } = await makeKey(api, { workloads: [workload()] });
    const token = tokenOf((await exchange(home, id)).body);
    return () => isAccepted(token);
  },
  'the token of a workload': async ({ home, api }) => {
    const { id } = await makeKey(api, { workloads: [workload()] });
    return async () => isOk(await exchange(home, id));
  },
  'a link to reset the password': async ({ user }) => {
    const token = await issueReset(user, Date.now());
    return () => setPassword(token);
  },
  'an invitation': async ({ home, user }) => {
    const { body } = await home.api.post<{ id: string; link: string }>(`${usersPath}/invite`, {
      body: { email: anEmail() },
    });
    user.id = body.id;
    const token = new URL(body.link, 'https://api.example.com').searchParams.get('token') ?? '';
    return () => setPassword(token);
  },
  'rules and jobs that run as the person': async ({ home, user }) => runsAs(home, `user:${user.id}`),
  'rules and jobs that run as a key of the person': async ({ home, api }) =>
    runsAs(home, `api_key:${(await makeKey(api)).id}`),
};

const endings: Record<string, (person: Person) => Promise<TestResponse>> = {
  deactivation: ({ home, user }) => home.api.put(usersPath, { body: { id: user.id, isActive: false } }),
  deletion: ({ home, user }) => home.api.delete(`${usersPath}?id=${user.id}`),
};

it.for(Object.entries(things))('%s ends with the person', async ([, prepare]) => {
  const home = await aTenant();
  expect(await (await prepare(await aPersonOf(home)))()).toBe(true);
  for (const [ending, end] of Object.entries(endings)) {
    const person = await aPersonOf(home);
    const use = await prepare(person);
    expect((await end(person)).status).toBe(200);
    expect(await use(), ending).toBe(false);
  }
});

it('ends an open event stream within a minute, and refuses to open another', async () => {
  const person = await aPersonOf(await aTenant());
  const { token } = await aSession(person.user);
  const stream = await listen(undefined, { headers: { authorization: `Bearer ${token}` } });
  expect(stream.status).toBe(200);
  await endings.deactivation?.(person);
  await expect(stream.until(() => false)).rejects.toThrow('refused with 401');
});

it('accepts keys again after the activation of the person', async () => {
  const person = await aPersonOf(await aTenant());
  const { secret } = await makeKey(person.api);
  await endings.deactivation?.(person);
  expect(await isAccepted(secret)).toBe(false);
  await person.home.api.put(usersPath, { body: { id: person.user.id, isActive: true } });
  expect(await isAccepted(secret)).toBe(true);
});

it('accepts keys whose rights change while the person gets a new password', async () => {
  const person = await aPersonOf(await aTenant());
  const { id, secret } = await makeKey(person.api);
  const { status } = await interleaved(
    (request) => request.includes('TransactItems') && request.includes('"audit"'),
    () => refreshHolder(person.home, { kind: 'KEY', id }),
    () => person.home.api.put(usersPath, { body: { id: person.user.id, password: 'Difference-2' } }),
  );
  expect([status, await isAccepted(secret)]).toEqual([200, true]);
});

it('keeps the keys of the person that another caller has rotated, and those of other persons', async () => {
  const [person, home] = [await aPersonOf(await aTenant()), await aTenant()];
  const { id } = await makeKey(person.api);
  const kept = [await rotate(person.home.api, id), (await makeKey(home.api)).secret];
  await endings.deactivation?.(person);
  expect(await Promise.all(kept.map(isAccepted))).toEqual([true, true]);
});

it('ends the rights of a removed role with the next request of sessions, applications and work', async () => {
  const home = await aTenant();
  const user = await aMember(home, [await aRole(home, { features: [probeFeature] })]);
  const api = await loggedIn(user);
  const { access } = await tokensFor({ api });
  const statuses = () => Promise.all([api, apiFor(access)].map(probe));
  const { tenantId } = home;
  const features = async () =>
    (await currentRunAs({ subject: `user:${user.id}`, tenantId }, home, Date.now()))?.features;
  expect([await statuses(), await features()]).toEqual([[200, 200], [probeFeature]]);
  await home.api.put(usersPath, { body: { id: user.id, roles: [] } });
  expect([await statuses(), await features()]).toEqual([[403, 403], []]);
});

it('ends a key that an administrator of another tenant has created', async () => {
  const home = await aTenant();
  const { tenantId, organizationId } = home;
  const acl = { features: ['*'], isSuperAdmin: true, organizations: null };
  const admin = await aUser(await aTenant(), { acl });
  const { body } = await (await loggedIn(admin)).post<{ secret: string }>(
    `${keysPath}?tenantId=${tenantId}&organizationId=${organizationId}`,
    { body: { name: 'made', tenantId, organizationId } },
  );
  expect(await isAccepted(body.secret)).toBe(true);
  const root = await aKey({ ...home, isSuperAdmin: true });
  const { status } = await root.api.put(`${usersPath}?tenantId=${admin.tenantId}`, {
    body: { id: admin.id, isActive: false },
  });
  expect([status, await isAccepted(body.secret)]).toEqual([200, false]);
});
