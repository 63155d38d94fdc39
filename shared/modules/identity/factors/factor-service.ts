/** Lets users set up, prove and remove their second factors. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { findSession, provedWrite } from '../../../kernel/auth/session-store.ts';
import type { SignInFactor } from '../../../kernel/auth/sign-in.ts';
import type { Principal } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, NotFoundError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import type { RequestState } from '../../../kernel/http/types.ts';
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { FactorLimitError, FactorMissingError, SessionRequiredError } from '../errors.ts';
import { directoryNames } from '../names.ts';
import { accountOf } from '../sessions/own-account.ts';
import { findUser } from '../users/user-store.ts';
import {
  type Factor,
  factorChangeWrites,
  findFactors,
  replaceFactors,
  secretPurpose,
  type UserFactors,
} from './factor-store.ts';
import { factorLimits } from './limits.ts';
import { countUser, proofOf } from './proof.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, stepOfCode, totpAddress } from './totp.ts';

/** The session of a user, and its home for events. */
type Account = NonNullable<ReturnType<typeof accountOf>> & Pick<Principal, 'organizationId'>;

/** Throws SessionRequiredError for API keys, their sessions, and applications. */
export function ownAccount(principal: Principal, session: RequestState['session']): Account {
  const account = accountOf(principal, session);
  if (account === undefined) throw new SessionRequiredError();
  return { ...account, organizationId: principal.organizationId };
}

export async function listFactors(account: Account) {
  const { factors, recoveryCodes } = await findFactors(account, account.userId);
  return {
    factors: factors.map(({ id, kind, name, createdAtMs, lastUsedAtMs }) => ({
      ...{ id, kind, name },
      createdAt: toIso(createdAtMs),
      lastUsedAt: toIso(lastUsedAtMs),
    })),
    recoveryCodesLeft: recoveryCodes.length,
  };
}

/** Starts the set-up of an authenticator app; a later start replaces it. Throws FactorLimitError. */
export function startTotp(account: Account, { name }: { name: string }, nowMs: number) {
  const { userId, tenantId } = account;
  const secret = newTotpSecret();
  return retryWhenStale(async () => {
    const factors = await findFactors(account, userId);
    if (factors.factors.length >= factorLimits.perUser) throw new FactorLimitError();
    const user = await findUser(account, userId);
    if (user === undefined) throw new UnauthenticatedError();
    const { tenant } = await directoryNames({ tenantId });
    const enrolment = {
      ...{ id: randomUUID(), name },
      sealedSecret: await sealSecret(account, secretPurpose, secret),
      expiresAtMs: nowMs + factorLimits.enrolmentSeconds * 1_000,
    };
    await replaceFactors({ ...factors, enrolment });
    const uri = totpAddress(secret, { issuer: tenant ?? 'Platform Modules', label: user.email });
    return { id: enrolment.id, secret, uri, expiresAt: toIso(enrolment.expiresAtMs) };
  });
}

/** The write that notes the proof in the session of the request. Throws UnauthenticatedError if it has ended. */
async function sessionWrite({ sessionSha256 }: Account, factor: SignInFactor, nowMs: number): Promise<Write> {
  const session = await findSession(sessionSha256, nowMs);
  if (session === undefined || !('userId' in session)) throw new UnauthenticatedError();
  return provedWrite(session, sessionSha256, { factor, nowMs });
}

/** The app that the started set-up makes. Throws InvalidInputError for another set-up, and for a wrong code. */
async function enrolled({ enrolment, ...factors }: UserFactors, id: string, code: string, nowMs: number) {
  if (enrolment === undefined || enrolment.id !== id || enrolment.expiresAtMs <= nowMs)
    throw new InvalidInputError({ id: 'is not the id of a set-up of the last ten minutes' });
  const { name, sealedSecret } = enrolment;
  const secret = await openSecret(factors, secretPurpose, sealedSecret);
  const lastStep = stepOfCode(secret, code.replace(/\s/g, ''), nowMs);
  if (lastStep === undefined) throw new InvalidInputError({ code: 'is not the code that the app shows now' });
  const times = { createdAtMs: nowMs, lastUsedAtMs: nowMs };
  const factor: Factor = { id, kind: 'totp', name, ...times, sealedSecret, lastStep };
  return { factor, factors: { ...factors, factors: [...factors.factors, factor] } };
}

/**
 * Completes the set-up by a code of the app, which also counts as a proof in this session. Returns recovery codes with the
 * first factor. Throws InvalidInputError, RateLimitedError.
 */
export async function confirmTotp(
  account: Account,
  { id, code }: { id: string; code: string },
  context: ChangeContext,
) {
  const { organizationId, userId } = account;
  const { nowMs } = context;
  await countUser(account, nowMs);
  return retryWhenStale(async () => {
    const before = await findFactors(account, userId);
    const { factor, factors } = await enrolled(before, id, code, nowMs);
    const codes = before.factors.length === 0 ? newRecoveryCodes() : null;
    const after = codes === null ? factors : { ...factors, recoveryCodes: codes.map(hashRecoveryCode) };
    await replaceFactors(
      after,
      await sessionWrite(account, 'totp', nowMs),
      ...factorChangeWrites(before, { action: 'added', factor, organizationId }, context),
    );
    return { ok: true as const, recoveryCodes: codes };
  });
}

/** Removes a factor; the recovery codes go with the last one. Throws NotFoundError. */
export async function deleteFactor(account: Account, id: string, context: ChangeContext) {
  const { organizationId, userId } = account;
  await retryWhenStale(async () => {
    const before = await findFactors(account, userId);
    const factor = before.factors.find((one) => one.id === id);
    if (factor === undefined) throw new NotFoundError('Factor');
    const factors = before.factors.filter((one) => one !== factor);
    const recoveryCodes = factors.length === 0 ? [] : before.recoveryCodes;
    await replaceFactors(
      { ...before, factors, recoveryCodes },
      ...factorChangeWrites(before, { action: 'removed', factor, organizationId }, context),
    );
  });
  return { ok: true as const };
}

/** Replaces the recovery codes. Throws FactorMissingError. */
export function createRecoveryCodes(account: Account, context: ChangeContext) {
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

/** Notes a proof in the session of the request. Throws FactorMissingError, InvalidInputError, RateLimitedError. */
export async function verifyFactor(account: Account, code: string, context: ChangeContext) {
  const { nowMs } = context;
  await countUser(account, nowMs);
  await retryWhenStale(async () => {
    const before = await findFactors(account, account.userId);
    if (before.factors.length === 0) throw new FactorMissingError();
    const { factor, after } = await proofOf(before, code, nowMs);
    await replaceFactors(
      after,
      await sessionWrite(account, factor, nowMs),
      ...usedWrites(before, factor, account.organizationId, context),
    );
  });
  return { ok: true as const, factorAt: toIso(nowMs) };
}
