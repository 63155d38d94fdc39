/** Sign-in at an identity provider: the whole flow with a real one, and what a provider of the test shows. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { sessionLimits } from '../../../shared/kernel/auth/session-token.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { providerSessionPartition } from '../../../shared/modules/identity/keys.ts';
import { aMember, aRole } from '../../support/builders/roles.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { apiFor } from '../../support/clients/api.ts';
import { type Claims, startIssuer } from '../../support/clients/issuer.ts';
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

const issuer = await startIssuer();
afterAll(() => issuer.stop());

const save = ({ api }: TestCaller, settings: Claims) =>
  api.put('/api/auth/provider', {
    body: { issuer: issuer.url, clientId: 'platform', clientSecret: 'secret-of-client', ...settings },
  });

async function aConnected(settings: Claims = {}, caller?: TestCaller): Promise<TestCaller> {
  const home = caller ?? (await aTenant());
  expect((await save(home, settings)).status).toBe(200);
  return home;
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
  await aConnected({ issuer: address, clientId, clientSecret, groups }, caller);
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

it('accepts clocks that differ by a few seconds', async () => {
  const soon = Math.floor(Date.now() / 1_000) + 15;
  const { token } = await signIn(await aConnected(), { faults: { claims: { iat: soon } } });
  expect((await sessionOf(token)).status).toBe(200);
});

it('finishes sign-ins of several tabs in any order, and forgets the earliest of too many', async () => {
  const caller = await aConnected();
  const started: Awaited<ReturnType<typeof startSignIn>>[] = [];
  let jar = '';
  for (let tab = 0; tab < 6; tab += 1) {
    const next = await startSignIn(caller, {}, jar);
    started.push(next);
    jar = jar === '' ? next.cookie : `${jar}; ${next.cookie}`;
  }
  const [earliest = ''] = jar.split('=');
  expect(started.at(-1)?.cookies[1]).toMatch(new RegExp(`^${earliest}=; Path=/; Max-Age=0;`));
  for (const { location } of [started[1], started[5], started[2]].filter((one) => one !== undefined)) {
    const state = issuer.expect(location, aPerson()).get('state') ?? '';
    const { token } = await finishSignIn({ code: 'code', state, iss: issuer.url }, jar);
    expect((await sessionOf(token)).status).toBe(200);
  }
});

it('names the field of an unknown role', async () => {
  const group = { group: 'support', roles: [] };
  const groups = [group, { ...group, roles: ['unknown'] }];
  expect(await save(await aTenant(), { groups })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'groups[1].roles', message: 'has unknown roles: unknown' }] },
  });
});

it('keeps the home that an administrator has given, unless the settings name homes', async () => {
  const caller = await aTenant();
  const { organizationId } = caller;
  const user = await aMember(caller);
  const person = aPerson({ email: user.email, groups: ['one'] });
  const homeAfter = async (groups: Claims[]) => {
    await aConnected({ trustsEmail: true, groups }, caller);
    return (await sessionOf((await signIn(caller, { person })).token)).body.organizationId;
  };
  expect(await homeAfter([{ group: 'one', roles: [] }])).toBe(organizationId);
  expect(await homeAfter([{ group: 'other', roles: [], organizationId }])).toBeNull();
});

it('ends the session when the provider repeats a log-out that has failed', async () => {
  const caller = await aConnected();
  const [sid, person] = [randomUUID(), aPerson()];
  const { token } = await signIn(caller, { person: { ...person, sid } });
  const ended = await issuer.sign(logoutClaims({ sid, sub: person.sub }), { type: 'logout+jwt' });
  const bodyContains = providerSessionPartition(caller, issuer.url, sid);
  const failed = await during({ effect: 'error', bodyContains }, () => sendLogout(caller, ended));
  expect([failed.status, (await sessionOf(token)).status]).toEqual([503, 200]);
  expect((await sendLogout(caller, ended)).status).toBe(200);
  expect((await sessionOf(token)).status).toBe(401);
});

it('knows the session at the provider as long as refreshes can extend its own', async () => {
  const caller = await aConnected();
  const sid = randomUUID();
  await signIn(caller, { person: aPerson({ sid }) });
  const pk = providerSessionPartition(caller, issuer.url, sid);
  const [named] = await queryAll({ pk, consistent: true });
  expect(Number(named?.ttl)).toBeGreaterThan(Date.now() / 1_000 + sessionLimits.maxSeconds - 60);
});
