/** Sessions begin, go on and end here. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { rightsOfUser, roleIdsOfUser } from '../../../kernel/auth/rights.ts';
import {
  findSession,
  insertSession,
  prolongSession,
  removeSession,
  removeSurplusSessions,
  type Session,
} from '../../../kernel/auth/session-store.ts';
import {
  hashSessionId,
  newSessionId,
  newSigningKey,
  sessionLimits,
  signSessionToken,
} from '../../../kernel/auth/session-token.ts';
import { UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { repeatWhenStale } from '../../../kernel/http/on-current.ts';
import { findRoles, unchangedRoles } from '../roles/role-store.ts';

export interface SessionTokens {
  /** Authenticates requests for `sessionLimits.tokenSeconds`. */
  token: string;
  /** Gets new tokens while the session lives. */
  refreshToken: string;
  /** When the session ends unless it is refreshed. */
  expiresAtMs: number;
}

/** Where a log-in came from. */
export type SessionOrigin = Pick<Session, 'ipAddress' | 'userAgent'>;

function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/**
 * Begins a session with the rights the user has now. Throws StaleError when the user or its roles change
 * meanwhile, UnauthenticatedError when the user's tenant or organization is closed.
 */
export async function startSession(
  user: UserRow,
  { remember, nowMs, origin = {} }: { remember: boolean; nowMs: number; origin?: SessionOrigin },
): Promise<SessionTokens> {
  const roles = await findRoles(user, roleIdsOfUser(user));
  const rights = rightsOfUser(user, roles);
  const { id: userId, email, tenantId } = user;
  const [sid, secret, signingKey] = [newSessionId(), randomBytes(32).toString('base64url'), newSigningKey()];
  const seconds = remember ? sessionLimits.rememberedSeconds : sessionLimits.tokenSeconds;
  const expiresAtMs = nowMs + seconds * 1000;
  const refreshSha256 = hashSecret(secret);
  await insertSession(
    { ...rights, ...origin, userId, email, signingKey, refreshSha256, expiresAtMs, createdAtMs: nowMs },
    hashSessionId(sid),
    user,
    unchangedRoles(user, [...roles.values()]),
  );
  await removeSurplusSessions({ tenantId }, userId, sessionLimits.maxPerUser);
  const claims = { userId, sid, tenantId, orgId: rights.organizationId, email };
  // The refresh token leads to its session by the id; only the secret behind the dot is proof.
  return {
    token: signSessionToken(claims, signingKey, nowMs),
    refreshToken: `${sid}.${secret}`,
    expiresAtMs,
  };
}

/**
 * A new session token for a refresh token, and a session that lives as long as it, but never longer than
 * `sessionLimits.maxSeconds` after the log-in. The refresh token stays the same, so two tabs that refresh at once both
 * succeed. Throws UnauthenticatedError.
 */
export function refreshSession(refreshToken: string, nowMs: number): Promise<SessionTokens> {
  return repeatWhenStale(async () => {
    const [sid = '', secret = ''] = refreshToken.split('.', 2);
    const sessionSha256 = hashSessionId(sid);
    const session = await findSession(sessionSha256, nowMs);
    const expected = Buffer.from(session?.refreshSha256 ?? '');
    const given = Buffer.from(hashSecret(secret));
    const matches = given.length === expected.length && timingSafeEqual(given, expected);
    if (session === undefined || session.tenantId === null || !matches) throw new UnauthenticatedError();

    const { userId, tenantId, organizationId, email, signingKey } = session;
    const prolongedMs = Math.max(session.expiresAtMs, nowMs + sessionLimits.tokenSeconds * 1000);
    const endsAtMs = session.createdAtMs + sessionLimits.maxSeconds * 1000;
    const expiresAtMs = Math.max(session.expiresAtMs, Math.min(prolongedMs, endsAtMs));
    if (expiresAtMs > session.expiresAtMs) {
      await prolongSession(session, sessionSha256, { tenantId }, expiresAtMs);
    }
    const claims = { userId, sid, tenantId, orgId: organizationId, email };
    return { token: signSessionToken(claims, signingKey, nowMs), refreshToken, expiresAtMs };
  });
}

/** Ends a session; its token is refused from the next request on. */
export async function endSession(
  { tenantId }: TenantScope,
  { userId, sessionSha256 }: { userId: string; sessionSha256: string },
): Promise<void> {
  await removeSession({ tenantId }, userId, sessionSha256);
}
