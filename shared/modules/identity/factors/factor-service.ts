/** Lets users list, rename, prove and remove their second factors. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import {
  changedSessionWrite,
  findSession,
  provedWrite,
  type StoredSession,
} from '../../../kernel/auth/session-store.ts';
import type { SignInFactor } from '../../../kernel/auth/sign-in.ts';
import type { Principal } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { NotFoundError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import { FactorMissingError, LastFactorError, SessionRequiredError } from '../errors.ts';
import { type AccountCaller, accountOf } from '../sessions/own-account.ts';
import { findUser } from '../users/user-store.ts';
import {
  factorChangeWrites,
  findFactors,
  replaceFactors,
  type UserFactors,
  withFactor,
} from './factor-store.ts';
import { factorLimits } from './limits.ts';
import { newChallenge, requestOptions } from './passkeys.ts';
import { findPolicy, needsFactor } from './policy.ts';
import { countUser, type GivenProof, proofOf } from './proof.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

/** The session of a user, and its home for events. */
export type Account = NonNullable<ReturnType<typeof accountOf>> & Pick<Principal, 'organizationId'>;

/** A user who reads their factors. */
interface Owner extends AccountCaller {
  principal: Pick<Principal, 'tenantId' | 'organizationId'>;
}

/** A user who changes them. */
export interface ChangingOwner extends Owner {
  context: ChangeContext;
}

/** With the address of the platform, for which its passkeys are. */
export interface PasskeyOwner extends ChangingOwner {
  client: Pick<Client, 'origin'>;
}

/** Throws SessionRequiredError for API keys, their sessions, and applications. */
export function ownAccount(caller: Owner): Account {
  const account = accountOf(caller);
  if (account === undefined) throw new SessionRequiredError();
  return { ...account, organizationId: caller.principal.organizationId };
}

/** Throws SessionRequiredError. */
export async function listFactors(caller: Owner) {
  const account = ownAccount(caller);
  const { factors, recoveryCodes } = await findFactors(account, account.userId);
  return {
    factors: factors.map((factor) => ({
      ...{ id: factor.id, kind: factor.kind, name: factor.name },
      createdAt: toIso(factor.createdAtMs),
      lastUsedAt: toIso(factor.lastUsedAtMs),
      ...(factor.kind === 'passkey' && { aaguid: factor.aaguid, isBackedUp: factor.isBackedUp }),
    })),
    recoveryCodesLeft: recoveryCodes.length,
  };
}

/** The user's session of the request. Throws UnauthenticatedError if it has ended. */
export async function ownSession({ sessionSha256 }: Account, nowMs: number): Promise<StoredSession> {
  const session = await findSession(sessionSha256, nowMs);
  if (session === undefined || !('userId' in session)) throw new UnauthenticatedError();
  return session;
}

/** Changes the name of a factor. Throws SessionRequiredError, NotFoundError. */
export async function renameFactor(
  { context, ...caller }: ChangingOwner,
  { id, name }: { id: string; name: string },
) {
  const account = ownAccount(caller);
  const { organizationId, userId } = account;
  await retryWhenStale(async () => {
    const before = await findFactors(account, userId);
    const factor = before.factors.find((one) => one.id === id);
    if (factor === undefined) throw new NotFoundError('Factor');
    if (factor.name === name) return;
    const renamed = { ...factor, name };
    await replaceFactors(
      withFactor(before, renamed),
      ...factorChangeWrites(
        before,
        { action: 'updated', factor: renamed, nameBefore: factor.name, organizationId },
        context,
      ),
    );
  });
  return { ok: true as const };
}

/** Whether the policy of the tenant requires a second factor of the user. Two requests. */
async function mustKeepFactor(account: Account): Promise<boolean> {
  const user = await findUser(account, account.userId);
  if (user === undefined) throw new UnauthenticatedError();
  return needsFactor(await findPolicy(account), user);
}

