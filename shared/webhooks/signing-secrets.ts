/** A webhook's secrets at rest and in use. */
import type { TenantScope } from '../identity/principal.ts';
import { openSecret, sealSecret } from '../secrets/seal.ts';
import { allOf } from '../table/parallel.ts';
import { type StoredWebhook, signingSecrets } from './webhook.ts';

const purpose = 'webhooks.secret';

/** A secret as it is stored. Throws UnavailableError when KMS is out of reach. */
export function sealSigningSecret(scope: TenantScope, secret: string): Promise<string> {
  return sealSecret(scope, purpose, secret);
}

/** The secrets that sign now, ready for use. Throws UnavailableError when KMS is out of reach. */
export async function openSigningSecrets(webhook: StoredWebhook, nowMs: number): Promise<string[]> {
  return allOf(signingSecrets(webhook, nowMs).map((sealed) => openSecret(webhook, purpose, sealed)));
}
