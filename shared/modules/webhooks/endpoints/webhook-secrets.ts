/** The values of a webhook's own headers at rest and in use: they are credentials of its receiver. */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { leadsToSameServer, maskedSecret } from '../../../kernel/secrets/masked.ts';
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import { isSealed } from '../../../kernel/secrets/sealed-text.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
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
 * Headers as they are stored; the mark of a hidden value keeps what is stored under the name, and stands for nothing
 * where there is nothing. Throws UnavailableError when KMS is out of reach.
 */
export async function sealHeaders(
  scope: TenantScope,
  given: Headers | null,
  stored: Headers | null = null,
): Promise<Record<string, string> | null> {
  if (given === null) return null;
  const kept = new Map(Object.entries(stored ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return mapValues(given, async (value, name) =>
    value === maskedSecret ? kept.get(name.toLowerCase()) : sealSecret(scope, headerPurpose, value),
  );
}

/** Headers ready to be sent. Those that were stored before they were sealed are there as they are. */
async function openHeaders(
  webhook: Pick<StoredWebhook, 'tenantId' | 'customHeaders'>,
): Promise<Headers | null> {
  const { customHeaders } = webhook;
  if (customHeaders === null) return null;
  return mapValues(customHeaders, async (value) =>
    isSealed(value) ? openSecret(webhook, headerPurpose, value) : value,
  );
}

/** Throws InvalidInputError when stored values would be sent to another server than the one they were given for. */
export function assertHeadersStay(
  before: Pick<StoredWebhook, 'url' | 'customHeaders'>,
  { url = before.url, customHeaders }: UpdateWebhook,
): void {
  if (leadsToSameServer(before.url, url) || Object.keys(before.customHeaders ?? {}).length === 0) return;
  const keepsAny = customHeaders === undefined || Object.values(customHeaders ?? {}).includes(maskedSecret);
  if (!keepsAny) return;
  throw new InvalidInputError({
    customHeaders: 'must be given again, because scheme, host or port of url change',
  });
}

// A webhook's secrets at rest and in use.

const secretPurpose = 'webhooks.secret';

/** A secret as it is stored. Throws UnavailableError when KMS is out of reach. */
export function sealSigningSecret(scope: TenantScope, secret: string): Promise<string> {
  return sealSecret(scope, secretPurpose, secret);
}

/** What an attempt needs of a webhook's secrets: those that sign now, and its own headers. Throws UnavailableError when KMS is out of reach. */
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
