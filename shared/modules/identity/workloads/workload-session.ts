/** Starts sessions of API keys for workloads, which prove who they are with a token of their own issuer. */
import { decodeJwt } from 'jose';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import type { Workload } from '../../../kernel/auth/identity-types.ts';
import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { UnauthenticatedError, UnavailableError } from '../../../kernel/errors/errors.ts';
import { authenticateSecret, keyRateLimits } from '../../../kernel/http/authentication/caller.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { findApiKey } from '../api-keys/api-key-store.ts';
import { IssuerUnavailableError, verifyToken } from '../providers/issuer.ts';
import { startKeySession } from '../sessions/key-session.ts';
import type { Visitor } from '../visitor.ts';
import type { ExchangeWorkloadToken } from './contract.ts';
import { workloadLimits } from './limits.ts';
import { matchesSubject, workloadsOf } from './workload.ts';

/** Attempts per address: CI jobs share addresses. */
const exchangeLimit = {
  name: 'workload-address',
  limit: 60,
  windowSeconds: 60,
} as const satisfies RatePolicy;

/** The issuer in a token that has not been verified; undefined if it is no token. */
function claimedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/** The subject of a token that one of the workloads accepts. Throws IssuerUnavailableError, and for other tokens. */
async function subjectOf(token: string, workloads: readonly Workload[], nowMs: number): Promise<string> {
  const issuer = claimedIssuer(token);
  const candidates = workloadsOf(issuer, workloads);
  if (issuer === undefined || candidates.length === 0) throw new Error('The key trusts another issuer.');
  const { claims } = await verifyToken(token, issuer, {
    audience: candidates.map(({ audience }) => audience),
    maxTokenAge: workloadLimits.tokenAgeSeconds,
    requiredClaims: ['sub', 'iat', 'exp'],
    currentDate: new Date(nowMs),
  });
  const { sub = '', aud } = claims;
  const audiences = [aud].flat();
  const isAccepted = candidates.some(
    ({ audience, subject }) => audiences.includes(audience) && matchesSubject(subject, sub),
  );
  if (!isAccepted) throw new Error('The key trusts other subjects.');
  return sub;
}

/**
 * Starts a session of a key for the workload that sends the token. It counts as a request of the key. Throws
 * UnauthenticatedError for every other token, UnavailableError if the issuer does not respond, AddressForbiddenError,
 * RateLimitedError.
 */
export async function exchangeWorkloadToken(
  { client: { ip }, context: { nowMs } }: Visitor<Pick<Client, 'ip'>>,
  { tenantId, keyId, token }: ExchangeWorkloadToken,
) {
  await countAgainst(exchangeLimit, addressKey(ip), nowMs);
  const key = await findApiKey(tenantId, keyId);
  const subject = await subjectOf(token, key?.workloads ?? [], nowMs).catch((error: unknown) => {
    // Callers learn no reason; administrators of the stage find it here.
    log('warn', 'The token of a workload was refused.', { tenantId, keyId, error: describeError(error) });
    if (key !== undefined && error instanceof IssuerUnavailableError) throw new UnavailableError(error);
    throw new UnauthenticatedError();
  });
  if (key === undefined) throw new UnauthenticatedError();
  const { secretSha256 } = key;
  const caller = await authenticateSecret(secretSha256, ip, keyRateLimits(), nowMs, {}, 'requests');
  const endMs = nowMs + workloadLimits.sessionSeconds * 1_000;
  const session = await startKeySession(caller, { secretSha256, endMs, workload: subject }, nowMs);
  return { ok: true as const, token: session.token, expiresAt: toIso(session.expiresAtMs) };
}
