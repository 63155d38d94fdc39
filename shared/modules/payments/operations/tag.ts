/**
 * Entity tags of payments. A payment's tag is its revision; an answer that shows more, whose parts change without it, adds
 * a hash of that. `If-Match` takes either.
 */
import { StaleError } from '../../../kernel/errors/errors.ts';
import type { StoredPayment } from '../payment.ts';

/** Throws StaleError for a payment that has another revision than `ifMatch` names. */
export function assertNamed(
  ifMatch: string | undefined,
  { revision }: Pick<StoredPayment, 'revision'>,
): void {
  const tags = ifMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const names = (tag: string) => tag === '*' || tag.replace(/^"(\d+)(?:-.*)?"$/, '$1') === String(revision);
  if (tags !== undefined && !tags.some(names)) throw new StaleError();
}
