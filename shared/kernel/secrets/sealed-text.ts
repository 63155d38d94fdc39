/**
 * The format of an encrypted secret: AES-256-GCM with a random nonce. Pure, given the key.
 *
 * `s1.<generation of the data key>.<base64url of nonce, ciphertext and tag>`. Tenant, purpose and generation are
 * authenticated with it, so that a text copied from elsewhere cannot be decrypted.
 */

import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { toJson } from '../base/json.ts';

const version = 's1';
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const shape = /^s1\.([1-9]\d{0,8})\.([\w-]{38,})$/;

/**
 * An encrypted value cannot be decrypted: it was changed, truncated, or encrypted for another tenant or purpose.
 * Permanent. The message does not contain the content.
 */
export class SealedValueError extends Error {
  override name = 'SealedValueError';

  constructor(options?: ErrorOptions) {
    super('The sealed value does not open for this tenant and purpose.', options);
  }
}

/** The owner of a secret. */
export interface SealContext {
  tenantId: string;
  /** The purpose, such as `webhooks.secret`: the secret can be decrypted for no other. */
  purpose: string;
  generation: number;
}

/** JSON, because joined texts of two pairs could be equal. */
const authenticated = ({ tenantId, purpose, generation }: SealContext): Buffer =>
  Buffer.from(toJson([version, tenantId, purpose, generation]));

/** Encrypts a text. The result is always different. */
export function sealText(key: KeyObject, context: SealContext, plain: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(authenticated(context));
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${context.generation}.${sealed.toString('base64url')}`;
}

/** Whether a text looks like an encrypted one. */
export const isSealed = (text: string): boolean => shape.test(text);

/** The generation of the data key of an encrypted text. Throws SealedValueError for any other text. */
export function generationOf(sealed: string): number {
  const [, generation] = shape.exec(sealed) ?? [];
  if (generation === undefined) throw new SealedValueError();
  return Number(generation);
}

/** The plain text. Throws SealedValueError. */
export function openText(key: KeyObject, context: SealContext, sealed: string): string {
  const body = shape.exec(sealed)?.[2] ?? '';
  const bytes = Buffer.from(body, 'base64url');
  // The last character may contain unused bits: only one encoding of a content is accepted.
  if (bytes.toString('base64url') !== body) throw new SealedValueError();

  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
      // Otherwise a shortened tag would be accepted, which is easier to forge.
      authTagLength: tagBytes,
    });
    decipher.setAAD(authenticated(context)).setAuthTag(bytes.subarray(-tagBytes));
    const plain = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch (error) {
    throw new SealedValueError({ cause: error });
  }
}
