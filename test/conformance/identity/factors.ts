/** Conformance cases of second factors. */
import { expect } from 'vitest';
import { challengeOf, codeOf, enter, factorsPath, finish, protect } from '../../support/builders/factors.ts';
import {
  addPasskey,
  answering,
  confirmPasskey,
  finishByPasskey,
  newAuthenticator,
  optionsOf,
  startPasskey,
  verificationOf,
  verifyByPasskey,
} from '../../support/builders/passkeys.ts';
import { formOf } from '../../support/builders/users.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { browse, cookieHeader } from '../../support/clients/browser-request.ts';
import { casesOf } from '../support/conformance.ts';
import { aKeySession, aRole, aSession, aUser, logIn } from '../support/people.ts';
import { aCaller } from '../support/stage.ts';

const { proves, unproved } = casesOf('identity');

const keysPath = '/api/api_keys/keys';
const wrong = '000000';
const refused = { status: 400, body: { details: [{ field: 'code' }] } };
const required = { status: 403, body: { code: 'step_up_required' } };

/** A user who may create keys, with two sessions: the earlier one proves the password only. */
async function aPerson() {
  const home = await aCaller();
  const { id: role } = await aRole(home, { features: ['api_keys.*'] });
  const user = await aUser(home, { roles: [role] });
  const { api: unproved } = await aSession(user);
  const { api } = await aSession(user);
  return { home, role, api, unproved, form: formOf(user) };
}

/** With an authenticator app. */
async function aProtected() {
  const person = await aPerson();
  return { ...person, ...(await protect(person.api)) };
}

/** With a passkey. */
async function withPasskey() {
  const person = await aPerson();
  return { ...person, ...(await addPasskey(person.api)) };
}

const createKey = (api: Api) => api.post(keysPath, { body: { name: 'made' } });

proves('factor-setup', async () => {
  const { api, recoveryCodes, secret, id } = await aProtected();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(recoveryCodes).size).toBe(10);
  const { body } = await api.get<{ factors: object[] }>(factorsPath);
  expect(body).toMatchObject({ factors: [{ id, kind: 'totp', name: 'Phone' }], recoveryCodesLeft: 10 });
  expect(JSON.stringify(body)).not.toContain(secret);
  const again = await api.post(`${factorsPath}/totp/confirm`, { body: { id, code: codeOf(secret) } });
  expect(again.status).toBe(400);
});

proves('factor-log-in', async () => {
  const { form, secret } = await aProtected();
  const first = await logIn(form);
  const body = { code: 'factor_required', factors: ['totp', 'recovery_code'] };
  expect(first).toMatchObject({ status: 403, cookies: [], body });
  const api = await enter(form, codeOf(secret));
  expect((await api.get('/api/auth/session')).body).toMatchObject({
    method: 'password',
    factors: ['password', 'totp'],
    factorAt: expect.any(String),
  });
  const other = await aSession(await aUser(await aCaller()));
  expect((await other.api.get('/api/auth/session')).body).toMatchObject({ factors: ['password'] });
});

const refusedPasskey = { status: 400, body: { details: [{ field: 'passkey' }] } };

proves('passkey-setup', async () => {
  const { api, recoveryCodes, authenticator } = await withPasskey();
  expect(new Set(recoveryCodes).size).toBe(10);
  const { id, options } = await startPasskey(api);
  expect(options.excludeCredentials).toMatchObject([{ id: authenticator.id.toString('base64url') }]);
  const made = newAuthenticator().register(answering(options.challenge));
  expect(await confirmPasskey(api, id, made)).toMatchObject({ status: 200, body: { recoveryCodes: null } });
  expect((await confirmPasskey(api, id, made)).status).toBe(400);
});

proves('passkey-log-in', async () => {
  const { form, authenticator } = await withPasskey();
  const { challenge, allowCredentials } = await optionsOf(form);
  expect(allowCredentials).toMatchObject([{ id: authenticator.id.toString('base64url') }]);
  const passkey = authenticator.answer(answering(challenge));
  const { status, body } = await finishByPasskey(challenge, passkey);
  expect(status).toBe(200);
  const session = await apiFor(body.token).get('/api/auth/session');
  expect(session.body).toMatchObject({ factors: ['password', 'passkey'], factorAt: expect.any(String) });
});

