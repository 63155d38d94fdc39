/** Starts, refreshes and ends sessions. */

import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { removeKeySession } from '../../../kernel/auth/key-session-store.ts';
import { type CallerRights, rightsOfUser, roleIdsOfUser } from '../../../kernel/auth/rights.ts';
import { recordUse } from '../../../kernel/auth/session-idle.ts';
import {
  findSession,
  insertSession,
  prolongSession,
  removeSession,
  removeSurplusSessions,
  type Session,
} from '../../../kernel/auth/session-store.ts';
import {
  claimedSessionId,
  hashSessionId,
  isSignedBy,
  sessionLimits,
  signSessionToken,
} from '../../../kernel/auth/session-token.ts';
import type { SignIn } from '../../../kernel/auth/sign-in.ts';
import { isEqualInConstantTime } from '../../../kernel/base/constant-time.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import type { Client } from '../../../kernel/http/types.ts';
import type { Write } from '../../../kernel/table/write.ts';
import {
  findPolicy,
  limitedLife,
  needsFactor,
  type SessionLife,
  type SignInPolicy,
} from '../factors/policy.ts';
import { findRoles, unchangedRoles } from '../roles/role-store.ts';
import { refreshKeySession } from './key-session.ts';
import { hashSecret, newSessionSecrets, prolongedUntilMs, type SessionTokens } from './session-tokens.ts';

/** The origin of a log-in. */
export type SessionOrigin = Pick<Session, 'ipAddress' | 'userAgent'>;

/** What a session keeps of the client that started it. */
export type SessionClient = Pick<Client, 'ip'> & Partial<Pick<Client, 'userAgent'>>;

/** Characters of a `User-Agent` header that a session shows. */
const maxUserAgent = 256;

export const originOf = ({ ip, userAgent }: SessionClient): SessionOrigin => ({
  ipAddress: ip,
  userAgent: userAgent && truncate(userAgent, maxUserAgent),
});

export interface NewSession {
  /** Lives 30 days instead of 8 hours. */
  remember: boolean;
  nowMs: number;
  origin?: SessionOrigin;
  /** By default with a password alone. */
  signIn?: SignIn;
}

/**
 * Stores a session with the user's current rights and the limits of its tenant, and ends the user's oldest ones beyond their limit. Throws StaleError if
 * the user or its roles change meanwhile, what `conditions` throw, UnauthenticatedError if the tenant or organization of the
 * user is closed.
 */
export async function storeSession<
  Fields extends Omit<Session, keyof CallerRights | keyof SessionLife | 'userId' | 'email'>,
>(
  user: UserRow,
  sid: string,
  policy: SignInPolicy,
  fields: Fields & Pick<SessionLife, 'createdAtMs' | 'expiresAtMs'>,
  conditions: readonly Write[] = [],
) {
  const { id: userId, email, tenantId } = user;
  const roles = await findRoles(user, roleIdsOfUser(user));
  const home = { tenantId, userId, email };
  const session = { ...rightsOfUser(user, roles), ...home, ...fields, ...limitedLife(policy, fields) };
  const sessionSha256 = hashSessionId(sid);
  await insertSession(session, sessionSha256, user, [
    ...unchangedRoles(user, [...roles.values()]),
    ...conditions,
  ]);
  await removeSurplusSessions({ tenantId }, userId, sessionSha256, sessionLimits.maxPerUser);
  return session;
}

