/** Tenants that require second factors, and limits of sessions. */
import { describe, expect, it } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { UnauthenticatedError } from '../../../shared/kernel/errors/errors.ts';
import { refreshSession, startSession } from '../../../shared/modules/identity/sessions/session-service.ts';
import { codeOf, factorsPath, protect } from '../../support/builders/factors.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aUser, formOf } from '../../support/builders/users.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { logIn } from '../../support/clients/browser-request.ts';

const policyPath = '/api/auth/policy';
const enrolmentRequired = { status: 403, body: { code: 'factor_enrolment_required' } };
const rules = '/api/business_rules/rules';

const entered = async (user: UserRow): Promise<Api> => apiFor((await logIn(formOf(user))).body.token);

async function requireFactors({ api }: TestCaller, body: object): Promise<void> {
  expect((await api.put(policyPath, { body })).status).toBe(200);
}

describe('a required factor', () => {
  it('that was set up in another session is proved instead', async () => {
    const home = await aTenant();
    await requireFactors(home, { requireFactor: true });
    const user = await aUser(home);
    const [api, other] = [await entered(user), await entered(user)];
    const { secret } = await protect(api);
    expect(await other.get(rules)).toMatchObject(enrolmentRequired);
    expect((await other.post(`${factorsPath}/verify`, { body: { code: codeOf(secret) } })).status).toBe(200);
    expect((await other.get(rules)).status).toBe(200);
  });

  it('stays required when the session is refreshed', async () => {
    const home = await aTenant();
    await requireFactors(home, { requireFactor: true });
    const { body } = await logIn({ ...formOf(await aUser(home)), remember: 'true' });
    const { body: refreshed } = await apiFor('').post<{ accessToken: string }>('/api/auth/session/refresh', {
      body: { refreshToken: body.refreshToken },
    });
    expect(await apiFor(refreshed.accessToken).get(rules)).toMatchObject(enrolmentRequired);
  });

  it('is not required of API keys, nor in other tenants', async () => {
    const [home, other] = [await aTenant(), await aTenant()];
    await requireFactors(home, { requireFactor: true });
    expect((await home.api.get(rules)).status).toBe(200);
    expect((await (await entered(await aUser(other))).get(rules)).status).toBe(200);
  });

  it.each([{ roles: ['none'] }, { maxIdleMinutes: 10.5 }, { maxSessionHours: 1.5 }])(
    'is refused with %j',
    async (fields) => {
      const { api } = await aTenant();
      expect((await api.put(policyPath, { body: { requireFactor: true, ...fields } })).status).toBe(400);
    },
  );
});

describe('the limit of sessions', () => {
  it('ends a session and its token, also a remembered one', async () => {
    const home = await aTenant();
    await requireFactors(home, { requireFactor: false, maxSessionHours: 1 });
    const { body } = await logIn({ ...formOf(await aUser(home)), remember: 'true' });
    const { exp, iat } = JSON.parse(Buffer.from(body.token.split('.')[1] ?? '', 'base64url').toString());
    expect(exp - iat).toBe(3_600);
    const endMs = Date.now() + 3_600_000;
    const refreshed = await refreshSession(body.refreshToken ?? '', endMs - 60_000);
    expect(refreshed.expiresAtMs).toBeLessThanOrEqual(endMs);
    await expect(refreshSession(body.refreshToken ?? '', endMs + 1_000)).rejects.toThrow(
      UnauthenticatedError,
    );
  });

  it('ends a session that was not used, and only in its tenant', async () => {
    const minutes = (count: number) => count * 60_000;
    const idleMinutes = 30;
    const [home, other] = [await aTenant(), await aTenant()];
    await requireFactors(home, { requireFactor: false, maxIdleMinutes: idleMinutes });
    const nowMs = Date.now();
    const entry = (user: UserRow, startedMs: number) =>
      startSession(user, { remember: true, nowMs: startedMs });
    const user = await aUser(home);
    const unused = await entry(user, nowMs - minutes(idleMinutes));
    const used = await entry(user, nowMs - minutes(idleMinutes - 5));
    const elsewhere = await entry(await aUser(other), nowMs - minutes(idleMinutes));
    expect((await apiFor(unused.token).get(rules)).status).toBe(401);
    await expect(refreshSession(unused.refreshToken, nowMs)).rejects.toThrow(UnauthenticatedError);
    expect((await apiFor(elsewhere.token).get(rules)).status).toBe(200);
    const { body } = await apiFor(used.token).get<{ sessions: object[] }>('/api/auth/sessions');
    expect(body.sessions).toHaveLength(1);
    // The request has extended it, and so does a refresh.
    const laterMs = nowMs + minutes(idleMinutes - 1);
    await refreshSession(used.refreshToken, laterMs);
    await refreshSession(used.refreshToken, laterMs + minutes(idleMinutes - 1));
    await expect(refreshSession(used.refreshToken, laterMs + minutes(2 * idleMinutes))).rejects.toThrow(
      UnauthenticatedError,
    );
  });
});
