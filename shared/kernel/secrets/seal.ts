/**
 * Secrets at rest: secrets of tenants (API keys of other services, webhook secrets) are stored encrypted. One data key
 * per tenant, encrypted by KMS, encrypts all of its secrets, so that KMS is called once per tenant and function every
 * few minutes. Endpoints and workers that use this declare it in their contract (`permissions.secrets`).
 */
import type { TenantScope } from '../base/principal.ts';
import { ensureDataKey, findDataKey } from './data-keys.ts';
import { dataKeyGeneration } from './limits.ts';
import { generationOf, openText, SealedValueError, sealText } from './sealed-text.ts';

/**
 * Encrypts a text for a tenant and a purpose (`webhooks.secret`). The result is printable text, about a third longer
 * than the UTF-8 bytes, which `openSecret` decrypts for the same tenant and purpose. Throws UnavailableError when KMS
 * throttles or is unreachable.
 */
export async function sealSecret({ tenantId }: TenantScope, purpose: string, plain: string): Promise<string> {
  const generation = dataKeyGeneration;
  const key = await ensureDataKey({ tenantId }, generation);
  return sealText(key, { tenantId, purpose, generation }, plain);
}

/**
 * Decrypts a text for the tenant and the purpose. Throws SealedValueError for any other text, and UnavailableError
 * when KMS throttles or is unreachable.
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
