/** Passkeys as second factors: set-up, log-in, step-up, and attacks on them. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimedSessionId, hashSessionId } from '../../../shared/kernel/auth/session-token.ts';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { verifyFactor } from '../../../shared/modules/identity/factors/factor-service.ts';
import { findFactors } from '../../../shared/modules/identity/factors/factor-store.ts';
import type { SampleAuthenticator } from '../../../shared/modules/identity/factors/sample-authenticator.ts';
import { codeOf, factorsPath, finish, protect } from '../../support/builders/factors.ts';
import {
  addPasskey,
  answering,
  confirmPasskey,
  type Fault,
  finishByPasskey,
  newAuthenticator,
  optionsOf,
  pageOrigin,
  startPasskey,
  verificationOf,
  verifyByPasskey,
} from '../../support/builders/passkeys.ts';
import { loggedIn } from '../../support/builders/roles.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser, formOf } from '../../support/builders/users.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { logIn, postJson } from '../../support/clients/browser-request.ts';

const refused = { status: 400, body: { details: [{ field: 'passkey' }] } };
const challengeInvalid = { status: 401, body: { code: 'challenge_invalid' } };

const createKey = (api: Api) => api.post('/api/api_keys/keys', { body: { name: 'made', roles: [] } });

const credentialOf = ({ id }: SampleAuthenticator) => ({
  ...{ id: id.toString('base64url'), type: 'public-key', transports: ['hybrid', 'internal'] },
});

/** A user with a passkey, and the session that has set it up. */
async function aPerson(tenant?: TestCaller) {
  const home = tenant ?? (await aTenant());
  const user = await aUser(home);
  const api = await loggedIn(user);
  return { home, user, api, form: formOf(user), ...(await addPasskey(api)) };
}
type Person = Awaited<ReturnType<typeof aPerson>>;

describe('set-up', () => {
  it('offers what browsers need, and excludes the passkeys that the user has', async () => {
    const { user, api, authenticator } = await aPerson();
    const { options } = await startPasskey(api);
    const host = new URL(pageOrigin()).hostname;
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: host, name: expect.any(String) },
      user: {
        id: Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: user.email,
        displayName: user.name ?? user.email,
      },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: [credentialOf(authenticator)],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
      timeout: 60_000,
    });
  });

  it('shows model and synchronization in the list', async () => {
    const { api, authenticator } = await aPerson();
    const { body } = await api.get<{ factors: Record<string, unknown>[] }>(factorsPath);
    expect(body.factors).toMatchObject([{ isBackedUp: true }]);
    expect(String(body.factors[0]?.aaguid).replaceAll('-', '')).toBe(authenticator.aaguid.toString('hex'));
  });

  it.each<[string, Fault]>([
    ['for another challenge', { challenge: 'J5sYb1xXo4f2nq0w7Vt9ZkQmR3uHcLpA9sW2eXv6bN1' }],
    ['on the page of another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without a check of the user', { isUserVerified: false }],
    ['in a frame of another site', { crossOrigin: true }],
  ])('refuses a passkey that was made %s', async (_, fault) => {
    const user = await aUser(await aTenant());
    const api = await loggedIn(user);
    const { id, options } = await startPasskey(api);
    const made = newAuthenticator().register(answering(options.challenge, fault));
    expect(await confirmPasskey(api, id, made)).toMatchObject(refused);
    expect((await logIn(formOf(user))).status).toBe(200);
  });

  it('takes the answer once, of the set-up that was started last, of the same user', async () => {
    const home = await aTenant();
    const [api, other] = [await loggedIn(await aUser(home)), await loggedIn(await aUser(home))];
    const [first, second] = [await startPasskey(api), await startPasskey(api)];
    const made = newAuthenticator().register(answering(second.options.challenge));
    expect((await confirmPasskey(api, first.id, made)).status).toBe(400);
    expect((await confirmPasskey(other, second.id, made)).status).toBe(400);
    const answers = await Promise.all([
      confirmPasskey(api, second.id, made),
      confirmPasskey(api, second.id, made),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('refuses the passkey that the user has already, and a set-up of the other kind', async () => {
    const { api, authenticator } = await aPerson();
    const { id, options } = await startPasskey(api);
    const again = authenticator.register(answering(options.challenge));
    expect(await confirmPasskey(api, id, again)).toMatchObject(refused);
    expect(await api.post(`${factorsPath}/totp/confirm`, { body: { id, code: '000000' } })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'id' }] },
    });
  });
});

