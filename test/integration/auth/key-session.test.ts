/** A browser exchanges an API key for a session, which has at most the rights and the lifetime of the key. */
import { describe, expect, inject, it } from 'vitest';
import { hashApiKey } from '../../../shared/kernel/auth/api-key.ts';
import { insertKeySession } from '../../../shared/kernel/auth/key-session-store.ts';
import { hashSessionId, sessionLimits } from '../../../shared/kernel/auth/session-token.ts';
import { UnauthenticatedError } from '../../../shared/kernel/errors/errors.ts';
import { exchangeKey, keyExchangeLimit } from '../../../shared/modules/identity/sessions/key-session.ts';
import { refreshSession } from '../../../shared/modules/identity/sessions/session-service.ts';
import { newSessionSecrets } from '../../../shared/modules/identity/sessions/session-tokens.ts';
import { probe, probePath } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { apiFor, callsOf } from '../../support/clients/api.ts';
import { aLoopbackAddress, postJson } from '../../support/clients/browser-request.ts';

const path = '/api/auth/session/from-key';

type Exchanged = { token: string };
const exchange = (key: string, from?: string) => postJson<Exchanged>(path, { key }, { from });
const loggedInWith = async (key: string) => {
  const { status, body } = await exchange(key);
  expect(status).toBe(200);
  return apiFor(body.token);
};
/** The refresh token of an exchange at the given time. */
const exchangedAt = async (nowMs: number, key: string): Promise<string> => {
  const client = { ip: aLoopbackAddress(), overPlainHttp: true };
  const { cookies } = await exchangeKey({ client, context: { nowMs } }, { key });
  return cookies.map((cookie) => /^session_token=([^;]+)/.exec(cookie)?.[1]).join('');
};

describe('POST /api/auth/session/from-key', () => {
  it('refuses an address with too many attempts', async () => {
    const { key } = await aTenant();
    const from = aLoopbackAddress();
    // At most two clock minutes: one more attempt than both allow.
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length <= 2 * keyExchangeLimit.limit)
      statuses.push((await exchange('guess', from)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await exchange(key)).status).toBe(200);
  });
});

describe('a session of an API key', () => {
  it('never outlives the key, also after a refresh', async () => {
    const home = await aTenant();
    const nowMs = Date.now();
    const expiresAtMs = nowMs + 3_600_000;
    const { key } = await aKey({ ...home, expiresAtMs });
    const { body } = await exchange(key);
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.exp).toBeLessThanOrEqual(expiresAtMs / 1_000);
    const early = await exchangedAt(nowMs - 7_000_000, key);
    expect((await refreshSession(early, nowMs)).expiresAtMs).toBe(expiresAtMs);
    await expect(refreshSession(early, expiresAtMs + 1)).rejects.toThrow(UnauthenticatedError);
  });

  it('can be refreshed like a user’s session, for at most 30 days', async () => {
    const { key, tenantId } = await aTenant();
    const startedMs = Date.now() - (sessionLimits.tokenSeconds - 60) * 1_000;
    const refreshToken = await exchangedAt(startedMs, key);
    const answer = await postJson<{ accessToken: string }>('/api/auth/session/refresh', { refreshToken });
    expect(answer.status).toBe(200);
    expect(await probe(apiFor(answer.body.accessToken))).toBe(200);
    const createdAtMs = Date.now() - (sessionLimits.maxSeconds - 60) * 1_000;
    const { sid, secret, signingKey, refreshSha256 } = newSessionSecrets();
    const times = { createdAtMs, expiresAtMs: Date.now() + 30_000 };
    const stored = { tenantId, secretSha256: hashApiKey(key), signingKey, refreshSha256, ...times };
    await insertKeySession(stored, hashSessionId(sid));
    const endsAtMs = createdAtMs + sessionLimits.maxSeconds * 1_000;
    const old = `${sid}.${secret}`;
    expect((await refreshSession(old, Date.now())).expiresAtMs).toBe(endsAtMs);
    await expect(refreshSession(old, endsAtMs)).rejects.toThrow(UnauthenticatedError);
  });

  it('counts its event streams for the key', async () => {
    const { key } = await aKey({ ...(await aTenant()), perHour: 2 });
    const { token } = (await exchange(key)).body;
    const stream = new AbortController();
    const opened = await fetch(new URL('/api/events/stream', inject('baseUrl')), {
      headers: { authorization: `Bearer ${token}` },
      signal: stream.signal,
    });
    expect([opened.status, opened.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
    stream.abort();
    expect((await apiFor(key).get(probePath)).status).toBe(429);
  });

  it('is authenticated by one read and one write', async () => {
    const { key } = await aTenant();
    const api = await loggedInWith(key);
    const calls = (await callsOf(await api.get('/api/auth/features'))).map(({ action }) => action);
    expect(calls).toEqual(['GetItem', 'UpdateItem']);
  });
});
