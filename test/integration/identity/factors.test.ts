/** Second factors: set-up, the second step of a log-in, step-up, and attacks on them. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { ChallengeInvalidError } from '../../../shared/modules/identity/errors.ts';
import { findFactors } from '../../../shared/modules/identity/factors/factor-store.ts';
import { finishLogIn } from '../../../shared/modules/identity/factors/log-in-challenge.ts';
import {
  challengeOf,
  codeOf,
  enter,
  factorsPath,
  finish,
  type Protected,
  protect,
} from '../../support/builders/factors.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser, password } from '../../support/builders/users.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { aLoopbackAddress, browse, logIn } from '../../support/clients/browser-request.ts';

const wrong = '000000';
const refusedCode = {
  status: 400,
  body: { details: [{ field: 'code', message: 'is wrong, has expired or was used before' }] },
};

interface Person extends Protected {
  home: TestCaller;
  user: UserRow;
  api: Api;
  form: Record<string, string>;
}

const formOf = ({ email, tenantId }: UserRow) => ({ email, password, tenantId });

/** A user with an authenticator app, and the session that has set it up. */
async function aProtected(home?: TestCaller): Promise<Person> {
  const tenant = home ?? (await aTenant());
  const user = await aUser(tenant);
  const api = apiFor((await aSession(user)).token);
  return { home: tenant, user, api, form: formOf(user), ...(await protect(api)) };
}

/** A session of the user that has proved nothing but the password. */
const unproved = async (user: UserRow): Promise<Api> => apiFor((await aSession(user)).token);
const createKey = (api: Api) => api.post('/api/api_keys/keys', { body: { name: 'made', roles: [] } });