describe('log-in', () => {
  it('offers the passkeys with the challenge', async () => {
    const { form, authenticator } = await aPerson();
    const { status, body, cookies } = await logIn(form);
    const { challenge, factors, passkey } = Object(body);
    expect([status, cookies, factors]).toEqual([403, [], ['passkey', 'recovery_code']]);
    expect(passkey).toEqual({
      challenge,
      rpId: new URL(pageOrigin()).hostname,
      allowCredentials: [credentialOf(authenticator)],
      timeout: 60_000,
      userVerification: 'required',
    });
  });

  it('takes either factor of a user with both', async () => {
    const { api, form, authenticator } = await aPerson();
    const { secret } = await protect(api);
    const { challenge } = await optionsOf(form);
    expect((await finish(challenge, codeOf(secret))).status).toBe(200);
    const next = await optionsOf(form);
    const passkey = authenticator.answer(answering(next.challenge));
    expect((await finishByPasskey(next.challenge, passkey)).status).toBe(200);
  });

  it('needs one proof, and not two', async () => {
    const { form, authenticator } = await aPerson();
    const { challenge } = await optionsOf(form);
    const passkey = authenticator.answer(answering(challenge));
    for (const proof of [{}, { code: '000000', passkey }])
      expect(await postJson('/api/auth/login/factor', { challenge, ...proof })).toMatchObject({
        ...{ status: 400, body: { details: [{ field: 'code' }] } },
      });
  });
});

/** Tries to complete a log-in as the attack does, from the challenge of the user. */
type Attack = (person: Person, challenge: string) => object | Promise<object>;

const withFault =
  (fault: Fault): Attack =>
  ({ authenticator }, challenge) =>
    authenticator.answer(answering(challenge, fault));

const otherKey: Attack = ({ authenticator }, challenge) => ({
  ...newAuthenticator().answer(answering(challenge)),
  id: authenticator.id.toString('base64url'),
});

/** The right answer with changed fields of its response. */
const withResponse =
  (changed: Attack): Attack =>
  async (person, challenge) => {
    const { response, ...answer } = person.authenticator.answer(answering(challenge));
    return { ...answer, response: { ...response, ...(await changed(person, challenge)) } };
  };

const attacks: [string, Attack][] = [
  ['an answer on another port of the host', withFault({ origin: 'http://127.0.0.1:1' })],
  ['an answer in a frame of another site', withFault({ crossOrigin: true })],
  ['another key under the id of the passkey', otherKey],
  ['a changed signature', withResponse(() => ({ signature: randomBytes(70).toString('base64url') }))],
  ['an answer that is not JSON', withResponse(() => ({ clientDataJSON: 'AAAA', authenticatorData: 'AAAA' }))],
  [
    'the answer of a set-up',
    withResponse(({ authenticator }, challenge) => {
      const { clientDataJSON } = authenticator.register(answering(challenge)).response;
      return { clientDataJSON };
    }),
  ],
];

