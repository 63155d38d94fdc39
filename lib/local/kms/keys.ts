/**
 * The material of the template's KMS keys: generated once, stored in the data folder readable by its owner only, never
 * returned. A ciphertext blob contains its key's id and is authenticated together with its encryption context.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const algorithm = 'aes-256-gcm';
const format = 1;
const keyIdBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes + nonceBytes;
const ownerOnly = 0o600;

export type EncryptionContext = Readonly<Record<string, string>>;

export interface KeyMaterial {
  encrypt(keyId: string, plain: Uint8Array, context: EncryptionContext): Buffer;
  /** The id of the blob's key; undefined for other data. */
  keyIdOf(blob: Buffer): string | undefined;
  /** Undefined when the blob was changed, or encrypted under another context. */
  decrypt(blob: Buffer, context: EncryptionContext): Buffer | undefined;
}

/** The order of members in an encryption context is irrelevant. */
function authenticated(context: EncryptionContext): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function readKeys(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  chmodSync(file, ownerOnly);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

function writeKeys(file: string, keys: Record<string, string>): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.tmp`;
  writeFileSync(unfinished, JSON.stringify(keys), { mode: ownerOnly });
  renameSync(unfinished, file);
}

/** Reads the material of these keys from `file`, and generates missing keys. Throws when the file cannot be read. */
export function openKeyMaterial(file: string, keyIds: readonly string[]): KeyMaterial {
  const kept = readKeys(file);
  const missing = keyIds.filter((id) => kept[id] === undefined);
  for (const id of missing) kept[id] = randomBytes(32).toString('base64');
  if (missing.length > 0) writeKeys(file, kept);
  const keys = new Map<string, Buffer>();
  const take = (texts: Record<string, string>) => {
    for (const [id, text] of Object.entries(texts)) keys.set(id, Buffer.from(text, 'base64'));
  };
  take(kept);

  function keyIdOf(blob: Buffer): string | undefined {
    if (blob.length < headerBytes + tagBytes || blob[0] !== format) return undefined;
    const id = blob
      .subarray(1, 1 + keyIdBytes)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    return keys.has(id) ? id : undefined;
  }

  function open(blob: Buffer, context: EncryptionContext): Buffer | undefined {
    const key = keys.get(keyIdOf(blob) ?? '');
    if (key === undefined) return undefined;
    const nonce = blob.subarray(headerBytes - nonceBytes, headerBytes);
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(authenticated(context)).setAuthTag(blob.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(blob.subarray(headerBytes, -tagBytes)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  return {
    keyIdOf,
    encrypt(keyId, plain, context) {
      const key = keys.get(keyId);
      if (key === undefined) throw new Error(`The key ${keyId} does not exist.`);
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(authenticated(context));
      return Buffer.concat([
        Buffer.from([format]),
        Buffer.from(keyId.replaceAll('-', ''), 'hex'),
        nonce,
        cipher.update(plain),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },
    decrypt(blob, context) {
      const opened = open(blob, context);
      if (opened !== undefined) return opened;
      // The file may have been restored from a backup, together with its keys.
      take(readKeys(file));
      return open(blob, context);
    },
  };
}