proves('passkey-refused', async () => {
  const { form, authenticator } = await withPasskey();
  const other = await withPasskey();
  const { challenge } = await optionsOf(form);
  authenticator.counter = 2;
  for (const passkey of [
    authenticator.answer(answering((await optionsOf(form)).challenge)),
    authenticator.answer(answering(challenge, { origin: 'https://evil.example' })),
    authenticator.answer(answering(challenge, { rpId: 'evil.example' })),
    authenticator.answer(answering(challenge, { isUserVerified: false })),
    other.authenticator.answer(answering(challenge)),
  ])
    expect(await finishByPasskey(challenge, passkey)).toMatchObject(refusedPasskey);
  const right = authenticator.answer(answering(challenge));
  expect((await finishByPasskey(challenge, right)).status).toBe(200);
  const next = await optionsOf(form);
  const copied = authenticator.answer(answering(next.challenge));
  expect(await finishByPasskey(next.challenge, copied)).toMatchObject(refusedPasskey);
});

proves('passkey-step-up', async () => {
  const { api, unproved: other, authenticator } = await withPasskey();
  expect(await createKey(other)).toMatchObject(required);
  const { challenge } = await verificationOf(other);
  const passkey = authenticator.answer(answering(challenge));
  expect(await verifyByPasskey(api, passkey)).toMatchObject(refusedPasskey);
  expect((await verifyByPasskey(other, passkey)).status).toBe(200);
  expect((await createKey(other)).status).toBe(201);
  expect(await verifyByPasskey(other, passkey)).toMatchObject(refusedPasskey);
});

proves('factor-renamed', async () => {
  const { api, id } = await withPasskey();
  expect((await api.put(factorsPath, { body: { id, name: 'Work laptop' } })).status).toBe(200);
  expect((await api.get(factorsPath)).body).toMatchObject({
    factors: [{ id, kind: 'passkey', name: 'Work laptop' }],
  });
});

proves('factor-kept', async () => {
  const { home, api, id, role } = await withPasskey();
  // Other cases share the tenant, so that the policy is only for the role of this user.
  await home.api.put('/api/auth/policy', { body: { requireFactor: false, roles: [role] } });
  const path = `${factorsPath}?id=${id}`;
  expect(await api.delete(path)).toMatchObject({ status: 409, body: { code: 'last_factor' } });
  await addPasskey(api);
  expect((await api.delete(path)).status).toBe(200);
});

proves('factor-code-once', async () => {
  const { api, form, secret } = await aProtected();
  const later = codeOf(secret, 1);
  for (const steps of [-3, 3])
    expect(await finish(await challengeOf(form), codeOf(secret, steps))).toMatchObject(refused);
  expect((await finish(await challengeOf(form), later)).status).toBe(200);
  // An earlier code is void with a later one.
  for (const code of [later, codeOf(secret)]) {
    expect(await finish(await challengeOf(form), code)).toMatchObject(refused);
    expect(await api.post(`${factorsPath}/verify`, { body: { code } })).toMatchObject(refused);
  }
});

proves('recovery-code-once', async () => {
  const { form, recoveryCodes } = await aProtected();
  const [first = '', second = ''] = recoveryCodes;
  const api = await enter(form, first.toUpperCase());
  expect((await api.get(factorsPath)).body).toMatchObject({ recoveryCodesLeft: 9 });
  expect((await api.get('/api/auth/session')).body).toMatchObject({ factors: ['password', 'recovery_code'] });
  expect(await finish(await challengeOf(form), first)).toMatchObject(refused);
  const renewed = await api.post<{ recoveryCodes: string[] }>(`${factorsPath}/recovery-codes`);
  expect(await finish(await challengeOf(form), second)).toMatchObject(refused);
  expect((await finish(await challengeOf(form), renewed.body.recoveryCodes[0] ?? '')).status).toBe(200);
});

proves('challenge-once', async () => {
  const [mine, theirs] = [await aProtected(), await aProtected()];
  const challenge = await challengeOf(mine.form);
  for (const code of [codeOf(theirs.secret), theirs.recoveryCodes[0] ?? ''])
    expect(await finish(challenge, code)).toMatchObject(refused);
  expect((await finish(challenge, codeOf(mine.secret))).status).toBe(200);
  for (const used of [challenge, 'unknown'])
    expect(await finish(used, mine.recoveryCodes[0] ?? '')).toMatchObject({
      status: 401,
      body: { code: 'challenge_invalid' },
    });
});

proves('factor-wrong-code', async () => {
  const { api, form, secret } = await aProtected();
  const challenge = await challengeOf(form);
  const attempts = [
    () => finish(challenge, wrong),
    () => api.post(`${factorsPath}/verify`, { body: { code: wrong } }),
  ];
  // The set-up has counted, too.
  for (let tries = 0; tries < 9; tries += 1) expect(await attempts[tries % 2]?.()).toMatchObject(refused);
  for (const attempt of attempts) expect((await attempt()).status).toBe(429);
  expect((await finish(challenge, codeOf(secret))).status).toBe(429);
});

