/**
 * Stores the row of a sync run, and the transactions in which its worker updates row, listing item, progress,
 * cursor and counters together.
 */

import { type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { hourlyCountWrite, hourlySeries } from '../../../kernel/table/counts.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import { getItem, type Item } from '../../../kernel/table/read.ts';
import { releaseWrite } from '../../../kernel/table/usage.ts';
import { type Condition, transact, type Write } from '../../../kernel/table/write.ts';
import { type LogEntry, logWrites } from '../../integrations/public.ts';
import {
  beginJobWrites,
  finishJobWrites,
  type JobHead,
  moveJobWrites,
  syncJobType,
  updateCancelledJobWrites,
} from '../../progress/public.ts';
import {
  activeSyncRunKey,
  recordTypeOf,
  syncCursorKey,
  syncLockKey,
  syncRunKey,
  syncRunListingKey,
  syncUsagePartition,
} from '../keys.ts';
import {
  type Counts,
  countsOf,
  type EndedStatus,
  type Lease,
  nextMark,
  processedOf,
  runAt,
  type StoredRun,
} from './run.ts';
import { syncRunKind } from './run-story.ts';
// The progress job of a run. It is written in the transactions of the run, so that the two never differ.

export function headOf(run: StoredRun): JobHead {
  const { progressJobId, tenantId, organizationId, integrationId, entityType, direction } = run;
  const { createdAtMs, startedAtMs, retryOf } = run;
  const what = `${integrationId} - ${entityType}`;
  return {
    ...{ tenantId, organizationId, createdAtMs, startedAtMs },
    id: progressJobId,
    jobType: syncJobType(direction),
    name: retryOf === null ? `Data sync ${what}` : `Retry data sync ${what}`,
    parentJobId: null,
  };
}

const moveOf = (run: StoredRun, nowMs: number) => ({
  processedCount: processedOf(run),
  totalCount: run.totalCount,
  nowMs,
});

const beginProgressWrites = (run: StoredRun, nowMs: number): Write[] => beginJobWrites(headOf(run), nowMs);
const updateProgressWrites = (run: StoredRun, nowMs: number): Write[] =>
  moveJobWrites(headOf(run), moveOf(run, nowMs));
const cancelledProgressWrites = (run: StoredRun, nowMs: number): Write[] =>
  updateCancelledJobWrites(headOf(run), moveOf(run, nowMs));
function endProgressWrites(run: StoredRun, status: EndedStatus, nowMs: number): Write[] {
  const { nowMs: _, ...counts } = moveOf(run, nowMs);
  return finishJobWrites(headOf(run), {
    status,
    nowMs,
    counts,
    resultSummary: { ...countsOf(run), batchesCompleted: run.batchesCompleted },
    ...(status === 'failed' && { errorMessage: run.lastError }),
  });
}

// The items of a sync run: a row, a listing item, the lock of its kind and, until it is over, a locator. Each
// change of the status is one transaction with its event and its progress.

export const runEntity = syncRunKind;

export type RunField = 'createdAt' | 'integrationId' | 'entityType' | 'direction' | 'status';
export const runListing: ListingSpec<RunField> = {
  attributes: { createdAt: 'c', integrationId: 'i', entityType: 'e', direction: 'd', status: 's' },
  searchIn: ['integrationId', 'entityType', 'status'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
};

export const toStored = (item: Item): StoredRun => fromItem<StoredRun>(item, runEntity);

/** The fields of a run that lists show. */
export function listingItem(run: StoredRun): Key & Item {
  const { id, createdAtMs: createdAt, integrationId, entityType, direction, status } = run;
  const fields = { createdAt, integrationId, entityType, direction, status };
  const key = syncRunListingKey(run, createdAt, id);
  return toListingItem(runListing, key, { id, bytes: 1_500, fields, revision: run.revision });
}

export const listingWrite = (run: StoredRun): Write => ({ put: listingItem(run) });

/** The event and the audit entry of a change of the status. */
export function changeWrites(
  run: StoredRun,
  action: 'requested' | 'started' | 'paused' | 'resumed' | 'completed' | 'failed' | 'cancelled',
  context: ChangeContext,
  eventId?: string,
): Write[] {
  const { tenantId, organizationId, id, integrationId, entityType, direction, status, lastError } = run;
  return recordChange(
    {
      ...{ tenantId, organizationId },
      resource: 'data_sync.run',
      resourceId: id,
      action,
      version: run.revision,
      data: {
        ...{ runId: id, integrationId, entityType, recordType: recordTypeOf(entityType), direction },
        ...countsOf(run),
        error: lastError,
      },
      changes: { status: { after: status } },
    },
    context,
    eventId,
  );
}

/** The log entry of the integration for the run. */
export function runLogWrites(run: StoredRun, entries: readonly LogEntry[], nowMs: number): Write[] {
  const about = entries.map((entry) => ({ ...entry, runId: run.id, entityType: run.entityType }));
  return about.length === 0 ? [] : logWrites(run, run.integrationId, about, nowMs);
}

/** Other writers have changed the run since it was read. */
export class RunMovedError extends ConditionFailedError {
  override name = 'RunMovedError';
}
export const moved = (run: Item | undefined) => new RunMovedError(run, undefined);

export const revisionIs = ({ revision, status }: StoredRun): Condition => ({
  expression: 'rev = :revRead AND #status = :statusRead',
  names: { '#status': 'status' },
  values: { ':revRead': revision, ':statusRead': status },
});

/** The caller still holds the batch. */
export function isHeld({ batchesCompleted }: StoredRun, { token }: Lease): Condition {
  return {
    expression: 'batchesCompleted = :batch AND lease.#token = :mine',
    names: { '#token': 'token' },
    values: { ':batch': batchesCompleted, ':mine': token },
  };
}

export function both(left: Condition, right: Condition): Condition {
  return {
    expression: `${left.expression} AND ${right.expression}`,
    names: { ...left.names, ...right.names },
    values: { ...left.values, ...right.values },
  };
}

/** Removes the items of a running run. The condition on the lock ensures that no other run's lock is removed. */
export const leaveWrites = (run: StoredRun): Write[] => [
  { delete: syncLockKey(run, run) },
  releaseWrite(syncUsagePartition(run), run.id),
];

/** The writes that end a run, except its row and its lock. */
export function endWrites(run: StoredRun, status: EndedStatus, context: ChangeContext): Write[] {
  return [
    listingWrite(run),
    { delete: activeSyncRunKey(run, run.id) },
    ...endProgressWrites(run, status, context.nowMs),
    ...changeWrites(run, status, context),
    hourlyCountWrite(run, hourlySeries.syncRuns, { [status]: 1 }, context.nowMs),
  ];
}

/** Updates the changed attributes of a run. */
export function rowWrite(before: StoredRun, after: StoredRun, when: Condition): Extract<Write, { set: Key }> {
  const { revision: rev, lease, ...values } = after;
  const remove = ['lease', 'tries', 'lostWorkers', 'quietUntilMs'].filter(
    (name) => name in before && !(name in after),
  );
  const changed = Object.entries({ ...values, rev, ...(lease && { lease }) }).filter(
    ([name, value]) => value !== (before as unknown as Item)[name],
  );
  return {
    set: syncRunKey(after, after.id),
    values: Object.fromEntries(changed),
    remove,
    when,
    otherwise: moved,
  };
}

/** A run of any organization of the tenant; its row contains the organization. */
export async function findRun(scope: TenantScope, id: string): Promise<StoredRun | undefined> {
  const item = await getItem(syncRunKey(scope, id));
  return item && toStored(item);
}

/** Starts the first batch. Throws RunMovedError. */
export async function beginRun(
  before: StoredRun,
  { lease, serviceHash }: { lease: Lease; serviceHash: string },
  context: ChangeContext,
): Promise<StoredRun> {
  const { nowMs } = context;
  const { quietUntilMs, ...rest } = runAt(before, serviceHash);
  const after: StoredRun = {
    ...rest,
    status: 'running',
    lease,
    startedAtMs: before.startedAtMs ?? nowMs,
    updatedAtMs: nowMs,
    revision: before.revision + 1,
  };
  await transact([
    rowWrite(before, after, revisionIs(before)),
    listingWrite(after),
    ...beginProgressWrites(after, nowMs),
    ...changeWrites(after, 'started', context),
  ]);
  return after;
}

// The end of a batch: run, progress, cursor and counters are updated together.

/** The results of a batch. */
export interface BatchEnd {
  counts: Counts;
  cursor: string | null;
  totalCount: number | null;
  /** The cursor of the next run of the same kind; absent leaves it unchanged. */
  storedCursor?: string | null;
  status: 'running' | 'completed' | 'failed';
  lastError: string | null;
  entries: readonly LogEntry[];
}

/**
 * A total is an estimate until everything was read: files have empty rows, and exports leave out records that they do
 * not read.
 */
const totalOf = ({ status, counts, totalCount }: BatchEnd): number | null =>
  status === 'completed' && totalCount !== null ? processedOf(counts) : totalCount;

function cursorWrite(run: StoredRun, cursor: string | null): Write {
  const { id: runId, createdAtMs, serviceHash } = run;
  return {
    put: toItem(syncCursorKey(run, run), 'sync_cursor', { cursor, serviceHash, runId, createdAtMs }),
    // A cancelled run that finishes its last batch must not overwrite the cursor of a run that was started
    // later.
    when: {
      expression: 'attribute_not_exists(pk) OR createdAtMs <= :mine',
      values: { ':mine': createdAtMs },
    },
    otherwise: (item) => new CursorTakenError(item, undefined),
  };
}

/** A later run has stored its cursor. */
class CursorTakenError extends ConditionFailedError {
  override name = 'CursorTakenError';
}

/**
 * Updates run, progress, cursor and counters in one transaction. Returns the updated run. Throws
 * RunMovedError if another worker holds the batch, or the status has changed: use `finishLate` for cancelled
 * runs.
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
    markedCursor: nextMark(before, end.cursor) ?? null,
    totalCount: totalOf(end),
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
      ? updateProgressWrites(after, nowMs)
      : [...leaveWrites(after), ...endWrites(after, end.status, context)]),
    ...runLogWrites(after, end.entries, nowMs),
  ]);
  return after;
}

/**
 * Counts a batch whose run was cancelled while the batch was written. The run stays cancelled. `isWhole`
 * unless a worker was stopped during the batch. Throws RunMovedError.
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
    ...cancelledProgressWrites(after, nowMs),
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
