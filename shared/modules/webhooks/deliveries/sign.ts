/**
 * Signatures of webhooks as Standard Webhooks defines them, made and verified.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { isEqualInConstantTime } from '../../../kernel/secrets/constant-time.ts';
import { webhookLimits } from '../limits.ts';

const secretPrefix = 'whsec_';
const version = 'v1,';

/** A new signing secret. */
export function newSecret(): string {
  return `${secretPrefix}${randomBytes(webhookLimits.secretBytes).toString('base64')}`;
}

/** So many keys are kept, the oldest go first. Making one takes several times as long as signing with it. */
const keptKeys = 1_000;
const keys = new Map<string, KeyObject>();

/** Throws a RangeError when the secret holds no bytes: anyone could sign with it. */
function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const base64 = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0) throw new RangeError('A signing secret must not be empty.');
  const key = createSecretKey(bytes);
  const [oldest] = keys.keys();
  if (keys.size >= keptKeys && oldest !== undefined) keys.delete(oldest);
  keys.set(secret, key);
  return key;
}

function signatureOf(secret: string, signed: string, body: string | Uint8Array): string {
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

/**
 * Was the message signed with this secret, at a time near `nowSeconds`? Header names are in lower case; the body
 * is exactly what came in. Throws a RangeError on an empty secret.
 */
export function verifySignature(
  secret: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string | Uint8Array,
  nowSeconds: number,
): boolean {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
    'webhook-signature': given = '',
  } = headers;
  if (id === '' || !/^\d{1,15}$/.test(timestamp)) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > webhookLimits.signatureToleranceSeconds) return false;
  const expected = signatureOf(secret, `${id}.${timestamp}.`, body);
  return given.split(' ').some((signature) => isEqualInConstantTime(signature, expected));
}
