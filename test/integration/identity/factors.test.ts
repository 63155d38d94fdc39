/** Second factors: set-up, the second step of a log-in, step-up, and attacks on them. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { ChallengeInvalidError } from '../../../shared/modules/identity/errors.ts';
import { findFactors } from '../../../shared/modules/identity/factors/factor-store.ts';
import { finishLogIn } from '../../../shared/modules/identity/factors/log-in-challenge.ts';
import { findViews } from '../../../shared/modules/identity/views/view-store.ts';
import { challengeOf, codeOf, enter, factorsPath, finish, protect } from '../../support/builders/factors.ts';
import { loggedIn } from '../../support/builders/roles.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser, formOf } from '../../support/builders/users.ts';
import { aLoopbackAddress, logIn } from '../../support/clients/browser-request.ts';

const wrong = '000000';

/** A user with an authenticator app, and the session that has set it up. */
async function aProtected() {
  const home = await aTenant();
  const user = await aUser(home);
  return { home, user, form: formOf(user), ...(await protect(await loggedIn(user))) };
}

describe('set-up', () => {
  it('stores the secret encrypted, and recovery codes as hashes', async () => {
    const { user, secret, recoveryCodes } = await aProtected();
    const stored = JSON.stringify(await findFactors(user, user.id));
    for (const shown of [secret, ...recoveryCodes]) expect(stored).not.toContain(shown);
  });

  it('is not completed by a wrong code, and log-in stays as it was', async () => {
    const user = await aUser(await aTenant());
    const api = await loggedIn(user);
    const { id } = (await api.post<{ id: string }>(`${factorsPath}/totp`, { body: {} })).body;
    const answer = await api.post(`${factorsPath}/totp/confirm`, { body: { id, code: wrong } });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'code' }] } });
    expect((await logIn(formOf(user))).status).toBe(200);
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
    const refused = { status: 403, body: { code: 'cross_site' }, cookies: [] };
    expect(await finish(challenge, codeOf(secret), { headers })).toMatchObject(refused);
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
    const expected = [
      ...['createApiKey', 'deleteApiKey', 'rotateApiKey', 'updateApiKey'],
      ...['createRole', 'deleteRole', 'updateRole', 'updateRoleAcl'],
      ...['createUser', 'deleteUser', 'inviteUser', 'inviteUserAgain', 'updateUser'],
      ...['updateUserAcl', 'removeUserFactors'],
      ...['createRecoveryCodes', 'deleteFactor', 'startPasskey', 'startTotp'],
      ...['deleteProvider', 'saveProvider', 'saveSignInPolicy', 'deleteTenant'],
      ...['refundPayment', 'updateIntegrationCredentials'],
    ];
    expect(needing.toSorted()).toEqual(expected.toSorted());
  });

  it('is refused to users without a factor', async () => {
    const api = await loggedIn(await aUser(await aTenant()));
    const answer = await api.post(`${factorsPath}/verify`, { body: { code: wrong } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'factor_missing' } });
  });
});

it('a deleted user leaves neither factors nor saved views', async () => {
  const { user, home } = await aProtected();
  const owner = { ...user, subject: `user:${user.id}` };
  expect((await (await loggedIn(user)).put('/api/auth/views', { body: { items: [] } })).status).toBe(200);
  const revisions = async () =>
    [await findFactors(user, user.id), await findViews(owner)].map(({ revision }) => revision === 0);
  expect(await revisions()).toEqual([false, false]);
  await home.api.delete('/api/auth/users', { body: { id: user.id } });
  expect(await revisions()).toEqual([true, true]);
});
