/** Second factors: set-up, the second step of a log-in, step-up, and attacks on them. */
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
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser, password } from '../../support/builders/users.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { aLoopbackAddress, logIn } from '../../support/clients/browser-request.ts';

const wrong = '000000';

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

  it('is not completed by a wrong code, and log-in stays as it was', async () => {
    const user = await aUser(await aTenant());
    const api = await unproved(user);
    const { id } = (await api.post<{ id: string }>(`${factorsPath}/totp`, { body: {} })).body;
    const answer = await api.post(`${factorsPath}/totp/confirm`, { body: { id, code: wrong } });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'code' }] } });
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
});

describe('log-in', () => {
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

  it('of parallel log-ins with one code lets one in', async () => {
    const { secret, form } = await aProtected();
    const challenges = [await challengeOf(form), await challengeOf(form), await challengeOf(form)];
    const code = codeOf(secret);
    const answers = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('takes a recovery code with any separators, and names it in the audit trail', async () => {
    const { recoveryCodes, form, home, user } = await aProtected();
    const [code = ''] = recoveryCodes;
    await enter(form, ` ${code.toUpperCase().replaceAll('-', ' ')} `);
    const { body } = await home.api.get<{
      items: { action: string; resourceId: string; factors: string[] }[];
    }>(`/api/audit_logs/actions?resource=auth.factor`);
    expect(body.items[0]).toMatchObject({
      ...{ action: 'recovery_code_used', resourceId: user.id },
      factors: ['password', 'recovery_code'],
    });
  });
});

describe('a challenge', () => {
  const invalid = { status: 401, body: { code: 'challenge_invalid' } };

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

it('attempts are limited per address, also with unknown challenges', async () => {
  const from = aLoopbackAddress();
  for (let tries = 0; tries < 20; tries += 1)
    expect((await finish('unknown', wrong, { from })).status).toBe(401);
  expect((await finish('unknown', wrong, { from })).status).toBe(429);
});

describe('step-up', () => {
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

  it('is refused to users without a factor', async () => {
    const api = await unproved(await aUser(await aTenant()));
    expect(await api.post(`${factorsPath}/verify`, { body: { code: wrong } })).toMatchObject({
      status: 409,
      body: { code: 'factor_missing' },
    });
  });
});

it('a deleted user leaves no factors', async () => {
  const { user, home } = await aProtected();
  await home.api.delete('/api/auth/users', { body: { id: user.id } });
  expect((await findFactors(user, user.id)).revision).toBe(0);
});