/**
 * Removes a factor; the recovery codes go with the last one. Throws SessionRequiredError, NotFoundError,
 * LastFactorError.
 */
export async function deleteFactor({ context, ...caller }: ChangingOwner, { id }: { id: string }) {
  const account = ownAccount(caller);
  const { organizationId, userId } = account;
  await retryWhenStale(async () => {
    const before = await findFactors(account, userId);
    const factor = before.factors.find((one) => one.id === id);
    if (factor === undefined) throw new NotFoundError('Factor');
    const factors = before.factors.filter((one) => one !== factor);
    if (factors.length === 0 && (await mustKeepFactor(account))) throw new LastFactorError();
    const recoveryCodes = factors.length === 0 ? [] : before.recoveryCodes;
    await replaceFactors(
      { ...before, factors, recoveryCodes },
      ...factorChangeWrites(before, { action: 'removed', factor, organizationId }, context),
    );
  });
  return { ok: true as const };
}

/** Replaces the recovery codes. Throws SessionRequiredError, FactorMissingError. */
export async function createRecoveryCodes({ context, ...caller }: ChangingOwner) {
  const account = ownAccount(caller);
  const { organizationId, userId } = account;
  const recoveryCodes = newRecoveryCodes();
  return retryWhenStale(async () => {
    const before = await findFactors(account, userId);
    if (before.factors.length === 0) throw new FactorMissingError();
    await replaceFactors(
      { ...before, recoveryCodes: recoveryCodes.map(hashRecoveryCode) },
      ...factorChangeWrites(before, { action: 'recovery_codes_created', organizationId }, context),
    );
    return { ok: true as const, recoveryCodes };
  });
}

/** The events of a used recovery code, which its owner should know of; none for other factors. */
export const usedWrites = (
  before: UserFactors,
  factor: SignInFactor,
  organizationId: string | null,
  context: ChangeContext,
): Write[] =>
  factor === 'recovery_code'
    ? factorChangeWrites(before, { action: 'recovery_code_used', organizationId }, context)
    : [];

/**
 * Asks for a passkey in the session of the request; a later start replaces it. Throws SessionRequiredError,
 * FactorMissingError without one.
 */
export async function startVerification({ client: { origin }, context, ...caller }: PasskeyOwner) {
  const account = ownAccount(caller);
  const { nowMs } = context;
  const challenge = newChallenge();
  const expiresAtMs = nowMs + factorLimits.challengeSeconds * 1_000;
  return retryWhenStale(async () => {
    const { factors } = await findFactors(account, account.userId);
    const options = requestOptions(challenge, origin, factors);
    if (options === undefined) throw new FactorMissingError();
    const session = await ownSession(account, nowMs);
    const asked = { challenge: { text: challenge, expiresAtMs } };
    await transact([changedSessionWrite(session, account.sessionSha256, asked)]);
    return { options, expiresAt: toIso(expiresAtMs) };
  });
}

/**
 * Notes a proof in the session of the request, and uses its challenge up. Throws SessionRequiredError, FactorMissingError,
 * InvalidInputError, RateLimitedError.
 */
export async function verifyFactor(
  { client: { origin }, context, ...caller }: PasskeyOwner,
  { code, passkey }: GivenProof,
) {
  const account = ownAccount(caller);
  const { nowMs } = context;
  await countUser(account, nowMs);
  await retryWhenStale(async () => {
    const before = await findFactors(account, account.userId);
    if (before.factors.length === 0) throw new FactorMissingError();
    const session = await ownSession(account, nowMs);
    const { text, expiresAtMs = 0 } = session.challenge ?? {};
    const challenge = expiresAtMs > nowMs ? text : undefined;
    const { factor, after } = await proofOf(before, { code, passkey }, { challenge, origin }, nowMs);
    await replaceFactors(
      after,
      provedWrite(session, account.sessionSha256, { factor, nowMs }),
      ...usedWrites(before, factor, account.organizationId, context),
    );
  });
  return { ok: true as const, factorAt: toIso(nowMs) };
}
