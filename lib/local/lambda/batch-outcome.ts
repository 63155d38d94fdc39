/** Decides the fate of a batch after its function returned, as Lambda's event source mappings do. */
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { InvocationResult } from './lambda.ts';

/** Identifiers of the failed items. */
export type Failed = 'all' | ReadonlySet<string>;

/**
 * Reads the result of a function that may report failed items of its batch. An unreadable result, or one that names an
 * unknown item, fails the whole batch. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedItems(
  identifiers: readonly string[],
  result: InvocationResult,
  reports: boolean,
): Failed {
  if (result.functionError !== undefined) return 'all';
  if (!reports) return new Set();
  let response: unknown;
  try {
    response = result.payload === '' ? null : JSON.parse(result.payload);
  } catch {
    return 'all';
  }
  if (response === null) return new Set();
  if (!isRecord(response)) return 'all';
  const { batchItemFailures } = response;
  if (batchItemFailures === undefined || batchItemFailures === null) return new Set();
  if (!Array.isArray(batchItemFailures)) return 'all';
  const known = new Set(identifiers);
  const failed = new Set<string>();
  for (const item of batchItemFailures) {
    const identifier: unknown = isRecord(item) ? item.itemIdentifier : undefined;
    if (typeof identifier !== 'string' || !known.has(identifier)) return 'all';
    failed.add(identifier);
  }
  return failed;
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
