/**
 * Finds cursors that go round, by Brent's method: the cursor after each power of two of batches is compared with those of all
 * later batches. A run of any length stores one cursor, and a cycle is found within three times its length.
 */
import type { StoredRun } from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';

type Marked = Pick<StoredRun, 'direction' | 'batchesCompleted' | 'markedCursor'>;

/** Why a run must not continue at the cursor; undefined if it may. */
export function endlessProblem(
  { direction, batchesCompleted, markedCursor }: Marked,
  cursor: string | null,
): string | undefined {
  if (direction === 'import' && cursor !== null && cursor === markedCursor)
    return 'The source returned a cursor that it had returned before, so the import would never end.';
  return batchesCompleted + 1 >= syncLimits.batches
    ? `A run has at most ${syncLimits.batches} batches.`
    : undefined;
}

/** The marked cursor after the batch that ended with this cursor. */
export function nextMark(
  { batchesCompleted, markedCursor }: Marked,
  cursor: string | null,
): string | null | undefined {
  return Number.isInteger(Math.log2(batchesCompleted + 1)) ? cursor : markedCursor;
}
