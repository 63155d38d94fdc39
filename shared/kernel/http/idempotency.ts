/** Validates the `Idempotency-Key` and decides which requests are equal. */

import { hash } from 'node:crypto';
import { canonicalJson, toJson } from '../base/json.ts';
import type { AppError } from '../errors/app-error.ts';
import { InvalidInputError } from '../errors/errors.ts';

/** Keys of callers: their length, and how long they are kept. */
export const keyLimits = { maxLength: 255, days: 1 } as const;

/**
 * The `Idempotency-Key` header; undefined when it is missing. Throws the error that `refuse` makes for a key that is
 * too long or not printable.
 */
export function givenKey(
  header: string | undefined,
  maxLength: number,
  refuse: (fields: Record<string, string>) => AppError = (fields) => new InvalidInputError(fields),
): string | undefined {
  const text = header?.trim();
  if (text === undefined) return undefined;
  const isFit = text.length > 0 && text.length <= maxLength && /^[\x20-\x7e]+$/.test(text);
  if (isFit) return text;
  throw refuse({ 'Idempotency-Key': `must have 1 to ${maxLength} printable characters` });
}

/**
 * The hash of a parsed request. The order of keys does not count, and null counts as absent. The
 * caller fills in defaults.
 */
export function requestHashOf(request: object): string {
  return hash('sha256', canonicalJson(request, { omitsNulls: true }), 'hex');
}

/** The name under which a caller of an organization uses this key; part of a table key. */
export function givenIdHash(organizationId: string, given: readonly string[]): string {
  return hash('sha256', toJson([organizationId, ...given]), 'hex');
}
