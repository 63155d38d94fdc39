/**
 * Secrets at rest: what a tenant entrusts to the platform (API keys of others, webhook secrets) is stored sealed. One
 * data key per tenant, encrypted by KMS, seals all of its secrets, so that KMS is asked once per tenant and function
 * every few minutes. Endpoints and workers that use this say so in their contract (`permissions.secrets`).
 */
import type { TenantScope } from '../auth/principal.ts';
import { ensureDataKey, findDataKey } from './data-keys.ts';
import { dataKeyGeneration } from './limits.ts';
import { generationOf, openText, SealedValueError, sealText } from './sealed-text.ts';

/**
 * Seals a text for a tenant and a purpose (`webhooks.secret`). The result is printable text, about a third longer
 * than the UTF-8 bytes of the plain text, that opens with `openSecret` for the same tenant and purpose.
 * Throws UnavailableError when KMS throttles or is out of reach.
 */
export async function sealSecret({ tenantId }: TenantScope, purpose: string, plain: string): Promise<string> {
  const generation = dataKeyGeneration;
  const key = await ensureDataKey({ tenantId }, generation);
  return sealText(key, { tenantId, purpose, generation }, plain);
}

/**
 * The text that was sealed for the tenant and the purpose. Throws SealedValueError for anything else, and
 * UnavailableError when KMS throttles or is out of reach.
 */
export async function openSecret(
  { tenantId }: TenantScope,
  purpose: string,
  sealed: string,
): Promise<string> {
  const generation = generationOf(sealed);
  const key = await findDataKey({ tenantId }, generation);
  if (key === undefined) throw new SealedValueError();
  return openText(key, { tenantId, purpose, generation }, sealed);
}
