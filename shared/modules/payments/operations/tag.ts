/**
 * Entity tags of payments. A payment's tag is its revision. A response with parts that change without the
 * revision adds their hash. `If-Match` accepts either.
 */
import { StaleError } from '../../../kernel/errors/errors.ts';
import type { StoredPayment } from '../payment.ts';

/** Throws StaleError if `ifMatch` names another revision of the payment. */
export function assertNamed(
  ifMatch: string | undefined,
  { revision }: Pick<StoredPayment, 'revision'>,
): void {
  const tags = ifMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const names = (tag: string) => tag === '*' || tag.replace(/^"(\d+)(?:-.*)?"$/, '$1') === String(revision);
  if (tags !== undefined && !tags.some(names)) throw new StaleError();
}
