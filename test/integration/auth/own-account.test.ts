/** Operations on the own account: list and end sessions, change the password. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { sessionLimits } from '../../../shared/kernel/auth/session-token.ts';
import { InvalidInputError, RateLimitedError } from '../../../shared/kernel/errors/errors.ts';
import { changePassword } from '../../../shared/modules/identity/sessions/own-account.ts';
import { startSession } from '../../../shared/modules/identity/sessions/session-service.ts';
import { verifyPassword } from '../../../shared/modules/identity/users/password.ts';
import { findUser } from '../../../shared/modules/identity/users/user-store.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser, browse, cookieHeader, logIn, password } from '../../support/builders/users.ts';
import { callsOf, send, type TestResponse } from '../../support/clients/api.ts';

const sessionsPath = '/api/auth/sessions';
const othersPath = '/api/auth/sessions/end-others';
const passwordPath = '/api/auth/password';
const newPassword = 'Colossus-1943';

interface SessionList {
  sessions: { id: string; isCurrent: boolean; ipAddress: string | null; userAgent: string | null }[];
}

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const listOf = async (token: string) =>
  (await send<SessionList>('GET', sessionsPath, as(token))).body.sessions;
const statusWith = async (token: string) => (await send('GET', sessionsPath, as(token))).status;
const tokensOf = async (user: UserRow, count: number): Promise<string[]> => {
  const sessions = await Promise.all(Array.from({ length: count }, () => aSession(user)));
  return sessions.map(({ token }) => token);
};
const change = (token: string, body: Record<string, unknown>): Promise<TestResponse> =>
  send('POST', passwordPath, { ...as(token), body });

afterEach(() => vi.unstubAllEnvs());

describe('GET /api/auth/sessions', () => {
  it('lists the active sessions of the user, the latest log-in first, and marks the one of the request', async () => {
    const home = await aTenant();
    const user = await aUser(home);
    const nowMs = Date.now();
    const start = (ageSeconds: number) =>
      startSession(user, { remember: false, nowMs: nowMs - ageSeconds * 1_000 });
    const early = await start(60);
    await start(0);
    await start(sessionLimits.tokenSeconds + 1);
    await aSession(await aUser(home));
    const answer = await send<SessionList>('GET', sessionsPath, as(early.token));
    expect(answer.status).toBe(200);
    expect(answer.body.sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    expect(answer.body.sessions[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: new Date(nowMs - 60_000).toISOString(),
      expiresAt: new Date(nowMs - 60_000 + sessionLimits.tokenSeconds * 1_000).toISOString(),
      ipAddress: null,
      userAgent: null,
      isCurrent: true,
    });
    expect(JSON.stringify(answer.body)).not.toContain(early.token.split('.')[2]);
    expect(await callsOf(answer)).toHaveLength(4);
  });

  it('shows the address of a log-in, also after a refresh', async () => {
    const user = await aUser(await aTenant());
    const from = '127.9.8.7';
    const fields = { email: user.email, password };
    const { body, cookies } = await logIn(fields, { from, headers: { 'user-agent': 'x'.repeat(300) } });
    await browse('POST', '/api/auth/session/refresh', { headers: { cookie: cookieHeader(cookies) } });
    expect(await listOf(body.token)).toMatchObject([
      { ipAddress: from, userAgent: 'x'.repeat(256), isCurrent: true },
    ]);
  });

  it('shows none to an API key', async () => {
    const { api } = await aTenant();
    expect((await api.get(sessionsPath)).body).toEqual({ sessions: [] });
  });
});

describe('DELETE /api/auth/sessions', () => {
  it('ends one session of the user, once', async () => {
    const user = await aUser(await aTenant());
    const [own = '', other = ''] = await tokensOf(user, 2);
    const id = (await listOf(other)).find(({ isCurrent }) => isCurrent)?.id;
    const end = () => send('DELETE', `${sessionsPath}?id=${id}`, as(own));
    expect((await end()).body).toEqual({ ok: true, ended: 1 });
    expect([await statusWith(own), await statusWith(other)]).toEqual([200, 401]);
    expect((await end()).body).toEqual({ ok: true, ended: 0 });
  });

  it('ends no session of other users, and none for an API key', async () => {
    const home = await aTenant();
    const [own = ''] = await tokensOf(await aUser(home), 1);
    const [foreign = ''] = await tokensOf(await aUser(home), 1);
    const id = (await listOf(foreign))[0]?.id;
    for (const options of [as(own), { headers: { 'x-api-key': home.key } }]) {
      const answer = await send('DELETE', `${sessionsPath}?id=${id}`, options);
      expect(answer.body).toEqual({ ok: true, ended: 0 });
    }
    expect(await statusWith(foreign)).toBe(200);
  });

  it('returns 400 without the id of a session', async () => {
    const [own = ''] = await tokensOf(await aUser(await aTenant()), 1);
    for (const query of ['', `?id=${randomUUID()}`]) {
      const answer = await send('DELETE', `${sessionsPath}${query}`, as(own));
      expect(answer).toMatchObject({ status: 400, body: { ok: false, details: [{ field: 'id' }] } });
    }
  });
});

describe('POST /api/auth/sessions/end-others', () => {
  it('ends every session except that of the request', async () => {
    const home = await aTenant();
    const [own = '', ...others] = await tokensOf(await aUser(home), 3);
    const [foreign = ''] = await tokensOf(await aUser(home), 1);
    expect((await send('POST', othersPath, as(own))).body).toEqual({ ok: true, ended: 2 });
    expect(await Promise.all([own, foreign, ...others].map(statusWith))).toEqual([200, 200, 401, 401]);
  });

  it('refuses a cross-site request', async () => {
    const [token = ''] = await tokensOf(await aUser(await aTenant()), 1);
    const headers = { cookie: `auth_token=${token}`, 'sec-fetch-site': 'cross-site' };
    expect(await send('POST', othersPath, { headers })).toMatchObject({
      status: 403,
      body: { code: 'cross_site' },
    });
  });
});

describe('POST /api/auth/password', () => {
  it('replaces the password and ends the other sessions', async () => {
    const user = await aUser(await aTenant());
    const [own = '', other = ''] = await tokensOf(user, 2);
    const answer = await change(own, { currentPassword: password, newPassword });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, ended: 1 } });
    expect([await statusWith(own), await statusWith(other)]).toEqual([200, 401]);
    const { email } = user;
    expect((await logIn({ email, password })).status).toBe(401);
    expect((await logIn({ email, password: newPassword })).status).toBe(200);
  });

  it('is in the audit trail as a change of the user by the user, without a password', async () => {
    const home = await aTenant();
    const user = await aUser(home);
    const [own = ''] = await tokensOf(user, 1);
    await change(own, { currentPassword: password, newPassword });
    const trail = `/api/audit_logs/actions?resource=auth.user&resourceId=${user.id}&action=updated`;
    const { body } = await home.api.get<{ items: Record<string, unknown>[] }>(trail);
    expect(body.items).toMatchObject([{ changes: { password: { before: expect.any(String) } } }]);
    for (const secret of [password, newPassword]) expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('returns 400 for a wrong current password or a weak new one, and changes nothing', async () => {
    const user = await aUser(await aTenant());
    const [own = '', other = ''] = await tokensOf(user, 2);
    for (const [field, body] of [
      ['currentPassword', { currentPassword: 'Analytical-2', newPassword }],
      ['newPassword', { currentPassword: password, newPassword: 'weak' }],
      ['newPassword', { currentPassword: password }],
    ] as const) {
      const answer = await change(own, body);
      expect(answer).toMatchObject({ status: 400, body: { ok: false, details: [{ field }] } });
    }
    expect(await statusWith(other)).toBe(200);
    const stored = await findUser(user, user.id);
    expect(await verifyPassword(password, stored?.passwordHash ?? null)).toBe(true);
  });

  it('returns 403 to an API key', async () => {
    const { api } = await aTenant();
    const answer = await api.post(passwordPath, { body: { currentPassword: password, newPassword } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } });
  });

  it('allows five attempts and then none, not even with the correct password', async () => {
    vi.stubEnv('RATE_LIMITS', 'on');
    const user = await aUser(await aTenant());
    const { tenantId, id: userId } = user;
    const context = { ...asTest(), nowMs: Date.parse('2026-03-01T10:00:00.000Z') };
    const attempt = (currentPassword: string) =>
      changePassword({ tenantId, userId, sessionSha256: '' }, { currentPassword, newPassword }, context);
    for (let count = 0; count < 5; count++) {
      await expect(attempt('Analytical-2')).rejects.toThrow(InvalidInputError);
    }
    await expect(attempt(password)).rejects.toThrow(RateLimitedError);
  });

  it('keeps a concurrent change of the user', async () => {
    const user = await aUser(await aTenant(), {
      pending: { organizationId: null, roleIds: [], acl: null, isActive: true },
      pendingSince: 1,
    });
    const [own = ''] = await tokensOf(user, 1);
    expect((await change(own, { currentPassword: password, newPassword })).status).toBe(200);
    expect((await findUser(user, user.id))?.pending).toEqual(user.pending);
  });
});
