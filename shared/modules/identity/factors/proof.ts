/** Checks what a user sends as a proof of a second factor. */
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { countAgainst } from '../../../kernel/auth/rate-limit.ts';
import type { SignInFactor } from '../../../kernel/auth/sign-in.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { openSecret } from '../../../kernel/secrets/seal.ts';
import { secretPurpose, type UserFactors, withFactor } from './factor-store.ts';
import { proofLimits } from './limits.ts';
import { usedPasskey } from './passkeys.ts';
import type { Assertion } from './proof-fields.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { isTotpCode, stepOfCode } from './totp.ts';

/** What a user sends: a code, or the answer of a passkey. */
export interface GivenProof {
  code?: string | undefined;
  passkey?: Assertion | undefined;
}

/** What a passkey must have signed. */
export interface Signed {
  /** Undefined if none was asked for. */
  challenge: string | undefined;
  /** Under which the client has reached the platform. */
  origin: string;
}

export interface Proof {
  factor: SignInFactor;
  /** The factors once the proof is used up; store them in the transaction of what the proof is for. */
  after: UserFactors;
}

/** Count an attempt for the client's address, and for the user over all addresses, challenges and sessions. Throw RateLimitedError. */
export const countAddress = ({ ip }: Pick<Client, 'ip'>, nowMs: number) =>
  countAgainst(proofLimits.address, addressKey(ip), nowMs);
export const countUser = ({ tenantId, userId }: { tenantId: string; userId: string }, nowMs: number) =>
  countAgainst(proofLimits.user, `${tenantId} ${userId}`, nowMs);

async function provedByTotp(factors: UserFactors, code: string, nowMs: number): Promise<Proof | undefined> {
  for (const factor of factors.factors) {
    if (factor.kind !== 'totp') continue;
    const secret = await openSecret(factors, secretPurpose, factor.sealedSecret);
    const lastStep = stepOfCode(secret, code, nowMs, factor.lastStep);
    if (lastStep === undefined) continue;
    return { factor: 'totp', after: withFactor(factors, { ...factor, lastStep, lastUsedAtMs: nowMs }) };
  }
  return undefined;
}

function provedByRecovery(factors: UserFactors, code: string): Proof | undefined {
  const sha256 = hashRecoveryCode(code);
  if (factors.factors.length === 0 || !factors.recoveryCodes.includes(sha256)) return undefined;
  const recoveryCodes = factors.recoveryCodes.filter((one) => one !== sha256);
  return { factor: 'recovery_code', after: { ...factors, recoveryCodes } };
}

/**
 * The proof that a code of an authenticator app, a recovery code or a passkey gives. Throws InvalidInputError for any other
 * text or passkey, and for one that was used before.
 */
export async function proofOf(
  factors: UserFactors,
  { code: text = '', passkey }: GivenProof,
  signed: Signed,
  nowMs: number,
): Promise<Proof> {
  if (passkey !== undefined) {
    const used = await usedPasskey(factors.factors, passkey, signed, nowMs);
    return { factor: 'passkey', after: withFactor(factors, used) };
  }
  const code = text.replace(/\s/g, '');
  const proof = isTotpCode(code) ? await provedByTotp(factors, code, nowMs) : provedByRecovery(factors, code);
  if (proof === undefined) throw new InvalidInputError({ code: 'is wrong, has expired or was used before' });
  return proof;
}
