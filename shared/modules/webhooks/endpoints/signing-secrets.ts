/** A webhook's secrets at rest and in use. */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
import { type Headers, openHeaders } from './header-secrets.ts';
import { type StoredWebhook, signingSecrets } from './webhook.ts';

const purpose = 'webhooks.secret';

/** A secret as it is stored. Throws UnavailableError when KMS is out of reach. */
export function sealSigningSecret(scope: TenantScope, secret: string): Promise<string> {
  return sealSecret(scope, purpose, secret);
}

/** What an attempt needs of a webhook's secrets: those that sign now, and its own headers. Throws UnavailableError when KMS is out of reach. */
export async function openSecretsOf(
  webhook: StoredWebhook,
  nowMs: number,
): Promise<{ secrets: string[]; customHeaders: Headers | null }> {
  const [secrets, customHeaders] = await allOf([
    allOf(signingSecrets(webhook, nowMs).map((sealed) => openSecret(webhook, purpose, sealed))),
    openHeaders(webhook),
  ]);
  return { secrets, customHeaders };
}
