/**
 * What a sealed secret looks like and how it is made: AES-256-GCM with a random nonce. Pure, given the key.
 *
 * `s1.<generation of the data key>.<base64url of nonce, ciphertext and tag>`. Tenant, purpose and generation are
 * authenticated with it, so text that was copied from somewhere else does not open.
 */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const version = 's1';
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const shape = /^s1\.([1-9]\d{0,8})\.([\w-]{38,})$/;

/**
 * A sealed value does not open: it was altered, cut short, or sealed for another tenant or purpose. It will never
 * open. The message does not reveal the content.
 */
export class SealedValueError extends Error {
  override name = 'SealedValueError';

  constructor(options?: ErrorOptions) {
    super('The sealed value does not open for this tenant and purpose.', options);
  }
}

/** What a secret belongs to. */
export interface SealContext {
  tenantId: string;
  /** What the secret is for, `webhooks.secret`: it opens for nothing else. */
  purpose: string;
  generation: number;
}

/** JSON, because joined texts of two pairs could be the same. */
const authenticated = ({ tenantId, purpose, generation }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([version, tenantId, purpose, generation]));

/** Seals a text. Never the same twice. */
export function sealText(key: KeyObject, context: SealContext, plain: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(authenticated(context));
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${context.generation}.${sealed.toString('base64url')}`;
}

/** Whether a text looks like a sealed one. */
export const isSealed = (text: string): boolean => shape.test(text);

/** The generation of the data key that a text was sealed with. Throws SealedValueError when it is no sealed text. */
export function generationOf(sealed: string): number {
  const [, generation] = shape.exec(sealed) ?? [];
  if (generation === undefined) throw new SealedValueError();
  return Number(generation);
}

/** The text that was sealed. Throws SealedValueError. */
export function openText(key: KeyObject, context: SealContext, sealed: string): string {
  const body = shape.exec(sealed)?.[2] ?? '';
  const bytes = Buffer.from(body, 'base64url');
  // The last character may hold bits that decode to nothing: one sealed text for one content.
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
