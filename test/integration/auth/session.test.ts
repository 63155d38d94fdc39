/** Refresh and end of sessions. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sessionLimits } from '../../../shared/kernel/auth/session-token.ts';
import { UnauthenticatedError } from '../../../shared/kernel/errors/errors.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { userSessionKey } from '../../../shared/kernel/table/keys.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { changeUser } from '../../../shared/modules/identity/roles/rights-changes.ts';
import { refreshSession, startSession } from '../../../shared/modules/identity/sessions/session-service.ts';
import { hashPassword } from '../../../shared/modules/identity/users/password.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser, browse, cookieHeader, logIn, password } from '../../support/builders/users.ts';
import { callsOf, type RequestOptions, send } from '../../support/clients/api.ts';

const refreshPath = '/api/auth/session/refresh';
const logoutPath = '/api/auth/logout';
const rulesPath = '/api/business_rules/rules';

interface Refreshed {
  ok: boolean;
  accessToken: string;
  expiresIn: number;
}

const withToken = (token: string): RequestOptions => ({ headers: { authorization: `Bearer ${token}` } });
const statusWith = async (token: string) => (await send('GET', rulesPath, withToken(token))).status;

function refresh(refreshToken: string) {
  return browse<Refreshed>('POST', refreshPath, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
}

async function someone() {
  const user = await aUser(await aTenant());
  return { user, ...(await aSession(user)) };
}

describe('POST /api/auth/session/refresh', () => {
  it('returns another token of the same session, while the first stays valid', async () => {
    const { token, refreshToken } = await someone();
    const { status, body, cookies } = await refresh(refreshToken);
    expect({ status, cookies }).toEqual({ status: 200, cookies: [] });
    expect(body).toEqual({ ok: true, accessToken: expect.any(String), expiresIn: 28_800 });
    expect(await statusWith(body.accessToken)).toBe(200);
    expect(await statusWith(token)).toBe(200);
  });

  it('accepts the cookie of a browser, with or without a body, and renews the cookies', async () => {
    const { refreshToken } = await someone();
    for (const body of [undefined, '{}']) {
      const headers = { cookie: `session_token=${refreshToken}`, 'content-type': 'application/json' };
      const answer = await browse<Refreshed>('POST', refreshPath, { headers, ...(body && { body }) });
      expect(answer.status).toBe(200);
      expect(answer.cookies[0]).toContain(`auth_token=${answer.body.accessToken}; Path=/; Max-Age=28800;`);
      expect(answer.cookies[1]).toMatch(/^session_token=.*; Max-Age=2\d{4}; HttpOnly; SameSite=Lax$/);
      const again = { cookie: cookieHeader(answer.cookies) };
      expect((await browse('GET', rulesPath, { headers: again })).status).toBe(200);
    }
  });

  it('works for parallel requests', async () => {
    const user = await aUser(await aTenant());
    const nearItsEndMs = Date.now() - (sessionLimits.tokenSeconds - 60) * 1000;
    const { refreshToken } = await startSession(user, { remember: false, nowMs: nearItsEndMs });
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const { body } of answers) expect(await statusWith(body.accessToken)).toBe(200);
  });

  it('ends every session 30 days after its log-in', async () => {
    const user = await aUser(await aTenant());
    const startedMs = Date.now() - (sessionLimits.maxSeconds - 3_600) * 1000;
    const { refreshToken } = await startSession(user, { remember: true, nowMs: startedMs });
    expect((await refresh(refreshToken)).status).toBe(200);
    const endedMs = startedMs + sessionLimits.maxSeconds * 1000;
    await expect(refreshSession(refreshToken, endedMs)).rejects.toThrow(UnauthenticatedError);
  });

  it('is limited per user: one more session ends the one that expires first', async () => {
    const user = await aUser(await aTenant());
    const nowMs = Date.now();
    const start = (ageSeconds: number) =>
      startSession(user, { remember: true, nowMs: nowMs - ageSeconds * 1000 });
    const first = await start(120);
    // Other sessions, which expire later: the limit counts the list of the user's sessions.
    const ttl = Math.ceil(nowMs / 1000) + sessionLimits.rememberedSeconds;
    const others = Array.from({ length: sessionLimits.maxPerUser - 1 }, () => randomUUID());
    await commit(
      others.map((sessionSha256) => {
        const key = userSessionKey(user, user.id, sessionSha256);
        return { put: toItem(key, 'user-session', { sessionSha256, ttl }) };
      }),
    );
    expect(await statusWith(first.token)).toBe(200);
    const last = await start(0);
    expect([await statusWith(first.token), await statusWith(last.token)]).toEqual([401, 200]);
  });

  it('extends a short session, and keeps the end of a 30-day session', async () => {
    const user = await aUser(await aTenant());
    const nowMs = Date.now();
    const soonMs = nowMs - (sessionLimits.tokenSeconds - 60) * 1000;
    const short = await startSession(user, { remember: false, nowMs: soonMs });
    const long = await startSession(user, { remember: true, nowMs: soonMs });
    const writes = async (refreshToken: string) =>
      (await callsOf(await refresh(refreshToken))).filter(({ action }) => action === 'TransactWriteItems')
        .length;
    expect(await writes(short.refreshToken)).toBe(1);
    expect(await writes(long.refreshToken)).toBe(0);
  });

  it('returns 400 without a refresh token', async () => {
    const { status, body } = await browse('POST', refreshPath);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ok: false, details: [{ field: 'refreshToken', message: 'is required' }] });
  });

  it('returns 401 for an unknown or modified token, and for ended or expired sessions', async () => {
    const { user, refreshToken, token } = await someone();
    const ended = await aSession(user);
    await send('POST', logoutPath, withToken(ended.token));
    const longAgoMs = Date.now() - sessionLimits.tokenSeconds * 1000;
    const expired = await startSession(user, { remember: false, nowMs: longAgoMs });
    const [sid = '', secret = ''] = refreshToken.split('.');
    const wrong = [
      randomUUID(),
      sid,
      `${sid}.`,
      `${sid}.${secret.slice(1)}`,
      `${ended.refreshToken.split('.')[0]}.${secret}`,
      token,
      ended.refreshToken,
      expired.refreshToken,
    ];
    for (const refreshToken of wrong) {
      const { status, body } = await refresh(refreshToken);
      expect({ status, body }).toEqual({
        status: 401,
        body: {
          ok: false,
          code: 'unauthenticated',
          error: 'Missing or invalid credentials.',
          requestId: expect.any(String),
        },
      });
    }
  });

  it('removes invalid cookies from the browser', async () => {
    const headers = { cookie: 'session_token=gone.gone' };
    const { status, cookies } = await browse('POST', refreshPath, { headers });
    expect(status).toBe(401);
    expect(cookies).toEqual([
      'auth_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      'session_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
  });
});

describe('POST /api/auth/logout', () => {
  it('ends the session: its next request and its refresh token are refused', async () => {
    const { user, token, refreshToken } = await someone();
    const other = await aSession(user);
    const { status, body, headers } = await send('POST', logoutPath, withToken(token));
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } });
    expect(headers.getSetCookie()).toEqual([
      'auth_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      'session_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
    expect(await statusWith(token)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect(await statusWith(other.token)).toBe(200);
    expect((await send('POST', logoutPath, withToken(token))).status).toBe(200);
    expect(await statusWith(other.token)).toBe(200);
  });

  it.each<[string, (tokens: { token: string; refreshToken: string; expired: string }) => string]>([
    ['only the refresh cookie', ({ refreshToken }) => `session_token=${refreshToken}`],
    [
      'a damaged session cookie and the refresh cookie',
      ({ token, refreshToken }) => `auth_token=${token.slice(0, -4)}AAAA; session_token=${refreshToken}`,
    ],
    ['only an expired session cookie', ({ expired }) => `auth_token=${expired}`],
    ['only the session cookie', ({ token }) => `auth_token=${token}`],
  ])('ends the session that is named by %s', async (_, cookieOf) => {
    const user = await aUser(await aTenant());
    const longAgoMs = Date.now() - sessionLimits.tokenSeconds * 1000;
    const started = await startSession(user, { remember: true, nowMs: longAgoMs });
    const { body: fresh } = await refresh(started.refreshToken);
    const tokens = { ...started, token: fresh.accessToken, expired: started.token };
    const { status, cookies } = await browse('POST', logoutPath, { headers: { cookie: cookieOf(tokens) } });
    expect({ status, cleared: cookies.map((line) => line.split(';')[0]) }).toEqual({
      status: 200,
      cleared: ['auth_token=', 'session_token='],
    });
    expect(await statusWith(fresh.accessToken)).toBe(401);
    expect((await refresh(started.refreshToken)).status).toBe(401);
  });

  it.each([
    ['without credentials', {}],
    [
      'with tokens of no session',
      { authorization: 'Bearer a.b.c', cookie: 'auth_token=x; session_token=y.z' },
    ],
  ])('returns 200 and removes the cookies %s', async (_, headers) => {
    const { status, cookies } = await browse('POST', logoutPath, { headers });
    expect({ status, cookies: cookies.length }).toEqual({ status: 200, cookies: 2 });
  });

  it('ends no session whose refresh token has a wrong secret', async () => {
    const { token, refreshToken } = await someone();
    const wrong = `session_token=${refreshToken.slice(0, -4)}AAAA`;
    expect((await browse('POST', logoutPath, { headers: { cookie: wrong } })).status).toBe(200);
    expect(await statusWith(token)).toBe(200);
  });

  it('does nothing to an API key', async () => {
    const { api } = await aTenant();
    expect((await api.post(logoutPath)).body).toEqual({ ok: true });
    expect((await api.post(logoutPath)).status).toBe(200);
  });
});

describe('a session', () => {
  it('that is invalid removes the cookie from the browser', async () => {
    const { token } = await someone();
    await send('POST', logoutPath, withToken(token));
    const { status, cookies } = await browse('GET', rulesPath, {
      headers: { cookie: `auth_token=${token}` },
    });
    expect({ status, cookies }).toEqual({
      status: 401,
      cookies: ['auth_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'],
    });
  });

  it('ends after its time, even if a token claims a longer one', async () => {
    const user = await aUser(await aTenant());
    const longAgoMs = Date.now() - sessionLimits.tokenSeconds * 1000;
    const expired = await startSession(user, { remember: false, nowMs: longAgoMs });
    const remembered = await startSession(user, { remember: true, nowMs: longAgoMs });
    expect(await statusWith(expired.token)).toBe(401);
    // The session is valid, its token of eight hours has expired.
    expect(await statusWith(remembered.token)).toBe(401);
    const { body } = await refresh(remembered.refreshToken);
    expect(await statusWith(body.accessToken)).toBe(200);
  });

  it('ends when the password is changed', async () => {
    const { user, token, refreshToken } = await someone();
    const context = asTest();
    const changed = { ...user, passwordHash: await hashPassword('Difference-2') };
    await changeUser(user, changed, [], context, { endsSessions: true });
    expect(await statusWith(token)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await logIn({ email: user.email, password })).status).toBe(401);
    expect((await logIn({ email: user.email, password: 'Difference-2' })).status).toBe(200);
  });

  it('of one tenant cannot select another', async () => {
    const { token } = await someone();
    const { tenantId } = await aTenant();
    const { status } = await send('GET', `${rulesPath}?tenantId=${tenantId}`, withToken(token));
    expect(status).toBe(403);
  });
});
