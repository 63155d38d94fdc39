/** Signs and verifies the hops of a message (shared/kernel/events/hops.ts) with the tenant's data key. */
import { createHmac, type KeyObject } from 'node:crypto';
import { isEqualInConstantTime } from '../base/constant-time.ts';
import { toJson } from '../base/json.ts';
import type { TenantScope } from '../base/principal.ts';
import { enter, type HopsClaim } from '../events/hops.ts';
import { ensureDataKey, findDataKey } from './data-keys.ts';
import { dataKeyGeneration } from './limits.ts';

function signatureOf(key: KeyObject, { tenantId }: TenantScope, messageId: string, hops: number): string {
  return createHmac('sha256', key)
    .update(toJson(['hops', tenantId, messageId, hops]))
    .digest('base64url');
}

/** The value of `x-platform-hops`. Throws UnavailableError if KMS is unavailable. */
export async function signHops(scope: TenantScope, messageId: string, hops: number): Promise<string> {
  const key = await ensureDataKey(scope, dataKeyGeneration);
  return `${hops}.${signatureOf(key, scope, messageId, hops)}`;
}

/**
 * The hops of what a request causes; undefined if it is no delivery of the tenant. Throws LoopDetectedError on the second
 * return of a message, UnavailableError.
 */
export async function enterVerified(
  scope: TenantScope,
  claim: HopsClaim | undefined,
): Promise<number | undefined> {
  const key = claim && (await findDataKey(scope, dataKeyGeneration));
  if (claim === undefined || key === undefined) return undefined;
  const expected = signatureOf(key, scope, claim.messageId, claim.hops);
  return isEqualInConstantTime(claim.signature, expected) ? enter(claim.hops) : undefined;
}
