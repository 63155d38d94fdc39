/** What a batch of a run stores: its lease, its journal and its checkpoint. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { queryAll } from '../../../kernel/table/read.ts';
import { transact, updateItem, type Write } from '../../../kernel/table/write.ts';
import type { LogEntry } from '../../integrations/public.ts';
import {
  syncBatchPartition,
  syncChunkKey,
  syncChunksPrefix,
  syncCursorKey,
  syncRunKey,
  syncWriteShardKey,
} from '../keys.ts';
import { type Counts, type Lease, type RunStatus, type StoredRun, triesAfter } from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';
import {
  both,
  endWrites,
  isHeld,
  leaveWrites,
  moved,
  progressLate,
  progressMoved,
  RunMovedError,
  revisionIs,
  rowWrite,
  runLogWrites,
  toStored,
} from '../runs/run-store.ts';

/**
 * Takes the batch that is next, in any status of the run. A lease that was never given back is of a
 * worker that was stopped, which counts as a try. Throws RunMovedError.
 */
export async function takeLease(run: StoredRun, lease: Lease): Promise<StoredRun> {
  const { batchesCompleted, status, lease: seen } = run;
  const { tries, lostWorkers } = triesAfter(run);
  try {
    const item = await updateItem({
      Key: syncRunKey(run, run.id),
      UpdateExpression: `SET lease = :lease${
        seen ? ', tries = :tries, lostWorkers = :lost' : ''
      } REMOVE quietUntilMs`,
      ConditionExpression: `#status = :status AND batchesCompleted = :batch AND ${
        seen ? 'lease = :seen' : 'attribute_not_exists(lease)'
      }`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': status,
        ':batch': batchesCompleted,
        ':lease': lease,
        ...(seen && { ':seen': seen, ':tries': tries, ':lost': lostWorkers }),
      },
    });
    return toStored(item);
  } catch (error) {
    throw error instanceof ConditionFailedError ? moved(error.item) : error;
  }
}

