/** The end of a batch: run, progress, cursor and counters move together. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import type { LogEntry } from '../../integrations/log-store.ts';
import { syncCursorKey, syncRunKey } from '../keys.ts';
import type { Counts, Lease, StoredRun } from '../runs/run.ts';
import {
  both,
  endWrites,
  isHeld,
  leaveWrites,
  moved,
  revisionIs,
  rowWrite,
  runLogWrites,
} from '../runs/run-items.ts';
import { progressLate, progressMoved } from '../runs/run-progress.ts';

/** What a batch brought. */
export interface BatchEnd {
  counts: Counts;
  cursor: string | null;
  totalCount: number | null;
  /** What the next run of the kind starts with; absent leaves it as it is. */
  storedCursor?: string | null;
  status: 'running' | 'completed' | 'failed';
  lastError: string | null;
  entries: readonly LogEntry[];
}

function cursorWrite(run: StoredRun, cursor: string | null): Write {
  const { id: runId, createdAtMs } = run;
  return {
    put: toItem(syncCursorKey(run, run), 'sync_cursor', { cursor, runId, createdAtMs }),
    // A cancelled run that finishes its last batch must not set back one that was started after it.
    when: {
      expression: 'attribute_not_exists(pk) OR createdAtMs <= :mine',
      values: { ':mine': createdAtMs },
    },
    otherwise: (item) => new CursorTakenError(item, undefined),
  };
}

/** A later run has its own cursor. */
class CursorTakenError extends ConditionFailedError {
  override name = 'CursorTakenError';
}

/**
 * One transaction moves run, progress, cursor and counters. Returns the run after it. Throws RunMovedError when
 * another worker holds the batch, or has changed the status: then `finishLate` is for cancelled runs.
 */
export async function checkpoint(
  before: StoredRun,
  held: Lease,
  end: BatchEnd,
  context: ChangeContext,
): Promise<StoredRun> {
  const { lease, tries, lostWorkers, ...rest } = before;
  const { nowMs } = context;
  const isLast = end.status !== 'running';
  const after: StoredRun = {
    ...rest,
    ...end.counts,
    cursor: end.cursor,
    totalCount: end.totalCount,
    batchesCompleted: before.batchesCompleted + 1,
    lastError: end.lastError,
    status: end.status,
    updatedAtMs: nowMs,
    ...(isLast && { finishedAtMs: nowMs, revision: before.revision + 1 }),
  };
  await transact([
    rowWrite(before, after, both(revisionIs(before), isHeld(before, held))),
    ...(end.storedCursor === undefined ? [] : [cursorWrite(after, end.storedCursor)]),
    ...(end.status === 'running'
      ? progressMoved(after, nowMs)
      : [...leaveWrites(after), ...endWrites(after, end.status, context)]),
    ...runLogWrites(after, end.entries, nowMs),
  ]);
  return after;
}

/**
 * The same for a batch whose run was cancelled while it was written: nothing that was written is left uncounted, and
 * the end stays as it is. `isWhole` unless a worker was stopped during the batch. Throws RunMovedError.
 */
export async function finishLate(
  before: StoredRun,
  held: Lease,
  end: Omit<BatchEnd, 'status' | 'lastError'>,
  isWhole: boolean,
  { nowMs }: ChangeContext,
): Promise<StoredRun> {
  const batchesCompleted = before.batchesCompleted + (isWhole ? 1 : 0);
  const { cursor, totalCount } = end;
  const after: StoredRun = { ...before, ...end.counts, cursor, totalCount, batchesCompleted };
  const late = (storedCursor: string | null | undefined): Write[] => [
    {
      set: syncRunKey(after, after.id),
      values: {
        ...end.counts,
        ...{ cursor, totalCount, batchesCompleted },
        updatedAtMs: nowMs,
      },
      remove: ['lease', 'tries', 'lostWorkers'],
      when: isHeld(before, held),
      otherwise: moved,
    },
    ...(storedCursor === undefined ? [] : [cursorWrite(after, storedCursor)]),
    ...progressLate(after, nowMs),
    ...runLogWrites(after, end.entries, nowMs),
  ];
  try {
    await transact(late(end.storedCursor));
  } catch (error) {
    if (!(error instanceof CursorTakenError)) throw error;
    await transact(late(undefined));
  }
  return after;
}
