import { hash, randomBytes } from 'node:crypto';

/** `pmk_` + 8 hex digits (the visible prefix) + `.` + 48 hex digits (the secret part). */
const apiKeyPattern = /^pmk_[0-9a-f]{8}\.[0-9a-f]{48}$/;
const visiblePrefixLength = 'pmk_'.length + 8;

export interface NewApiKey {
  /** Returned once, never stored. */
  secret: string;
  /** The visible prefix, which identifies the key in lists. */
  prefix: string;
}

export function generateApiKey(): NewApiKey {
  const prefix = `pmk_${randomBytes(4).toString('hex')}`;
  return { prefix, secret: `${prefix}.${randomBytes(24).toString('hex')}` };
}

export function isApiKey(text: string): boolean {
  return apiKeyPattern.test(text);
}

export function visiblePrefix(secret: string): string {
  return secret.slice(0, visiblePrefixLength);
}

/**
 * The only stored form of a key. A plain SHA-256 is enough because the secret has 192 random bits and cannot be
 * guessed; a slow hash would cost time on every request.
 */
export function hashApiKey(secret: string): string {
  return hash('sha256', secret, 'hex');
}
