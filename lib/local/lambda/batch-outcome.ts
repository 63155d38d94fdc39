/** What becomes of a batch after its function has answered: the decisions of Lambda's event source mappings. */
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { InvocationResult } from './lambda.ts';

/** The identifiers of what failed. */
export type Failed = 'all' | ReadonlySet<string>;

/**
 * Reads the answer of a function that may report which items of its batch failed. What cannot be understood, or names
 * an item that was not in the batch, counts as failure of the whole batch.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedItems(
  identifiers: readonly string[],
  result: InvocationResult,
  reports: boolean,
): Failed {
  if (result.functionError !== undefined) return 'all';
  if (!reports) return new Set();
  let answer: unknown;
  try {
    answer = result.payload === '' ? null : JSON.parse(result.payload);
  } catch {
    return 'all';
  }
  if (answer === null) return new Set();
  if (!isRecord(answer)) return 'all';
  const { batchItemFailures } = answer;
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

/** Records of a stream that are handed over together, and how often that has failed. */
export interface Piece<Item> {
  records: readonly Item[];
  attempts: number;
}

export interface RetryLimits {
  /** -1 is without end. */
  maxRetries: number;
  bisects: boolean;
}

export interface NextStep<Item> {
  /** What comes next, in this order, before anything that follows it in the stream. */
  retry: readonly Piece<Item>[];
  /** What is abandoned. */
  discarded: readonly Item[];
}

/**
 * What follows from a piece's outcome. Everything from the first failed record on is handed over again, because the
 * stream's order counts; a piece that made no progress is cut in halves, so that a poison record ends up alone.
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
  // Progress begins a new count: it was another record that held up the piece until now.
  if (first > 0) return { retry: [{ records: records.slice(first), attempts: 0 }], discarded: [] };
  if (bisects && records.length > 1) {
    const middle = Math.ceil(records.length / 2);
    const halves = [records.slice(0, middle), records.slice(middle)];
    return { retry: halves.map((half) => ({ records: half, attempts })), discarded: [] };
  }
  if (maxRetries >= 0 && attempts >= maxRetries) return { retry: [], discarded: records };
  return { retry: [{ records, attempts: attempts + 1 }], discarded: [] };
}
