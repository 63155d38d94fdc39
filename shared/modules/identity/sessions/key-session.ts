/** Sessions of API keys, for browsers, which store an HTTP-only cookie instead of the key. */
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { hashApiKey, isApiKey } from '../../../kernel/auth/api-key.ts';
import { type CallerItem, findCaller } from '../../../kernel/auth/caller-store.ts';
import {
  insertKeySession,
  type KeySession,
  prolongKeySession,
  type StoredKeySession,
} from '../../../kernel/auth/key-session-store.ts';
import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { hashSessionId, sessionLimits, signSessionToken } from '../../../kernel/auth/session-token.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { authenticateApiKey, keyRateLimits } from '../../../kernel/http/authentication/caller.ts';
import { Reply } from '../../../kernel/http/reply.ts';
import type { Client } from '../../../kernel/http/types.ts';
import type { Visitor } from '../visitor.ts';
import type { ExchangeKey } from './current-session-contract.ts';
import { cookiesOf } from './session-replies.ts';
import { newSessionSecrets, prolongedUntilMs, type SessionTokens } from './session-tokens.ts';

/** Attempts per address, because each costs a write. */
export const keyExchangeLimit = {
  name: 'key-session-address',
  limit: 20,
  windowSeconds: 60,
} as const satisfies RatePolicy;

const endOf = ({ expiresAtMs }: CallerItem): number => expiresAtMs ?? Number.POSITIVE_INFINITY;

function tokensOf(
  caller: CallerItem,
  { signingKey, expiresAtMs }: Pick<KeySession, 'signingKey' | 'expiresAtMs'>,
  refreshToken: string,
  nowMs: number,
): SessionTokens {
  const [sid = ''] = refreshToken.split('.', 1);
  const { id, tenantId, organizationId: orgId } = caller;
  const claims = { userId: `api_key:${id}`, sid, tenantId, orgId, email: null };
  return { token: signSessionToken(claims, signingKey, nowMs, expiresAtMs), refreshToken, expiresAtMs };
}

/** Starts a session of an authenticated key until the given time, at the latest until the key expires. */
export async function startKeySession(
  caller: CallerItem,
  { secretSha256, endMs, workload }: Pick<KeySession, 'secretSha256' | 'workload'> & { endMs: number },
  nowMs: number,
): Promise<SessionTokens> {
  const { sid, secret, signingKey, refreshSha256 } = newSessionSecrets();
  const session = { signingKey, expiresAtMs: Math.min(endMs, endOf(caller)), createdAtMs: nowMs };
  const { tenantId } = caller;
  await insertKeySession({ ...session, tenantId, secretSha256, refreshSha256, workload }, hashSessionId(sid));
  return tokensOf(caller, session, `${sid}.${secret}`, nowMs);
}

/**
 * Starts a session for an API key, which counts as a request with the key. Throws UnauthenticatedError for an
 * invalid key, AddressForbiddenError, RateLimitedError.
 */
export async function exchangeKey(
  { client, context: { nowMs } }: Visitor<Pick<Client, 'ip' | 'overPlainHttp'>>,
  { key }: ExchangeKey,
) {
  const { ip } = client;
  await countAgainst(keyExchangeLimit, addressKey(ip), nowMs);
  if (!isApiKey(key)) throw new UnauthenticatedError();
  const caller = await authenticateApiKey(key, ip, keyRateLimits(), nowMs, {});
  const endMs = nowMs + sessionLimits.tokenSeconds * 1000;
  const tokens = await startKeySession(caller, { secretSha256: hashApiKey(key), endMs }, nowMs);
  const { token, expiresAtMs } = tokens;
  const answer = { ok: true as const, token, expiresAt: toIso(expiresAtMs) };
  return new Reply(answer, { cookies: cookiesOf(tokens, client, nowMs) });
}

/**
 * New tokens of a session whose refresh token has been checked; the session never outlives its key. Throws
 * UnauthenticatedError if the key is no longer valid, StaleError.
 */
export async function refreshKeySession(
  session: StoredKeySession,
  refreshToken: string,
  nowMs: number,
): Promise<SessionTokens> {
  const caller = await findCaller(session.secretSha256, nowMs);
  if (caller === undefined) throw new UnauthenticatedError();
  const [sid = ''] = refreshToken.split('.', 1);
  const expiresAtMs = Math.min(prolongedUntilMs(session, nowMs), endOf(caller));
  if (expiresAtMs > session.expiresAtMs) await prolongKeySession(session, hashSessionId(sid), expiresAtMs);
  return tokensOf(caller, { ...session, expiresAtMs }, refreshToken, nowMs);
}
