/** Sets up second factors in two steps: a start, and a first proof. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { provedWrite } from '../../../kernel/auth/session-store.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import { FactorLimitError } from '../errors.ts';
import { directoryNames } from '../names.ts';
import { findUser } from '../users/user-store.ts';
import {
  type Account,
  type ChangingOwner,
  ownAccount,
  ownSession,
  type PasskeyOwner,
} from './factor-service.ts';
import {
  type Enrolment,
  type Factor,
  factorChangeWrites,
  findFactors,
  replaceFactors,
  secretPurpose,
  type UserFactors,
} from './factor-store.ts';
import { factorLimits } from './limits.ts';
import type { Registration } from './passkey-contract.ts';
import { creationOptions, newChallenge, newPasskey } from './passkeys.ts';
import { countUser } from './proof.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, stepOfCode, totpAddress } from './totp.ts';

/** What the kinds of factors store of a set-up, and show of it. */
interface Details<Shown> {
  stored: { sealedSecret: string } | { challenge: string };
  shown: Shown;
}

/** Starts a set-up; a later start replaces it. Throws FactorLimitError. */
function start<Shown>(
  account: Account,
  { name, nowMs }: { name: string; nowMs: number },
  detailsFor: (user: UserRow, tenant: string, factors: readonly Factor[]) => Promise<Details<Shown>>,
) {
  const { userId, tenantId } = account;
  return retryWhenStale(async () => {
    const factors = await findFactors(account, userId);
    if (factors.factors.length >= factorLimits.perUser) throw new FactorLimitError();
    const user = await findUser(account, userId);
    if (user === undefined) throw new UnauthenticatedError();
    const { tenant } = await directoryNames({ tenantId });
    const { stored, shown } = await detailsFor(user, tenant ?? 'Platform Modules', factors.factors);
    const id = randomUUID();
    const expiresAtMs = nowMs + factorLimits.enrolmentSeconds * 1_000;
    await replaceFactors({ ...factors, enrolment: { ...stored, id, name, expiresAtMs } });
    return { id, ...shown, expiresAt: toIso(expiresAtMs) };
  });
}

/** Starts the set-up of an authenticator app. Throws SessionRequiredError, FactorLimitError. */
export async function startTotp(
  { context: { nowMs }, ...caller }: ChangingOwner,
  { name }: { name: string },
) {
  const account = ownAccount(caller);
  const secret = newTotpSecret();
  return start(account, { name, nowMs }, async ({ email }, tenant) => ({
    stored: { sealedSecret: await sealSecret(account, secretPurpose, secret) },
    shown: { secret, uri: totpAddress(secret, { issuer: tenant, label: email }) },
  }));
}

/** Starts the set-up of a passkey for the platform at this origin. Throws SessionRequiredError, FactorLimitError. */
export async function startPasskey(
  { client: { origin }, context: { nowMs }, ...caller }: PasskeyOwner,
  { name }: { name: string },
) {
  const account = ownAccount(caller);
  const challenge = newChallenge();
  return start(account, { name, nowMs }, async (user, tenant, factors) => ({
    stored: { challenge },
    shown: { options: creationOptions(challenge, origin, { tenant, user, factors }) },
  }));
}

const unknownSetUp = () => new InvalidInputError({ id: 'is not the id of a set-up of the last ten minutes' });

/**
 * Completes a set-up by the first proof, which also counts as one in this session. Returns recovery codes with the first
 * factor. Throws InvalidInputError, RateLimitedError.
 */
async function confirm(
  account: Account,
  id: string,
  factorOf: (enrolment: Enrolment, before: UserFactors) => Promise<Factor>,
  context: ChangeContext,
) {
  const { organizationId, userId, sessionSha256 } = account;
  const { nowMs } = context;
  await countUser(account, nowMs);
  return retryWhenStale(async () => {
    const { enrolment, ...before } = await findFactors(account, userId);
    if (enrolment === undefined || enrolment.id !== id || enrolment.expiresAtMs <= nowMs)
      throw unknownSetUp();
    const factor = await factorOf(enrolment, before);
    const codes = before.factors.length === 0 ? newRecoveryCodes() : null;
    const recoveryCodes = codes?.map(hashRecoveryCode) ?? before.recoveryCodes;
    const session = await ownSession(account, nowMs);
    await replaceFactors(
      { ...before, factors: [...before.factors, factor], recoveryCodes },
      provedWrite(session, sessionSha256, { factor: factor.kind, nowMs }),
      ...factorChangeWrites(before, { action: 'added', factor, organizationId }, context),
    );
    return { ok: true as const, recoveryCodes: codes };
  });
}

/** Completes the set-up of an app by its first code. Throws SessionRequiredError and what `confirm` throws. */
export async function confirmTotp(
  { context, ...caller }: ChangingOwner,
  { id, code }: { id: string; code: string },
) {
  const account = ownAccount(caller);
  const { nowMs } = context;
  const factorOf = async (enrolment: Enrolment, before: UserFactors): Promise<Factor> => {
    if (!('sealedSecret' in enrolment)) throw unknownSetUp();
    const { name, sealedSecret } = enrolment;
    const secret = await openSecret(before, secretPurpose, sealedSecret);
    const lastStep = stepOfCode(secret, code.replace(/\s/g, ''), nowMs);
    if (lastStep === undefined)
      throw new InvalidInputError({ code: 'is not the code that the app shows now' });
    const times = { createdAtMs: nowMs, lastUsedAtMs: nowMs };
    return { id, kind: 'totp', name, ...times, sealedSecret, lastStep };
  };
  return confirm(account, id, factorOf, context);
}

/** Completes the set-up of a passkey by the answer of the browser. Throws SessionRequiredError and what `confirm` throws. */
export async function confirmPasskey(
  { client: { origin }, context, ...caller }: PasskeyOwner,
  { id, passkey }: { id: string; passkey: Registration },
) {
  const account = ownAccount(caller);
  const factorOf = async (enrolment: Enrolment, { factors }: UserFactors): Promise<Factor> => {
    if (!('challenge' in enrolment)) throw unknownSetUp();
    return newPasskey(enrolment, passkey, factors, { origin, nowMs: context.nowMs });
  };
  return confirm(account, id, factorOf, context);
}
