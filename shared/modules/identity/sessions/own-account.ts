/** Lets users list and end their sessions, and change their password. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { type Application, findSessionsOf, removeSessions } from '../../../kernel/auth/session-store.ts';
import type { Principal } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import type { RequestState } from '../../../kernel/http/types.ts';
import { SessionRequiredError } from '../errors.ts';
import { hashPassword, passwordProblems, verifyPassword } from '../users/password.ts';
import { changePasswordHash, findUser } from '../users/user-store.ts';
import type { ChangePassword, SessionRow } from './account-contract.ts';
import { shownSignIn } from './shown-sign-in.ts';

/** Stops password guessing with a stolen session. */
const passwordChangeLimit = {
  name: 'password-change',
  limit: 5,
  windowSeconds: 300,
  blockSeconds: 300,
} as const satisfies RatePolicy;

interface Account {
  tenantId: string;
  userId: string;
  /** Hash of the session's id in the request. */
  sessionSha256: string;
}

/** The account of a session; undefined for API keys, their sessions, and applications. */
export function accountOf({ tenantId }: Principal, session: RequestState['session']): Account | undefined {
  if (session === undefined || session.userId === null || tenantId === null) return undefined;
  const { userId, sessionSha256, clientId } = session;
  // An application acts for the user, but has no say in how the user signs in.
  if (clientId !== undefined) return undefined;
  return { tenantId, userId, sessionSha256 };
}

function shownApplication(application: Application | undefined): SessionRow['application'] {
  if (application === undefined) return null;
  const { name, redirectHost, readOnly } = application;
  return { name, redirectHost, readOnly };
}

/** The active sessions of the account, latest log-in first; none for an API key. Two requests. */
export async function listSessions(account: Account | undefined, nowMs: number): Promise<SessionRow[]> {
  if (account === undefined) return [];
  const sessions = await findSessionsOf(account, account.userId, nowMs);
  return sessions.map(({ sessionSha256, createdAtMs, expiresAtMs, ipAddress, userAgent, ...session }) => ({
    id: sessionSha256,
    createdAt: toIso(createdAtMs),
    expiresAt: toIso(expiresAtMs),
    ipAddress: ipAddress ?? null,
    userAgent: userAgent ?? null,
    ...shownSignIn({ ...session, userAgent }),
    isCurrent: sessionSha256 === account.sessionSha256,
    application: shownApplication(session.application),
  }));
}

/**
 * Ends one session of the account. Returns the number of ended sessions: 0 if it has already ended or belongs
 * to another account.
 */
export async function endSession(account: Account | undefined, id: string): Promise<number> {
  return account ? removeSessions(account, account.userId, (sha256) => sha256 === id) : 0;
}

/** Ends every session of the account except the current one. Returns the number of ended sessions. */
export async function endOtherSessions(account: Account | undefined): Promise<number> {
  return account ? removeSessions(account, account.userId, (sha256) => sha256 !== account.sessionSha256) : 0;
}

/**
 * Replaces the password of the account and ends its other sessions. Throws SessionRequiredError for API keys,
 * RateLimitedError, and InvalidInputError if the current password is wrong or the new one is too weak.
 */
export async function changePassword(
  account: Account | undefined,
  { currentPassword, newPassword }: ChangePassword,
  context: ChangeContext,
): Promise<number> {
  if (account === undefined) throw new SessionRequiredError();
  const problems = passwordProblems(newPassword);
  if (problems.length > 0) throw new InvalidInputError({ newPassword: problems.join(', ') });
  await countAgainst(passwordChangeLimit, account.userId, context.nowMs);
  const passwordHash = await hashPassword(newPassword);
  await retryWhenStale(async () => {
    const user = await findUser(account, account.userId);
    if (user === undefined) throw new UnauthenticatedError();
    if (!(await verifyPassword(currentPassword, user.passwordHash))) {
      throw new InvalidInputError({ currentPassword: 'is not your password' });
    }
    await changePasswordHash(user, passwordHash, context);
  });
  // Only now, when the old password can no longer start a session.
  return endOtherSessions(account);
}
