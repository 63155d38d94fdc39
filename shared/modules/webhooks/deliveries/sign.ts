/**
 * Signs webhooks as Standard Webhooks defines it. The reference library signs in JavaScript, which takes
 * several times as long as `node:crypto` (`npm run bench -- sign-verify`), and reads bodies as text.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { webhookLimits } from '../limits.ts';

const secretPrefix = 'whsec_';
const version = 'v1,';

/** Generates a signing secret. */
export function newSecret(): string {
  return `${secretPrefix}${randomBytes(webhookLimits.secretBytes).toString('base64')}`;
}

/** Creating a key takes several times as long as signing, so keys are cached. */
const keys = new LRUCache<string, KeyObject>({ max: 1_000 });

/** Throws a RangeError if the secret is empty, because anyone could sign with it. */
function keyOf(secret: string): KeyObject {
  const cached = keys.get(secret);
  if (cached !== undefined) return cached;
  const base64 = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0) throw new RangeError('A signing secret must not be empty.');
  const key = createSecretKey(bytes);
  keys.set(secret, key);
  return key;
}

function signatureOf(secret: string, signed: string, body: string | Buffer): string {
  return `${version}${createHmac('sha256', keyOf(secret)).update(signed).update(body).digest('base64')}`;
}

/**
 * The value of `webhook-signature`: one signature per secret, so that a receiver with either secret can
 * verify it. Throws a RangeError on an empty secret.
 */
export function signatures(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string | Buffer,
): string {
  return secrets.map((secret) => signatureOf(secret, `${id}.${timestampSeconds}.`, body)).join(' ');
}
