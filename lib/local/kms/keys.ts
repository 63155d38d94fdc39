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

/** The order of members in an encryption context is irrelevant. */
function authenticated(context: EncryptionContext): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** Returns the keys in the file, in base64 by their ids. */
function keysIn(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  chmodSync(file, ownerOnly);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Reads the material of these keys from `file`, and generates missing keys. Throws when the file cannot be read. */
export function openKeyMaterial(file: string, keyIds: readonly string[]) {
  const keys = keysIn(file);
  const missing = keyIds.filter((id) => keys[id] === undefined);
  if (missing.length > 0) {
    for (const id of missing) keys[id] = randomBytes(32).toString('base64');
    mkdirSync(dirname(file), { recursive: true });
    const unfinished = `${file}.tmp`;
    writeFileSync(unfinished, JSON.stringify(keys), { mode: ownerOnly });
    renameSync(unfinished, file);
  }

  /** The id of the blob's key; undefined for other data. */
  function keyIdOf(blob: Buffer): string | undefined {
    if (blob.length < headerBytes + tagBytes || blob[0] !== format) return undefined;
    const id = blob.toString('hex', 1, 1 + keyIdBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    return id in keys ? id : undefined;
  }

  function open(blob: Buffer, context: EncryptionContext): Buffer | undefined {
    const key = keys[keyIdOf(blob) ?? ''];
    if (key === undefined) return undefined;
    const nonce = blob.subarray(headerBytes - nonceBytes, headerBytes);
    const decipher = createDecipheriv(algorithm, Buffer.from(key, 'base64'), nonce, {
      authTagLength: tagBytes,
    });
    decipher.setAAD(authenticated(context)).setAuthTag(blob.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(blob.subarray(headerBytes, -tagBytes)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  return {
    keyIdOf,
    encrypt(keyId: string, plain: Uint8Array, context: EncryptionContext): Buffer {
      const key = keys[keyId];
      if (key === undefined) throw new Error(`The key ${keyId} does not exist.`);
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, Buffer.from(key, 'base64'), nonce);
      cipher.setAAD(authenticated(context));
      return Buffer.concat([
        Buffer.from([format]),
        Buffer.from(keyId.replaceAll('-', ''), 'hex'),
        nonce,
        cipher.update(plain),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },
    /** Undefined when the blob was changed, or encrypted under another context. */
    decrypt(blob: Buffer, context: EncryptionContext): Buffer | undefined {
      const opened = open(blob, context);
      if (opened !== undefined) return opened;
      // The file may have been restored from a backup, together with its keys.
      Object.assign(keys, keysIn(file));
      return open(blob, context);
    },
  };
}
