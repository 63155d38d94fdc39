/** Lets users list and end their sessions, and change their password. */

import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { type Application, findSessionsOf, removeSessions } from '../../../kernel/auth/session-store.ts';
import type { Principal } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import type { Caller, RequestCaller } from '../../../kernel/http/operation.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
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

/** Who acts on the account of a session. */
export interface AccountCaller {
  principal: Pick<Principal, 'tenantId'>;
  session: Pick<NonNullable<RequestCaller['session']>, 'userId' | 'sessionSha256' | 'clientId'> | undefined;
}

/** The account of a session; undefined for API keys, their sessions, and applications. */
export function accountOf({ principal: { tenantId }, session }: AccountCaller): Account | undefined {
  if (session === undefined || session.userId === null || tenantId === null) return undefined;
  const { userId, sessionSha256, clientId } = session;
  // An application acts for the user, but has no say in how the user signs in.
  if (clientId !== undefined) return undefined;
  return { tenantId, userId, sessionSha256 };
}

/**
 * Throws SessionRequiredError for an application that changes how its own user signs in, also with the right to change users:
 * it would keep the account after its authorization has ended.
 */
export function assertNoApplicationOf(
  userId: string,
  session: Pick<NonNullable<RequestCaller['session']>, 'userId' | 'clientId'> | undefined,
): void {
  if (session?.clientId !== undefined && session.userId === userId) throw new SessionRequiredError();
}

function shownApplication(application: Application | undefined): SessionRow['application'] {
  if (application === undefined) return null;
  const { name, redirectHost, readOnly } = application;
  return { name, redirectHost, readOnly };
}

/** The active sessions of the account, latest log-in first; none for an API key. Two requests. */
export async function listSessions({ context, ...caller }: AccountCaller & Pick<Caller, 'context'>) {
  const account = accountOf(caller);
  if (account === undefined) return { sessions: [] };
  const found = await findSessionsOf(account, account.userId, context.nowMs);
  const toRow = ({ sessionSha256, createdAtMs, expiresAtMs, ...session }: (typeof found)[number]) => ({
    id: sessionSha256,
    createdAt: toIso(createdAtMs),
    expiresAt: toIso(expiresAtMs),
    ipAddress: session.ipAddress ?? null,
    userAgent: session.userAgent ?? null,
    ...shownSignIn(session),
    isCurrent: sessionSha256 === account.sessionSha256,
    application: shownApplication(session.application),
  });
  return { sessions: found.map(toRow) };
}

/** Ends the sessions of the account whose id meets the condition. */
async function ended(account: Account | undefined, isMeant: (sha256: string) => boolean) {
  const count = account ? await removeSessions(account, account.userId, isMeant) : 0;
  return { ok: true as const, ended: count };
}

/** Ends one session of the account; none if it has already ended or belongs to another account. */
export const deleteSession = (caller: AccountCaller, { id }: { id: string }) =>
  ended(accountOf(caller), (sha256) => sha256 === id);

/** Ends every session of the account except the current one. */
export function endOtherSessions(caller: AccountCaller) {
  const account = accountOf(caller);
  return ended(account, (sha256) => sha256 !== account?.sessionSha256);
}

/**
 * Replaces the password of the account and ends its other sessions. Throws SessionRequiredError for API keys,
 * RateLimitedError, and InvalidInputError if the current password is wrong or the new one is too weak.
 */
export async function changePassword(
  { context, ...caller }: AccountCaller & Pick<Caller, 'context'>,
  { currentPassword, newPassword }: ChangePassword,
) {
  const account = accountOf(caller);
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
  return endOtherSessions(caller);
}