/** Renews the lease of the batch. Returns the run's status; throws RunMovedError when another worker holds it. */
async function renewLease(run: StoredRun, lease: Lease, untilMs: number): Promise<RunStatus> {
  const { expression, names, values } = isHeld(run, lease);
  try {
    const item = await updateItem({
      Key: syncRunKey(run, run.id),
      UpdateExpression: 'SET lease.untilMs = :until',
      ConditionExpression: expression,
      ...(names && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: { ...values, ':until': untilMs },
    });
    return toStored(item).status;
  } catch (error) {
    throw error instanceof ConditionFailedError ? moved(error.item) : error;
  }
}

/** Gives a batch back that could not be finished. Throws RunMovedError. */
export async function returnBatch(
  run: StoredRun,
  lease: Lease,
  { tries, quietUntilMs, lastError }: { tries: number; quietUntilMs: number; lastError: string },
): Promise<void> {
  await transact([
    {
      set: syncRunKey(run, run.id),
      values: { tries, quietUntilMs, lastError },
      remove: ['lease'],
      when: isHeld(run, lease),
      otherwise: moved,
    },
  ]);
}

/** Claims to send a run's message once more: one of several who want to does. */
export async function claimRedispatch(run: StoredRun, nowMs: number): Promise<boolean> {
  const { batchesCompleted, quietUntilMs } = run;
  try {
    await updateItem({
      Key: syncRunKey(run, run.id),
      UpdateExpression: 'SET quietUntilMs = :until',
      ConditionExpression: `batchesCompleted = :batch AND ${
        quietUntilMs === undefined ? 'attribute_not_exists(quietUntilMs)' : 'quietUntilMs = :seen'
      }`,
      ExpressionAttributeValues: {
        ':batch': batchesCompleted,
        ':until': nowMs + syncLimits.redispatchSeconds * 1_000,
        ...(quietUntilMs !== undefined && { ':seen': quietUntilMs }),
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

// Keeps the lease of a batch while its holder is alive.

export interface HeldLease {
  /** Ends with the time of the function, and when another worker has taken the batch. */
  signal: AbortSignal;
  /** Nothing is renewed after it. */
  end(): Promise<void>;
}

/** Of the function's time, so much is for what comes after the batch. */
const spareMs = 15_000;

/** Renews the lease until `end`. */
export function holdLease(run: StoredRun, lease: Lease): HeldLease {
  const lost = new AbortController();
  let renewal: Promise<void> = Promise.resolve();
  const renew = async () => {
    try {
      await renewLease(run, lease, Date.now() + syncLimits.leaseSeconds * 1_000);
    } catch (error) {
      if (error instanceof RunMovedError) lost.abort(error);
      // Without a renewal another worker may take the batch over; nothing is written twice then.
      else log('warn', 'a lease was not renewed', { runId: run.id, error: describeError(error) });
    }
  };
  const timer = setInterval(
    () => {
      renewal = renewal.then(renew);
    },
    (syncLimits.leaseSeconds * 1_000) / 3,
  );
  const time = AbortSignal.timeout(syncLimits.workerSeconds * 1_000 - spareMs);
  return {
    signal: AbortSignal.any([lost.signal, time]),
    async end() {
      clearInterval(timer);
      await renewal;
    },
  };
}

// Transactions of one batch. Each keeps beside its writes what became of its items, so that a batch that is taken over
// is not counted twice, and each checks its write shard: a worker that takes a batch over closes the write shards of the one before, and
// from then on no write of that one can come through. Lanes, because transactions that check one item cancel each other.

/** Another worker has taken the batch over. */
export class LostBatchError extends ConditionFailedError {
  override name = 'LostBatchError';
}

const expiry = (nowMs: number): number => Math.floor(nowMs / 1_000) + syncLimits.chunkDays * 86_400;

/** Closes the batch for everybody but the holder of the lease. One transaction. */
export async function closeWriteShards(run: StoredRun, { token }: Lease, nowMs: number): Promise<void> {
  const lanes = Array.from({ length: syncLimits.lanes }, (_, lane): Write => {
    const key = syncWriteShardKey(run, run.id, run.batchesCompleted, lane);
    return { put: { ...toItem(key, 'sync_lane', { token }), ttl: expiry(nowMs) } };
  });
  await transact(lanes);
}

function writeShardCheck(run: StoredRun, { token }: Lease, lane: number): Write {
  return {
    check: syncWriteShardKey(run, run.id, run.batchesCompleted, lane),
    when: {
      expression: 'attribute_not_exists(pk) OR #token = :mine',
      names: { '#token': 'token' },
      values: { ':mine': token },
    },
    otherwise: (item) => new LostBatchError(item, undefined),
  };
}

/** Writes part of a batch with the result of each item, by external id. Throws LostBatchError. */
export async function writeChunk(
  run: StoredRun,
  lease: Lease,
  lane: number,
  { outcomes, writes }: { outcomes?: Readonly<Record<string, string>>; writes: readonly Write[] },
  nowMs: number,
): Promise<void> {
  const key = syncChunkKey(run, run.id, run.batchesCompleted, randomUUID());
  const kept: Write[] = outcomes
    ? [{ put: { ...toItem(key, 'sync_chunk', { outcomes: JSON.stringify(outcomes) }), ttl: expiry(nowMs) } }]
    : [];
  await transact([writeShardCheck(run, lease, lane), ...kept, ...writes]);
}

/** What earlier workers of the batch have written, by external id. */
export async function writtenBefore(run: StoredRun): Promise<Map<string, string>> {
  const pk = syncBatchPartition(run, run.id, run.batchesCompleted);
  const items = await queryAll({ pk, skPrefix: syncChunksPrefix, consistent: true });
  return new Map(items.flatMap(({ outcomes }) => Object.entries(JSON.parse(String(outcomes)))));
}

// The end of a batch: run, progress, cursor and counters move together.

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
