/** Logs in with an e-mail address and a password. */
import { addressKey } from '../../../kernel/auth/address-key.ts';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import {
  countAgainst,
  isRemembered,
  type RatePolicy,
  remember,
  resetLimit,
} from '../../../kernel/auth/rate-limit.ts';
import { RateLimitedError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { truncate } from '../../../kernel/text/text.ts';
import { LoginFailedError } from '../errors.ts';
import { hashPassword, needsRehash, verifyPassword } from '../users/password.ts';
import { findByEmail, findUser, replacePasswordHash } from '../users/user-store.ts';
import { type SessionOrigin, startSession } from './session-service.ts';
import type { SessionTokens } from './session-tokens.ts';

/**
 * Attempts per client address, per account from one address, and per account from all addresses. The last
 * limit stops guessing from many addresses. It does not apply to addresses from which the account has
 * recently logged in, so that others cannot lock its owner out.
 */
export const loginLimits = {
  address: { name: 'login-address', limit: 20, windowSeconds: 60, blockSeconds: 60 },
  person: { name: 'login-person', limit: 5, windowSeconds: 60, blockSeconds: 60 },
  account: { name: 'login-account', limit: 30, windowSeconds: 900 },
} as const satisfies Record<string, RatePolicy>;

/** Characters of a `User-Agent` header that a session shows. */
const maxUserAgent = 256;

const knownAddress = { name: 'login-known-address', seconds: 30 * 86_400 } as const;

export interface Credentials {
  email: string;
  password: string;
  /** Needed only if several tenants have a user with the address. */
  tenantId: string | undefined;
  remember: boolean;
}

/** A key without a user: reading it takes as long as reading a user. */
const noUser = { tenantId: 'none', userId: 'none' };

/**
 * The only user that the address can identify. Makes the same number of requests if there is none, so that
 * neither response nor duration reveals who exists.
 */
async function findCandidate({ email, tenantId }: Credentials): Promise<UserRow | undefined> {
  const known = await findByEmail(email);
  const meant = known.filter((entry) => tenantId === undefined || entry.tenantId === tenantId);
  const { userId, ...scope } = meant[0] ?? noUser;
  const user = await findUser(scope, userId);
  return meant.length === 1 ? user : undefined;
}

function mayLogIn({ isActive, pending }: UserRow): boolean {
  return isActive && pending?.isActive !== false;
}

/**
 * Starts a session. Throws LoginFailedError for all wrong credentials after the same work: one password hash,
 * of a dummy password if there is no such user.
 */
async function authenticate(
  credentials: Credentials,
  origin: SessionOrigin,
  nowMs: number,
): Promise<SessionTokens> {
  const { password, remember } = credentials;
  const user = await findCandidate(credentials);
  const matches = await verifyPassword(password, user?.passwordHash ?? null);
  if (!matches || !user?.passwordHash || !mayLogIn(user)) throw new LoginFailedError();
  const current = needsRehash(user.passwordHash)
    ? await replacePasswordHash(user, await hashPassword(password))
    : user;
  return startSession(current, { remember, nowMs, origin });
}

/** Counts an attempt for the account, from any address. Throws RateLimitedError. */
async function countForAccount(account: string, person: string, nowMs: number): Promise<void> {
  try {
    await countAgainst(loginLimits.account, account, nowMs);
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    if (!(await isRemembered(knownAddress.name, person, nowMs))) throw error;
  }
}

/**
 * Logs a user in from the client's address. Throws RateLimitedError, LoginFailedError, and UnavailableError
 * if the user keeps changing.
 */
export async function logIn(
  credentials: Credentials,
  { ip, userAgent }: Pick<Client, 'ip'> & Partial<Pick<Client, 'userAgent'>>,
  nowMs: number,
): Promise<SessionTokens> {
  const account = credentials.email.trim().toLowerCase();
  const address = addressKey(ip);
  const person = `${address} ${account}`;
  await countAgainst(loginLimits.address, address, nowMs);
  await countAgainst(loginLimits.person, person, nowMs);
  await countForAccount(account, person, nowMs);
  const origin = { ipAddress: ip, userAgent: userAgent && truncate(userAgent, maxUserAgent) };
  // After a concurrent change everything is read again, including the password's hash.
  const tokens = await retryWhenStale(() => authenticate(credentials, origin, nowMs)).catch(
    (error: unknown) => {
      // The user's tenant or organization is closed; other callers must not learn that.
      throw error instanceof UnauthenticatedError ? new LoginFailedError() : error;
    },
  );
  await resetLimit(loginLimits.person, person);
  await remember(knownAddress.name, person, knownAddress.seconds, nowMs);
  return tokens;
}
