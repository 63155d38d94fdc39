/** Decides the fate of a batch after its function returned, as Lambda's event source mappings do. */
import * as z from 'zod/mini';
import type { InvocationResult } from './lambda.ts';

/** Identifiers of the failed items. */
export type Failed = 'all' | ReadonlySet<string>;

const batchItemFailures = z.array(z.object({ itemIdentifier: z.string() }));
const batchResponse = z.nullable(z.object({ batchItemFailures: z.nullish(batchItemFailures) }));

/**
 * Reads the result of a function that may report failed items of its batch. An unreadable result, or one that names an
 * unknown item, fails the whole batch. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedItems(
  identifiers: readonly string[],
  { functionError, payload }: InvocationResult,
  reports: boolean,
): Failed {
  if (functionError !== undefined) return 'all';
  if (!reports || payload === '') return new Set();
  try {
    const failures = batchResponse.parse(JSON.parse(payload))?.batchItemFailures ?? [];
    const failed = failures.map(({ itemIdentifier }) => itemIdentifier);
    return failed.every((identifier) => identifiers.includes(identifier)) ? new Set(failed) : 'all';
  } catch {
    return 'all';
  }
}

/** Records of a stream that are passed on together, and the number of failed attempts. */
export interface Piece<Item> {
  records: readonly Item[];
  attempts: number;
}

export interface RetryLimits {
  /** -1 is unlimited. */
  maxRetries: number;
  bisects: boolean;
}

export interface NextStep<Item> {
  /** Pieces to try next, in this order, before later records of the stream. */
  retry: readonly Piece<Item>[];
  /** Records that are discarded. */
  discarded: readonly Item[];
}

/**
 * Returns what follows from a piece's outcome. All records from the first failed one on are passed again, because the
 * order of the stream matters. A piece without progress is split in halves, so that a poison record ends up alone.
 */
export function nextStep<Item>(
  piece: Piece<Item>,
  failed: Failed,
  identifierOf: (item: Item) => string,
  { maxRetries, bisects }: RetryLimits,
): NextStep<Item> {
  const { records, attempts } = piece;
  const first = failed === 'all' ? 0 : records.findIndex((record) => failed.has(identifierOf(record)));
  if (first < 0) return { retry: [], discarded: [] };
  // Progress resets the count: another record caused the earlier failures.
  if (first > 0) return { retry: [{ records: records.slice(first), attempts: 0 }], discarded: [] };
  if (bisects && records.length > 1) {
    const middle = Math.ceil(records.length / 2);
    const halves = [records.slice(0, middle), records.slice(middle)];
    return { retry: halves.map((half) => ({ records: half, attempts })), discarded: [] };
  }
  if (maxRetries >= 0 && attempts >= maxRetries) return { retry: [], discarded: records };
  return { retry: [{ records, attempts: attempts + 1 }], discarded: [] };
}
