/** Refresh and end of sessions. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sessionLimits } from '../../../shared/kernel/auth/session-token.ts';
import { UnauthenticatedError } from '../../../shared/kernel/errors/errors.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { userSessionKey } from '../../../shared/kernel/table/keys.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { refreshSession, startSession } from '../../../shared/modules/identity/sessions/session-service.ts';
import { probe } from '../../support/builders/roles.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { apiFor, callsOf } from '../../support/clients/api.ts';
import { postJson } from '../../support/clients/browser-request.ts';

const statusWith = (token: string) => probe(apiFor(token));

const refresh = (refreshToken: string) =>
  postJson<{ accessToken: string }>('/api/auth/session/refresh', { refreshToken });

describe('POST /api/auth/session/refresh', () => {
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

  it.each([
    ['ends the one that expires first', true],
    ['stays, although it expires first', false],
  ])('is limited per user: one more session %s', async (_, remember) => {
    const user = await aUser(await aTenant());
    const nowMs = Date.now();
    const start = (ageSeconds: number, isLong = true) =>
      startSession(user, { remember: isLong, nowMs: nowMs - ageSeconds * 1000 });
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
    const last = await start(0, remember);
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
});

describe('a session', () => {
  it('ends after its time, even if a token claims a longer one', async () => {
    const user = await aUser(await aTenant());
    const longAgoMs = Date.now() - sessionLimits.tokenSeconds * 1000;
    const expired = await startSession(user, { remember: false, nowMs: longAgoMs });
    const remembered = await startSession(user, { remember: true, nowMs: longAgoMs });
    expect([await statusWith(expired.token), (await refresh(expired.refreshToken)).status]).toEqual([
      401, 401,
    ]);
    // The session is valid, its token of eight hours has expired.
    expect(await statusWith(remembered.token)).toBe(401);
    const { body } = await refresh(remembered.refreshToken);
    expect(await statusWith(body.accessToken)).toBe(200);
  });
});