describe('set-up', () => {
  it('shows the secret once, stores it encrypted, and gives ten recovery codes that are stored as hashes', async () => {
    const { user, api, secret, recoveryCodes, id } = await aProtected();
    expect(new Set(recoveryCodes).size).toBe(10);
    const stored = JSON.stringify(await findFactors(user, user.id));
    for (const shown of [secret, ...recoveryCodes]) expect(stored).not.toContain(shown);
    expect((await api.get(factorsPath)).body).toEqual({
      factors: [
        { id, kind: 'totp', name: 'Phone', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
      ],
      recoveryCodesLeft: 10,
    });
  });

  it.each([
    ['a wrong code', (secret: string) => [wrong, secret] as const, 'code'],
    ['the code of another app', () => [codeOf('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'), ''] as const, 'code'],
  ])('is not completed by %s, and log-in stays as it was', async (_, codeFor, field) => {
    const user = await aUser(await aTenant());
    const api = await unproved(user);
    const { body } = await api.post<{ id: string; secret: string }>(`${factorsPath}/totp`, { body: {} });
    const answer = await api.post(`${factorsPath}/totp/confirm`, {
      body: { id: body.id, code: codeFor(body.secret)[0] },
    });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
    expect((await logIn(formOf(user))).status).toBe(200);
  });

  it('takes only the set-up that was started last, of the same user', async () => {
    const home = await aTenant();
    const [api, other] = [await unproved(await aUser(home)), await unproved(await aUser(home))];
    const start = async (by: Api) =>
      (await by.post<{ id: string; secret: string }>(`${factorsPath}/totp`, { body: {} })).body;
    const confirm = (by: Api, { id, secret }: { id: string; secret: string }) =>
      by.post(`${factorsPath}/totp/confirm`, { body: { id, code: codeOf(secret) } });
    const [first, second] = [await start(api), await start(api)];
    expect((await confirm(api, first)).status).toBe(400);
    expect((await confirm(other, second)).status).toBe(400);
    expect((await confirm(api, second)).status).toBe(200);
    expect((await confirm(api, second)).status).toBe(400);
  });

  it('is refused to API keys and their sessions', async () => {
    const { api } = await aTenant();
    for (const answer of [
      await api.get(factorsPath),
      await api.post(`${factorsPath}/totp`, { body: {} }),
      await api.post(`${factorsPath}/verify`, { body: { code: wrong } }),
      await api.post(`${factorsPath}/recovery-codes`),
      await api.delete(`${factorsPath}?id=${randomUUID()}`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } });
  });
});

describe('log-in', () => {
  it('sets no cookie before the second step, which starts a session with both factors', async () => {
    const { form, secret } = await aProtected();
    const { status, body, cookies } = await logIn(form);
    expect({ status, body, cookies }).toEqual({
      status: 403,
      body: {
        ...{ ok: false, code: 'factor_required', error: expect.any(String), requestId: expect.any(String) },
        ...{
          challenge: expect.any(String),
          factors: ['totp', 'recovery_code'],
          expiresAt: expect.any(String),
        },
      },
      cookies: [],
    });
    const { challenge } = Object(body);
    const entered = await finish(challenge, codeOf(secret));
    expect(entered.cookies).toHaveLength(2);
    expect((await apiFor(entered.body.token).get('/api/auth/session')).body).toMatchObject({
      method: 'password',
      factors: ['password', 'totp'],
      factorAt: expect.any(String),
    });
  });

  it('keeps `remember` of the first step', async () => {
    const { form, secret } = await aProtected();
    const { body, cookies } = await finish(await challengeOf({ ...form, remember: 'true' }), codeOf(secret));
    expect(body.refreshToken).toEqual(expect.any(String));
    expect(cookies[1]).toContain('Max-Age=2592000');
  });

  it('says nothing about factors for a wrong password', async () => {
    const { form } = await aProtected();
    expect(await logIn({ ...form, password: 'Wrong-1' })).toMatchObject({
      status: 401,
      body: { code: 'login_failed' },
    });
  });

  it('takes codes of one step before and after, and no others', async () => {
    const { secret, user, form } = await aProtected();
    const challenge = await challengeOf(form);
    for (const steps of [-3, 3])
      expect(await finish(challenge, codeOf(secret, steps))).toMatchObject(refusedCode);
    expect((await finish(challenge, codeOf(secret, 1))).status).toBe(200);
    expect((await findFactors(user, user.id)).factors).toHaveLength(1);
  });

  it('takes a code once, in a log-in or for a step-up, and no earlier one afterwards', async () => {
    const { api, secret, form } = await aProtected();
    const later = codeOf(secret, 1);
    expect((await finish(await challengeOf(form), later)).status).toBe(200);
    for (const code of [later, codeOf(secret)]) {
      expect(await finish(await challengeOf(form), code)).toMatchObject(refusedCode);
      expect(await api.post(`${factorsPath}/verify`, { body: { code } })).toMatchObject(refusedCode);
    }
  });

  it('of parallel log-ins with one code lets one in', async () => {
    const { secret, form } = await aProtected();
    const challenges = [await challengeOf(form), await challengeOf(form), await challengeOf(form)];
    const code = codeOf(secret);
    const answers = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('takes a recovery code once, in any case and with any separators', async () => {
    const { recoveryCodes, form, home, user } = await aProtected();
    const [code = ''] = recoveryCodes;
    const api = await enter(form, ` ${code.toUpperCase().replaceAll('-', ' ')} `);
    expect((await api.get(factorsPath)).body).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await api.get('/api/auth/session')).body).toMatchObject({
      factors: ['password', 'recovery_code'],
    });
    expect(await finish(await challengeOf(form), code)).toMatchObject(refusedCode);
    const { body } = await home.api.get<{
      items: { action: string; resourceId: string; factors: string[] }[];
    }>(`/api/audit_logs/actions?resource=auth.factor`);
    expect(body.items[0]).toMatchObject({
      ...{ action: 'recovery_code_used', resourceId: user.id },
      factors: ['password', 'recovery_code'],
    });
  });

  it('replaces recovery codes', async () => {
    const { api, recoveryCodes, form } = await aProtected();
    const { body } = await api.post<{ recoveryCodes: string[] }>(`${factorsPath}/recovery-codes`);
    expect(await finish(await challengeOf(form), recoveryCodes[0] ?? '')).toMatchObject(refusedCode);
    expect((await finish(await challengeOf(form), body.recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

describe('a challenge', () => {
  const invalid = { status: 401, body: { code: 'challenge_invalid' } };

  it('is used once', async () => {
    const { form, secret, recoveryCodes } = await aProtected();
    const challenge = await challengeOf(form);
    expect((await finish(challenge, codeOf(secret))).status).toBe(200);
    expect(await finish(challenge, recoveryCodes[0] ?? '')).toMatchObject(invalid);
  });

  it('is of one user: codes of another do not complete it', async () => {
    const mine = await aProtected();
    const theirs = await aProtected(mine.home);
    const challenge = await challengeOf(theirs.form);
    for (const code of [codeOf(mine.secret), mine.recoveryCodes[0] ?? ''])
      expect(await finish(challenge, code)).toMatchObject(refusedCode);
  });

  it('expires after five minutes', async () => {
    const { form, secret } = await aProtected();
    const challenge = await challengeOf(form);
    const client = { ip: aLoopbackAddress(), userAgent: undefined, cookies: [], credential: undefined };
    const late = {
      client: { ...client, origin: 'http://here', overPlainHttp: true },
      context: { nowMs: Date.now() + 301_000 },
    };
    const attempt = finishLogIn(late, { challenge, code: codeOf(secret, 10) });
    await expect(attempt).rejects.toThrow(ChallengeInvalidError);
  });

  it.each([
    ['another password', { password: 'Colossus-1943' }],
    ['deactivation', { isActive: false }],
  ])('is void after %s', async (_, fields) => {
    const { form, secret, user, home } = await aProtected();
    const challenge = await challengeOf(form);
    expect((await home.api.put('/api/auth/users', { body: { id: user.id, ...fields } })).status).toBe(200);
    expect(await finish(challenge, codeOf(secret))).toMatchObject(invalid);
  });

  it('that was never issued is refused', async () => {
    expect(await finish('unknown', wrong)).toMatchObject(invalid);
  });

  it('is not completed by a page of another site', async () => {
    const { form, secret } = await aProtected();
    const challenge = await challengeOf(form);
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(await finish(challenge, codeOf(secret), { headers })).toMatchObject({
      status: 403,
      body: { code: 'cross_site' },
      cookies: [],
    });
  });
});

describe('brute force', () => {
  it('is limited per user, over all addresses and challenges', async () => {
    const { form, secret } = await aProtected();
    const challenge = await challengeOf(form);
    // The set-up has counted, too.
    for (let tries = 0; tries < 9; tries += 1) expect((await finish(challenge, wrong)).status).toBe(400);
    const refused = await finish(await challengeOf(form), codeOf(secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('is limited per address, also with unknown challenges', async () => {
    const from = aLoopbackAddress();
    for (let tries = 0; tries < 20; tries += 1)
      expect((await finish('unknown', wrong, { from })).status).toBe(401);
    expect((await finish('unknown', wrong, { from })).status).toBe(429);
  });
});

describe('step-up', () => {
  const required = { status: 403, body: { code: 'step_up_required' } };

  it('lets a session that has proved the factor create a key, and asks others for it', async () => {
    const { user, api, secret } = await aProtected();
    expect((await createKey(api)).status).toBe(201);
    const other = await unproved(user);
    expect(await createKey(other)).toMatchObject(required);
    expect((await other.get('/api/api_keys/keys')).status).toBe(200);
    const verified = await other.post(`${factorsPath}/verify`, { body: { code: codeOf(secret) } });
    expect(verified).toMatchObject({ status: 200, body: { ok: true, factorAt: expect.any(String) } });
    expect((await createKey(other)).status).toBe(201);
    expect((await other.get('/api/auth/session')).body).toMatchObject({ factors: ['password', 'totp'] });
    expect(await createKey(await unproved(user))).toMatchObject(required);
  });

  it('does not affect users without a factor, and API keys', async () => {
    const { home, user } = await aProtected();
    expect((await createKey(home.api)).status).toBe(201);
    expect((await createKey(await unproved(await aUser(home)))).status).toBe(201);
    expect(await createKey(await unproved(user))).toMatchObject(required);
  });

  it('is also needed to remove the factor, to add another one and to replace the recovery codes', async () => {
    const { user, api, id, form } = await aProtected();
    const other = await unproved(user);
    for (const answer of [
      await other.delete(`${factorsPath}?id=${id}`),
      await other.post(`${factorsPath}/totp`, { body: {} }),
      await other.post(`${factorsPath}/recovery-codes`),
    ])
      expect(answer).toMatchObject(required);
    expect((await api.delete(`${factorsPath}?id=${id}`)).status).toBe(200);
    expect((await createKey(other)).status).toBe(201);
    expect((await logIn(form)).status).toBe(200);
    expect((await api.get(factorsPath)).body).toEqual({ factors: [], recoveryCodesLeft: 0 });
  });

  it('is what these operations need', () => {
    const needing = endpoints.filter(({ stepUp }) => stepUp).map(({ operationId }) => operationId);
    expect(needing.toSorted()).toEqual([
      'createApiKey',
      'createRecoveryCodes',
      'createRole',
      'createUser',
      'deleteApiKey',
      'deleteFactor',
      'deleteProvider',
      'deleteRole',
      'deleteTenant',
      'inviteUser',
      'inviteUserAgain',
      'refundPayment',
      'removeUserFactors',
      'rotateApiKey',
      'saveProvider',
      'saveSignInPolicy',
      'startPasskey',
      'startTotp',
      'updateApiKey',
      'updateIntegrationCredentials',
      'updateRole',
      'updateRoleAcl',
      'updateUser',
      'updateUserAcl',
    ]);
  });

  it('has no effect on a session that has ended', async () => {
    const { user, api, secret } = await aProtected();
    const { token } = await aSession(user);
    await api.post('/api/auth/sessions/end-others');
    const answer = await apiFor(token).post(`${factorsPath}/verify`, { body: { code: codeOf(secret) } });
    expect(answer.status).toBe(401);
  });

  it('is refused to users without a factor', async () => {
    const api = await unproved(await aUser(await aTenant()));
    expect(await api.post(`${factorsPath}/verify`, { body: { code: wrong } })).toMatchObject({
      status: 409,
      body: { code: 'factor_missing' },
    });
  });

  it('is limited like log-ins', async () => {
    const { api } = await aProtected();
    const attempt = () => api.post(`${factorsPath}/verify`, { body: { code: wrong } });
    for (let tries = 0; tries < 9; tries += 1) expect((await attempt()).status).toBe(400);
    expect((await attempt()).status).toBe(429);
  });
});

it('a deleted user leaves no factors', async () => {
  const { user, home } = await aProtected();
  await home.api.delete('/api/auth/users', { body: { id: user.id } });
  expect((await findFactors(user, user.id)).revision).toBe(0);
});

it('a key of a session counts as a key', async () => {
  const { tenantId, organizationId } = await aTenant();
  const { key } = await aKey({ tenantId, organizationId });
  const { body } = await browse<{ token: string }>('POST', '/api/auth/session/from-key', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  expect((await createKey(apiFor(body.token))).status).toBe(201);
});
