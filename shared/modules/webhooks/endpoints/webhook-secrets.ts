/** Seals and opens the values of a webhook's custom headers, which are credentials of its receiver. */

import { allOf } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { leadsToSameServer, maskedSecret } from '../../../kernel/secrets/masked.ts';
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import { type StoredWebhook, signingSecrets } from './webhook.ts';
import type { UpdateWebhook } from './webhook-contract.ts';

const headerPurpose = 'webhooks.header';

export type Headers = Readonly<Record<string, string>>;

async function mapValues(
  headers: Headers,
  change: (value: string, name: string) => Promise<string | undefined>,
): Promise<Record<string, string>> {
  const changed = await allOf(
    Object.entries(headers).map(async ([name, value]) => [name, await change(value, name)] as const),
  );
  return Object.fromEntries(changed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * Seals headers for storage. The placeholder of a hidden value keeps the stored value of that name; without
 * one, the header is dropped. Throws UnavailableError if KMS is unavailable.
 */
export async function sealHeaders(
  scope: TenantScope,
  given: Headers | null,
  stored: Headers | null = null,
): Promise<Record<string, string> | null> {
  if (given === null) return null;
  const storedByName = new Map(
    Object.entries(stored ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return mapValues(given, async (value, name) =>
    value === maskedSecret ? storedByName.get(name.toLowerCase()) : sealSecret(scope, headerPurpose, value),
  );
}

/** Opens headers for sending. */
async function openHeaders(
  webhook: Pick<StoredWebhook, 'tenantId' | 'customHeaders'>,
): Promise<Headers | null> {
  const { customHeaders } = webhook;
  if (customHeaders === null) return null;
  return mapValues(customHeaders, (value) => openSecret(webhook, headerPurpose, value));
}

/** Throws InvalidInputError if stored values would be sent to a different server than before. */
export function assertHeadersStay(
  before: Pick<StoredWebhook, 'url' | 'customHeaders'>,
  { url = before.url, customHeaders }: UpdateWebhook,
): void {
  if (leadsToSameServer(before.url, url) || Object.keys(before.customHeaders ?? {}).length === 0) return;
  const keepsAny = customHeaders === undefined || Object.values(customHeaders ?? {}).includes(maskedSecret);
  if (!keepsAny) return;
  throw new InvalidInputError({
    customHeaders: 'must be sent again, because scheme, host or port of url change',
  });
}

// Seals and opens a webhook's secrets.

const secretPurpose = 'webhooks.secret';

/** Seals a secret for storage. Throws UnavailableError if KMS is unavailable. */
export function sealSigningSecret(scope: TenantScope, secret: string): Promise<string> {
  return sealSecret(scope, secretPurpose, secret);
}

/** Opens the current secret. Throws UnavailableError if KMS is unavailable. */
export function openSigningSecret(webhook: StoredWebhook): Promise<string> {
  return openSecret(webhook, secretPurpose, webhook.secret);
}

/**
 * Opens the secrets that an attempt needs: the current signing secrets and the custom headers. Throws
 * UnavailableError if KMS is unavailable.
 */
export async function openSecretsOf(
  webhook: StoredWebhook,
  nowMs: number,
): Promise<{ secrets: string[]; customHeaders: Headers | null }> {
  const [secrets, customHeaders] = await allOf([
    allOf(signingSecrets(webhook, nowMs).map((sealed) => openSecret(webhook, secretPurpose, sealed))),
    openHeaders(webhook),
  ]);
  return { secrets, customHeaders };
}
