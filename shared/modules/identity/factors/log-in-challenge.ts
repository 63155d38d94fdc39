/** The second step of a log-in with a password. */
import { hash } from 'node:crypto';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import type { SignInFactor } from '../../../kernel/auth/sign-in.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import { ChallengeInvalidError, FactorRequiredError } from '../errors.ts';
import type { LogIn } from '../sessions/contract.ts';
import { rememberAddress } from '../sessions/known-address.ts';
import { loggedInReply } from '../sessions/session-replies.ts';
import { originOf, startSession } from '../sessions/session-service.ts';
import { findUser, linkBoundValues, mayLogIn } from '../users/user-store.ts';
import type { Visitor } from '../visitor.ts';
import { usedWrites } from './factor-service.ts';
import {
  findChallenge,
  findFactors,
  insertChallenge,
  type LogInChallenge,
  replaceFactors,
  takenChallengeWrite,
} from './factor-store.ts';
import { factorLimits } from './limits.ts';
import { newChallenge, requestOptions } from './passkeys.ts';
import { countAddress, countUser, type GivenProof, proofOf } from './proof.ts';

const bindingOf = (user: UserRow): string => hash('sha256', toJson(linkBoundValues(user)), 'hex');

/**
 * Throws FactorRequiredError with a new challenge if the user has a second factor; passkeys sign the same challenge. One
 * request, or two.
 */
export async function requireFactor(
  user: UserRow,
  { remember, origin, nowMs }: { remember: boolean; origin: string; nowMs: number },
): Promise<void> {
  const { tenantId, id: userId } = user;
  const { factors, recoveryCodes } = await findFactors(user, userId);
  if (factors.length === 0) return;
  const challenge = newChallenge();
  const expiresAtMs = nowMs + factorLimits.challengeSeconds * 1_000;
  await insertChallenge(challenge, { tenantId, userId, boundTo: bindingOf(user), remember, expiresAtMs });
  const kinds = [...new Set(factors.map(({ kind }) => kind))];
  const passkey = requestOptions(challenge, origin, factors);
  throw new FactorRequiredError({
    challenge,
    factors: recoveryCodes.length === 0 ? kinds : [...kinds, 'recovery_code'],
    expiresAt: toIso(expiresAtMs),
    ...(passkey && { passkey }),
  });
}

/** The user of a challenge, as long as what it was made for is unchanged. Throws ChallengeInvalidError. */
async function userOf(challenge: LogInChallenge): Promise<UserRow> {
  const user = await findUser(challenge, challenge.userId);
  if (user === undefined || !mayLogIn(user) || bindingOf(user) !== challenge.boundTo)
    throw new ChallengeInvalidError();
  return user;
}

/** Uses challenge and proof up in one transaction, and returns the kind of proof. */
async function proveOnce(
  name: string,
  challenge: LogInChallenge,
  given: GivenProof & { origin: string },
  nowMs: number,
): Promise<SignInFactor> {
  const user = await userOf(challenge);
  const before = await findFactors(user, user.id);
  const { factor, after } = await proofOf(before, given, { challenge: name, origin: given.origin }, nowMs);
  const context = {
    principal: { subject: `user:${user.id}` },
    signIn: { method: 'password', factors: ['password', factor] },
    nowMs,
  } as const;
  await replaceFactors(
    after,
    takenChallengeWrite(name, nowMs),
    ...usedWrites(before, factor, user.organizationId, context),
  );
  return factor;
}

/**
 * Starts the session of a log-in whose password was right. Throws ChallengeInvalidError, InvalidInputError for a wrong
 * proof, RateLimitedError.
 */
export async function finishLogIn(
  { client, context: { nowMs } }: Visitor,
  { challenge: name, code, passkey, redirect }: GivenProof & { challenge: string } & Pick<LogIn, 'redirect'>,
) {
  await countAddress(client, nowMs);
  const challenge = await findChallenge(name, nowMs);
  await countUser(challenge, nowMs);
  const given = { code, passkey, origin: client.origin };
  const factor = await retryWhenStale(() => proveOnce(name, challenge, given, nowMs));
  const { remember } = challenge;
  const signIn = { method: 'password', factors: ['password', factor], factorAtMs: nowMs } as const;
  const started = await retryWhenStale(async () => {
    const user = await userOf(challenge);
    const tokens = await startSession(user, { remember, nowMs, origin: originOf(client), signIn });
    return { user, tokens };
  }).catch((error: unknown) => {
    // The tenant or the organization was closed.
    throw error instanceof UnauthenticatedError ? new ChallengeInvalidError() : error;
  });
  await rememberAddress(client, started.user, nowMs);
  return loggedInReply(started.tokens, { remember, redirect }, client, nowMs);
}