describe('a log-in refuses', () => {
  it.each(attacks)('%s', async (_, attack) => {
    const person = await aPerson();
    const { challenge } = await optionsOf(person.form);
    const passkey = await attack(person, challenge);
    expect(await finishByPasskey(challenge, passkey)).toMatchObject({ ...refused, cookies: [] });
    // The user is not locked out by it.
    const right = person.authenticator.answer(answering(challenge));
    expect((await finishByPasskey(challenge, right)).status).toBe(200);
  });

  it('all but one of parallel requests with one answer', async () => {
    const { form, authenticator } = await aPerson();
    const { challenge } = await optionsOf(form);
    const passkey = authenticator.answer(answering(challenge));
    const answers = await Promise.all([1, 2, 3].map(() => finishByPasskey(challenge, passkey)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  it.each([
    ['goes back', 4],
    ['starts again', 0],
  ])('a copy of the passkey, whose counter %s', async (_, counter) => {
    const { user, form, authenticator } = await aPerson();
    authenticator.counter = 5;
    const first = await optionsOf(form);
    const right = authenticator.answer(answering(first.challenge));
    expect((await finishByPasskey(first.challenge, right)).status).toBe(200);
    authenticator.counter = counter;
    const { challenge } = await optionsOf(form);
    const copied = authenticator.answer(answering(challenge));
    expect(await finishByPasskey(challenge, copied)).toMatchObject(refused);
    expect((await findFactors(user, user.id)).factors).toMatchObject([{ counter: 5 }]);
    authenticator.counter = 6;
    const counted = authenticator.answer(answering(challenge));
    expect((await finishByPasskey(challenge, counted)).status).toBe(200);
  });
});

describe('step-up', () => {
  it('takes a passkey once, in the session that has asked for it', async () => {
    const { user, authenticator } = await aPerson();
    const [api, other] = [await loggedIn(user), await loggedIn(user)];
    const { challenge } = await verificationOf(api);
    const passkey = authenticator.answer(answering(challenge));
    await verificationOf(other);
    expect(await verifyByPasskey(other, passkey)).toMatchObject(refused);
    const answers = await Promise.all([1, 2].map(() => verifyByPasskey(api, passkey)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await api.get('/api/auth/session')).body).toMatchObject({ factors: ['password', 'passkey'] });
    expect(await createKey(other)).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
  });

  it('and log-in have different challenges', async () => {
    const { user, form, authenticator } = await aPerson();
    const api = await loggedIn(user);
    const { challenge } = await verificationOf(api);
    const passkey = authenticator.answer(answering(challenge));
    expect(await finishByPasskey(challenge, passkey)).toMatchObject(challengeInvalid);
    const ofLogIn = await optionsOf(form);
    const other = authenticator.answer(answering(ofLogIn.challenge));
    expect(await verifyByPasskey(api, other)).toMatchObject(refused);
  });

  it('refuses a challenge after five minutes, and one that a later start has replaced', async () => {
    const { user, authenticator } = await aPerson();
    const { token } = await aSession(user);
    const api = apiFor(token);
    const [first, second] = [await verificationOf(api), await verificationOf(api)];
    const early = authenticator.answer(answering(first.challenge));
    expect(await verifyByPasskey(api, early)).toMatchObject(refused);
    const passkey = authenticator.answer(answering(second.challenge));
    const { tenantId, organizationId, id: userId } = user;
    const sessionSha256 = hashSessionId(claimedSessionId(token) ?? '');
    const caller = {
      principal: { tenantId, organizationId },
      session: { userId, sessionSha256 },
      client: { origin: pageOrigin() },
      context: { principal: { subject: `user:${userId}` }, nowMs: Date.now() + 301_000 },
    };
    const late = verifyFactor(caller, { passkey });
    await expect(late).rejects.toThrow(InvalidInputError);
    expect((await verifyByPasskey(api, passkey)).status).toBe(200);
  });

  it('is not needed to rename a passkey, whose changes are in the audit trail', async () => {
    const { home, user, api, id } = await aPerson();
    const renamed = await (await loggedIn(user)).put(factorsPath, { body: { id, name: 'Work laptop' } });
    expect(renamed).toMatchObject({ status: 200, body: { ok: true } });
    await api.delete(`${factorsPath}?id=${id}`);
    const { body } = await home.api.get<{ items: object[] }>('/api/audit_logs/actions?resource=auth.factor');
    expect(body.items).toMatchObject([
      { action: 'removed', factors: ['password', 'passkey'], changes: { kind: { before: 'passkey' } } },
      { action: 'updated', changes: { name: { before: 'Laptop', after: 'Work laptop' } } },
      { action: 'added', changes: { kind: { after: 'passkey' } } },
    ]);
  });

  it('offers no passkey to users without one', async () => {
    const api = await loggedIn(await aUser(await aTenant()));
    await protect(api);
    expect(await api.post(`${factorsPath}/verify/start`)).toMatchObject({
      status: 409,
      body: { code: 'factor_missing' },
    });
  });

  it('cannot rename or use the passkey of another user', async () => {
    const { home, id } = await aPerson();
    const mine = await aPerson(home);
    expect((await mine.api.put(factorsPath, { body: { id, name: 'Mine' } })).status).toBe(404);
    expect((await mine.api.delete(`${factorsPath}?id=${id}`)).status).toBe(404);
  });
});

describe('a policy that requires a factor', () => {
  const requireFactor = (home: TestCaller, roles: string[] = []) =>
    home.api.put('/api/auth/policy', { body: { requireFactor: roles.length === 0, roles } });

  it('is met by a passkey, which the user can set up first', async () => {
    const home = await aTenant();
    await requireFactor(home);
    const user = await aUser(home);
    const api = apiFor((await logIn(formOf(user))).body.token);
    expect(await createKey(api)).toMatchObject({ body: { code: 'factor_enrolment_required' } });
    await addPasskey(api);
    expect((await createKey(api)).status).toBe(201);
  });

  it('keeps the last factor, also when two are removed at once', async () => {
    const { home, api, id } = await aPerson();
    await requireFactor(home);
    const removed = (one: string) => api.delete(`${factorsPath}?id=${one}`);
    expect(await removed(id)).toMatchObject({ status: 409, body: { code: 'last_factor' } });
    const second = await addPasskey(api);
    const answers = await Promise.all([removed(id), removed(second.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await api.get(factorsPath)).body).toMatchObject({ factors: [{}], recoveryCodesLeft: 10 });
  });
});
