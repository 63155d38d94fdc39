/** Decides the fate of a batch after its function returned, as Lambda's event source mappings do. */
import * as z from 'zod/mini';
import type { InvocationResult } from './lambda.ts';
import type { Mapping } from './mapping.ts';

const batchItemFailures = z.array(z.object({ itemIdentifier: z.string() }));
const batchResponse = z.nullable(z.object({ batchItemFailures: z.nullish(batchItemFailures) }));

/**
 * Returns the identifiers of the failed items of a batch, whose function may report them. An unreadable result, or one
 * that names an unknown item, fails the whole batch. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedItems(
  identifiers: readonly string[],
  { functionError, payload }: InvocationResult,
  reports: boolean,
): ReadonlySet<string> {
  if (functionError !== undefined) return new Set(identifiers);
  if (!reports || payload === '') return new Set();
  try {
    const failures = batchResponse.parse(JSON.parse(payload))?.batchItemFailures ?? [];
    const failed = failures.map(({ itemIdentifier }) => itemIdentifier);
    return new Set(failed.every((identifier) => identifiers.includes(identifier)) ? failed : identifiers);
  } catch {
    return new Set(identifiers);
  }
}

/** Records of a stream that are passed on together, and the number of failed attempts. */
export interface Piece<Item> {
  records: readonly Item[];
  attempts: number;
}

type RetryLimits = Pick<Mapping['properties'], 'MaximumRetryAttempts' | 'BisectBatchOnFunctionError'>;

/**
 * Returns what follows from a piece's outcome: the pieces to try next, in this order and before later records of the
 * stream, and the records to discard. All records from the first failed one on are passed again, because the order of
 * the stream matters. A piece without progress is split in halves, so that a poison record ends up alone.
 */
export function nextStep<Item>(
  { records, attempts }: Piece<Item>,
  hasFailed: (item: Item) => boolean,
  { MaximumRetryAttempts: maxRetries, BisectBatchOnFunctionError: bisects }: RetryLimits,
): { retry: Piece<Item>[]; discarded: readonly Item[] } {
  const first = records.findIndex(hasFailed);
  if (first < 0) return { retry: [], discarded: [] };
  // Progress resets the count: another record caused the earlier failures.
  if (first > 0) return { retry: [{ records: records.slice(first), attempts: 0 }], discarded: [] };
  if (bisects && records.length > 1) {
    const middle = Math.ceil(records.length / 2);
    const halves = [records.slice(0, middle), records.slice(middle)];
    return { retry: halves.map((half) => ({ records: half, attempts })), discarded: [] };
  }
  // -1 is unlimited.
  if (maxRetries >= 0 && attempts >= maxRetries) return { retry: [], discarded: records };
  return { retry: [{ records, attempts: attempts + 1 }], discarded: [] };
}