proves('step-up', async () => {
  const { api, secret, id, unproved: other } = await aProtected();
  for (const answer of [
    await createKey(other),
    await other.delete(`${factorsPath}?id=${id}`),
    await other.post(`${factorsPath}/recovery-codes`),
  ])
    expect(answer).toMatchObject(required);
  expect((await createKey(api)).status).toBe(201);
  expect(await other.post(`${factorsPath}/verify`, { body: { code: codeOf(secret) } })).toMatchObject({
    status: 200,
    body: { ok: true, factorAt: expect.any(String) },
  });
  expect((await createKey(other)).status).toBe(201);
  expect((await other.get('/api/auth/session')).body).toMatchObject({ factors: ['password', 'totp'] });
});

proves('step-up-others', async () => {
  const home = await aCaller();
  const { api } = await aKeySession(home);
  const { id } = await aRole(home, { features: ['api_keys.*'] });
  const user = await aSession(await aUser(home, { roles: [id] }));
  for (const caller of [home.api, api, user.api]) expect((await createKey(caller)).status).toBe(201);
});

proves('factor-removed', async () => {
  const { api, id, form, unproved } = await aProtected();
  expect((await api.delete(`${factorsPath}?id=${id}`)).status).toBe(200);
  expect((await api.get(factorsPath)).body).toEqual({ factors: [], recoveryCodesLeft: 0 });
  expect((await logIn(form)).status).toBe(200);
  expect((await createKey(unproved)).status).toBe(201);
});

proves('factor-of-users', async () => {
  const home = await aCaller();
  for (const { api } of [home, await aKeySession(home)])
    for (const answer of [
      await api.get(factorsPath),
      await api.post(`${factorsPath}/totp`, { body: {} }),
      await api.post(`${factorsPath}/verify`, { body: { code: wrong } }),
      await api.post(`${factorsPath}/recovery-codes`),
      await api.delete(`${factorsPath}?id=${home.keyId}`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } });
});

proves('factor-required', async () => {
  const home = await aCaller();
  const role = await aRole(home, { features: ['api_keys.*'] });
  const user = await aUser(home, { roles: [role.id] });
  const other = await aUser(home);
  const before = await aSession(user);
  const saved = await home.api.put('/api/auth/policy', {
    body: { requireFactor: false, roles: [role.name] },
  });
  const limits = { maxSessionHours: null, maxIdleMinutes: null };
  expect(saved.body).toEqual({ requireFactor: false, roles: [role.id], ...limits });
  const { api } = await aSession(user);
  for (const answer of [
    ...[await api.get(keysPath), await api.get('/api/auth/sessions')],
    await api.post('/api/auth/password', { body: { currentPassword: 'x', newPassword: 'y' } }),
    await api.post(`${factorsPath}/recovery-codes`),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'factor_enrolment_required' } });
  expect((await api.get('/api/auth/session')).body).toMatchObject({ mustEnrol: true });
  for (const session of [before, await aSession(other)])
    expect((await session.api.get('/api/auth/sessions')).status).toBe(200);
  await protect(api);
  expect((await api.get('/api/auth/session')).body).toMatchObject({ mustEnrol: false });
  expect((await api.get(keysPath)).status).toBe(200);
});

proves('factor-admin-removal', async () => {
  const home = await aCaller();
  const user = await aUser(home);
  const { api } = await aSession(user);
  await protect(api);
  const path = `/api/auth/users/factors?userId=${user.id}`;
  expect((await api.delete(path)).status).toBe(403);
  expect((await home.api.delete(path)).status).toBe(200);
  expect((await api.get('/api/auth/session')).status).toBe(401);
  expect((await logIn(formOf(user))).status).toBe(200);
});

proves('session-limit', async () => {
  const home = await aCaller();
  await home.api.put('/api/auth/policy', { body: { requireFactor: false, maxSessionHours: 1 } });
  const { cookies } = await logIn({ ...formOf(await aUser(home)), remember: 'true' });
  for (const cookie of cookies) expect(cookie).toMatch(/Max-Age=(3600|3599);/);
  const refreshed = await browse<{ expiresIn: number }>('POST', '/api/auth/session/refresh', {
    headers: { cookie: cookieHeader(cookies) },
  });
  expect(refreshed.body.expiresIn).toBeGreaterThan(3_500);
  expect(refreshed.body.expiresIn).toBeLessThanOrEqual(3_600);
});

unproved('session-idle', 'Its shortest limit is ten minutes, for which no case waits.');
