/**
 * Pointers: items that lead to the rows of a transaction, and which readers ignore while the row does not exist. They
 * are written before the transaction, each for one write unit instead of two.
 */

import { AppError } from '../errors/app-error.ts';
import { UnavailableError } from '../errors/errors.ts';
import { describeError, log } from '../observability/log.ts';
import { ConditionFailedError } from './errors.ts';
import type { Key } from './keys.ts';
import { allOf } from './parallel.ts';
import type { Item } from './read.ts';
import { commit, isContention } from './write.ts';

const putAll = (pointers: readonly (Key & Item)[]) => allOf(pointers.map((put) => commit([{ put }])));

/** Whether it is certain that nothing was stored: of a request whose response is missing it is not. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ConditionFailedError ||
  (error instanceof UnavailableError ? isContention(error.cause) : error instanceof AppError);

/** Pointers to refused rows expire at once, so that functions need no permission to delete. */
async function expire(pointers: readonly (Key & Item)[]): Promise<void> {
  const ttl = Math.floor(Date.now() / 1_000);
  await putAll(pointers.map((pointer) => ({ ...pointer, ttl }))).catch((error: unknown) =>
    // Pointers without a row only cost storage.
    log('warn', 'pointers without a row are left', { error: describeError(error) }),
  );
}

/**
 * Stores new rows with `store`, and before that the pointers to them, so that a row never lacks its pointers. The ids
 * of the rows must be new: pointers of refused rows expire. A process that dies in between leaves pointers without
 * rows. Throws errors of `store`.
 */
export async function storeBehindPointers<Result>(
  pointers: readonly (Key & Item)[],
  store: () => Promise<Result>,
): Promise<Result> {
  await putAll(pointers);
  try {
    return await store();
  } catch (error) {
    if (isRefusal(error)) await expire(pointers);
    throw error;
  }
}
