/**
 * Signatures of webhooks as Standard Webhooks defines them. The reference library signs in JavaScript, which takes several
 * times as long as `node:crypto` (`npm run bench -- sign-verify`); it verifies what comes in.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { webhookLimits } from '../limits.ts';

const secretPrefix = 'whsec_';
const version = 'v1,';

/** A new signing secret. */
export function newSecret(): string {
  return `${secretPrefix}${randomBytes(webhookLimits.secretBytes).toString('base64')}`;
}

/** Making a key takes several times as long as signing with it. */
const keys = new LRUCache<string, KeyObject>({ max: 1_000 });

/** Throws a RangeError when the secret holds no bytes: anyone could sign with it. */
function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const base64 = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0) throw new RangeError('A signing secret must not be empty.');
  const key = createSecretKey(bytes);
  keys.set(secret, key);
  return key;
}

function signatureOf(secret: string, signed: string, body: string): string {
  return `${version}${createHmac('sha256', keyOf(secret)).update(signed).update(body).digest('base64')}`;
}

/**
 * The value of `webhook-signature`: one signature per secret, so that a receiver that knows either of two finds
 * its own. Throws a RangeError on an empty secret.
 */
export function signatures(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string,
): string {
  return secrets.map((secret) => signatureOf(secret, `${id}.${timestampSeconds}.`, body)).join(' ');
}