/** Starts a session of a user who has signed in. Throws what `storeSession` throws. */
export async function startSession(
  user: UserRow,
  { remember, nowMs, origin = {}, signIn = { method: 'password', factors: ['password'] } }: NewSession,
): Promise<SessionTokens> {
  const { sid, secret, signingKey, refreshSha256 } = newSessionSecrets();
  const policy = await findPolicy(user);
  // The identity provider of a tenant asks for factors of its own.
  const mustEnrol =
    signIn.method === 'password' && signIn.factorAtMs === undefined && needsFactor(policy, user);
  const seconds = remember ? sessionLimits.rememberedSeconds : sessionLimits.tokenSeconds;
  const session = await storeSession(user, sid, policy, {
    ...{ ...origin, ...signIn, signingKey, refreshSha256 },
    ...{ createdAtMs: nowMs, expiresAtMs: nowMs + seconds * 1_000 },
    ...(mustEnrol && { mustEnrol }),
  });
  const { userId, tenantId, organizationId, email, expiresAtMs, endsAtMs } = session;
  const claims = { userId, sid, tenantId, orgId: organizationId, email };
  // The id in the refresh token finds its session; only the secret after the dot authenticates it.
  return {
    token: signSessionToken(claims, signingKey, nowMs, endsAtMs),
    refreshToken: `${sid}.${secret}`,
    expiresAtMs,
  };
}

/**
 * Returns a new session token for a refresh token and extends the session, to at most
 * `sessionLimits.maxSeconds` after the log-in, or the limit of the tenant. The refresh token stays the same, so that two tabs can refresh
 * concurrently. Throws UnauthenticatedError.
 */
export function refreshSession(refreshToken: string, nowMs: number): Promise<SessionTokens> {
  return retryWhenStale(async () => {
    const found = await sessionOfRefreshToken(refreshToken, nowMs);
    if (found === undefined) throw new UnauthenticatedError();
    const { session, sessionSha256 } = found;
    if (!('userId' in session)) return refreshKeySession(session, refreshToken, nowMs);
    if (session.tenantId === null || !(await recordUse(session, sessionSha256, nowMs)))
      throw new UnauthenticatedError();

    const { userId, tenantId, organizationId, email, signingKey, endsAtMs } = session;
    const expiresAtMs = prolongedUntilMs(session, nowMs);
    if (expiresAtMs > session.expiresAtMs) {
      await prolongSession(session, sessionSha256, { tenantId }, expiresAtMs);
    }
    const [sid = ''] = refreshToken.split('.', 1);
    const claims = { userId, sid, tenantId, orgId: organizationId, email };
    return { token: signSessionToken(claims, signingKey, nowMs, endsAtMs), refreshToken, expiresAtMs };
  });
}

/** The active session that a refresh token opens. */
async function sessionOfRefreshToken(refreshToken: string, nowMs: number) {
  const [sid = '', secret = ''] = refreshToken.split('.', 2);
  const sessionSha256 = hashSessionId(sid);
  const session = await findSession(sessionSha256, nowMs);
  if (session === undefined) return undefined;
  const matches = isEqualInConstantTime(hashSecret(secret), session.refreshSha256 ?? '');
  return matches ? { session, sessionSha256 } : undefined;
}

/** The active session that signed a session token, which may have expired. */
async function sessionOfToken(token: string, nowMs: number) {
  const sid = claimedSessionId(token);
  if (sid === undefined) return undefined;
  const sessionSha256 = hashSessionId(sid);
  const session = await findSession(sessionSha256, nowMs);
  return session && isSignedBy(token, session.signingKey) ? { session, sessionSha256 } : undefined;
}

/**
 * Ends the sessions of these tokens, of which most are of one session; they are refused from the next request. Ignores
 * tokens without an active session.
 */
export async function endSessions(
  { tokens, refreshToken }: { tokens: readonly string[]; refreshToken: string | undefined },
  nowMs: number,
): Promise<void> {
  const found = await allOf([
    ...tokens.map((token) => sessionOfToken(token, nowMs)),
    refreshToken === undefined ? undefined : sessionOfRefreshToken(refreshToken, nowMs),
  ]);
  const sessions = new Map(
    found.flatMap((one) => (one === undefined ? [] : [[one.sessionSha256, one.session] as const])),
  );
  for (const [sessionSha256, session] of sessions) {
    const { tenantId } = session;
    if ('userId' in session && tenantId !== null)
      await removeSession({ tenantId }, session.userId, sessionSha256);
    else await removeKeySession(sessionSha256);
  }
}
