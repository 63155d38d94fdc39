/** Sync runs in the table: found, listed, started, and changed in their status. */

import { type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import { type Scope, type TenantScope, userIdOf } from '../../../kernel/auth/principal.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { hourlyCountWrite } from '../../../kernel/table/hourly-counts.ts';
import { hourlySeries } from '../../../kernel/table/hourly-series.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key, RowScope } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import type { ListRequest } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import { listOverOrganizations } from '../../../kernel/table/organizations.ts';
import { batchGet, batchGetParallel, getItem, type Item, queryAll } from '../../../kernel/table/read.ts';
import { removeOrphans, sweepPages } from '../../../kernel/table/sweep.ts';
import { createWithin, releaseWrite } from '../../../kernel/table/usage.ts';
import { type Condition, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import { type LogEntry, logWrites } from '../../integrations/public.ts';
import {
  beginJobWrites,
  finishJobWrites,
  type JobHead,
  lateMoveJobWrites,
  moveJobWrites,
  newJob,
  newSyncJobItems,
  type ProgressJob,
  syncJobType,
} from '../../progress/public.ts';
import {
  activeSyncPartition,
  activeSyncRunKey,
  activeSyncShardOf,
  activeSyncShards,
  type SyncSubject,
  syncCursorKey,
  syncLockKey,
  syncLocksPrefix,
  syncRunKey,
  syncRunListingKey,
  syncRunListPartition,
  syncsPartition,
  syncUsagePartition,
} from '../keys.ts';
import { recordTypeOf } from '../mappings/record-type.ts';
import {
  countsOf,
  type EndedStatus,
  isOver,
  type Lease,
  processedOf,
  type RunStatus,
  type StoredRun,
} from './run.ts';
import { syncLimits } from './run-limits.ts';
import { lockWrite, removeAbandoned, startLimit, storeStart } from './start-items.ts';

// The progress job of a run: its writes are part of the transactions of the run, so that the two never differ.

function headOf(run: StoredRun): JobHead {
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

function jobOf(run: StoredRun): ProgressJob {
  const { integrationId, entityType, direction, totalCount, createdAtMs } = run;
  return newJob({
    ...headOf(run),
    description: `${entityType} ${direction}`,
    totalCount,
    createdBy: run.triggeredBy,
    startedByUserId: userIdOf(run.triggeredBy),
    cancellable: true,
    meta: { integrationId, entityType, direction, runId: run.id },
    nowMs: createdAtMs,
  });
}

const progressBegun = (run: StoredRun, nowMs: number): Write[] => beginJobWrites(headOf(run), nowMs);
export const progressMoved = (run: StoredRun, nowMs: number): Write[] =>
  moveJobWrites(headOf(run), moveOf(run, nowMs));
export const progressLate = (run: StoredRun, nowMs: number): Write[] =>
  lateMoveJobWrites(headOf(run), moveOf(run, nowMs));
function progressEnded(run: StoredRun, status: EndedStatus, nowMs: number): Write[] {
  const { nowMs: _, ...counts } = moveOf(run, nowMs);
  return finishJobWrites(headOf(run), {
    status,
    nowMs,
    counts,
    resultSummary: { ...countsOf(run), batchesCompleted: run.batchesCompleted },
    ...(status === 'failed' && { errorMessage: run.lastError }),
  });
}

// What the items of a sync run are: a row, a listing item, the lock of its kind and, until it is over, a locator. Each
// change of the status is one transaction with its event and its progress.

const entity = 'sync_run';

export type RunField = 'createdAt' | 'integrationId' | 'entityType' | 'direction' | 'status';
const runListing: ListingSpec<RunField> = {
  attributes: { createdAt: 'c', integrationId: 'i', entityType: 'e', direction: 'd', status: 's' },
  searchIn: ['integrationId', 'entityType', 'status'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
};

export const toStored = (item: Item): StoredRun => fromItem<StoredRun>(item, entity);

/** What lists know of a run. */
export function listingItem(run: StoredRun): Key & Item {
  const { id, createdAtMs: createdAt, integrationId, entityType, direction, status } = run;
  const fields = { createdAt, integrationId, entityType, direction, status };
  const key = syncRunListingKey(run, createdAt, id);
  return toListingItem(runListing, key, { id, bytes: 1_500, fields, revision: run.revision });
}

const listingWrite = (run: StoredRun): Write => ({ put: listingItem(run) });

/** The event and the audit entry of a change of the status. */
function changeWrites(
  run: StoredRun,
  action: 'requested' | 'started' | 'paused' | 'resumed' | 'completed' | 'failed' | 'cancelled',
  context: ChangeContext,
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
  );
}

/** The entry about the run in the log of the integration. */
export function runLogWrites(run: StoredRun, entries: readonly LogEntry[], nowMs: number): Write[] {
  const about = entries.map((entry) => ({ ...entry, runId: run.id, entityType: run.entityType }));
  return about.length === 0 ? [] : logWrites(run, run.integrationId, about, nowMs);
}

/** A run that others have changed since it was read. */
export class RunMovedError extends ConditionFailedError {
  override name = 'RunMovedError';
}
export const moved = (run: Item | undefined) => new RunMovedError(run, undefined);

export const revisionIs = ({ revision, status }: StoredRun): Condition => ({
  expression: 'rev = :revRead AND #status = :statusRead',
  names: { '#status': 'status' },
  values: { ':revRead': revision, ':statusRead': status },
});

/** That the caller still holds the batch. */
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

/** The run is no longer at work. The lock is its own: no other run removes it. */
export const leaveWrites = (run: StoredRun): Write[] => [
  { delete: syncLockKey(run, run) },
  releaseWrite(syncUsagePartition(run), run.id),
];

/** The writes that a run's end takes beside its row and its lock. */
export function endWrites(run: StoredRun, status: EndedStatus, context: ChangeContext): Write[] {
  return [
    listingWrite(run),
    { delete: activeSyncRunKey(run, run.id) },
    ...progressEnded(run, status, context.nowMs),
    ...changeWrites(run, status, context),
    hourlyCountWrite(run, hourlySeries.syncRuns, { [status]: 1 }, context.nowMs),
  ];
}

/** What of a run differs from how it was read. */
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

/** One page of runs, and how many match. */
export async function listRuns(
  scope: Scope,
  request: ListRequest<RunField>,
): Promise<{ items: StoredRun[]; total: number }> {
  const { rows, total } = await listOverOrganizations(
    runListing,
    scope,
    syncRunListPartition,
    syncRunKey,
    request,
  );
  return { items: rows.map(toStored), total };
}

/** Of any organization of the tenant; its row says of which. */
export async function findRun(scope: TenantScope, id: string): Promise<StoredRun | undefined> {
  const item = await getItem(syncRunKey(scope, id));
  return item && toStored(item);
}

/** Where a run of the kind starts that is no full one. */
export async function storedCursor(scope: RowScope, subject: SyncSubject): Promise<string | null> {
  const item = await getItem(syncCursorKey(scope, subject));
  return (item?.cursor as string | null | undefined) ?? null;
}

/** The run in an item, unless it cannot be read: one of them must not hide those beside it. */
function readable(item: Item): StoredRun[] {
  try {
    return [toStored(item)];
  } catch (error) {
    log('error', 'a sync run cannot be read', { runId: item.id, error: describeError(error) });
    return [];
  }
}

/** Hands over the runs of all tenants that are not over, a page at a time until the deadline. */
export async function sweepRuns(
  deadlineMs: number,
  work: (runs: readonly StoredRun[]) => Promise<void>,
): Promise<void> {
  const partitions = Array.from({ length: activeSyncShards }, (_, shard) => activeSyncPartition(shard));
  const sweep = { name: 'sync runs', partitions, pageItems: syncLimits.sweepPageRuns, consistent: false };
  await sweepPages({ ...sweep, deadlineMs }, async (locators) => {
    const keys = locators.map(({ tenantId, id }) => syncRunKey({ tenantId: String(tenantId) }, String(id)));
    const rows = await batchGetParallel(keys);
    // A start puts it ahead of its run.
    const stored = new Set(rows.map(({ id }) => id));
    await removeAbandoned(
      locators.filter(({ id }) => !stored.has(id)),
      Date.now(),
    );
    const ended = new Set(
      rows.filter(({ finishedAtMs }) => typeof finishedAtMs === 'number').map(({ id }) => id),
    );
    await removeOrphans(locators.filter(({ id }) => ended.has(id)));
    await work(rows.flatMap(readable));
  });
}

/** Runs of an organization's integration that are not over. */
export async function runsAtWork(scope: RowScope, integrationId: string): Promise<StoredRun[]> {
  const prefix = syncLocksPrefix(integrationId);
  const locks = await queryAll({ pk: syncsPartition(scope), skPrefix: prefix, consistent: true });
  const rows = await batchGet(locks.map(({ runId }) => syncRunKey(scope, String(runId))));
  return rows.map(toStored);
}

/**
 * What a start writes, behind the items of `start-items.ts`. `before` are writes that belong to it and decide first; `replaces` is a paused run that ends as
 * cancelled and leaves its lock, and its place among the runs at work, to the new one. Throws SyncOverlapError,
 * RunMovedError, LimitReachedError.
 */
export async function insertRun(
  run: StoredRun,
  { before = [], replaces }: { before?: readonly Write[]; replaces?: StoredRun },
  context: ChangeContext,
): Promise<void> {
  const { id } = run;
  const { revision, ...row } = { ...run, activeShard: activeSyncShardOf(id) };
  // What must be decided before the lock, or with the end of the run that has it, is decided in one transaction.
  const takesLock = before.length === 0 && replaces === undefined;
  const message = 'Sync run cancelled: it is run again';
  const entry: LogEntry = { level: 'warn', message, code: 'sync_run_cancelled' };
  const writes: Write[] = [
    ...before,
    ...(replaces ? statusWrites(replaces, { status: 'cancelled' }, entry, context).writes : []),
    ...(takesLock ? [] : [lockWrite(run, replaces)]),
    { put: toItem(syncRunKey(run, id), entity, row, { revision }), when: notExists },
    countWrite(syncRunListPartition(run), id, 1),
    ...changeWrites(run, 'requested', context),
  ];
  const listed = [listingItem(run), ...newSyncJobItems(jobOf(run))];
  await storeStart(row, { takesLock, listed }, () =>
    replaces ? transact(writes) : createWithin(startLimit(run), id, (one) => transact([...writes, one])),
  );
}

/** `lease` is the one of who holds the batch, for changes that only the holder may make. */
interface StatusChange {
  status: RunStatus;
  lastError?: string | null;
  lease?: Lease | undefined;
}

/** The writes of a change of the status between batches, but for the lock. */
function statusWrites(before: StoredRun, to: StatusChange, entry: LogEntry, context: ChangeContext) {
  const { lease: held, quietUntilMs, ...rest } = before;
  const { nowMs } = context;
  const { status, lastError = before.lastError, lease } = to;
  const after: StoredRun = {
    ...rest,
    status,
    lastError,
    updatedAtMs: nowMs,
    revision: before.revision + 1,
    // A cancelled run keeps its lease: the batch in flight is finished, and counted.
    ...(held && lease === undefined && { lease: held }),
    // The next worker of a batch that was begun must check what was written of it.
    ...(lease && { tries: Math.max(1, before.tries ?? 0) }),
    ...(isOver({ status }) && { finishedAtMs: nowMs }),
  };
  const when = lease ? both(revisionIs(before), isHeld(before, lease)) : revisionIs(before);
  const action = status === 'running' || status === 'pending' ? 'resumed' : status;
  const writes: Write[] = [
    rowWrite(before, after, when),
    ...(isOver({ status })
      ? endWrites(after, status as EndedStatus, context)
      : [listingWrite(after), ...changeWrites(after, action, context)]),
    ...runLogWrites(after, [entry], nowMs),
  ];
  return { after, writes };
}

/**
 * Changes the status between batches, by the first of several writers. Returns the run after it. Throws
 * RunMovedError.
 */
export async function changeStatus(
  before: StoredRun,
  to: StatusChange,
  entry: LogEntry,
  context: ChangeContext,
): Promise<StoredRun> {
  const { after, writes } = statusWrites(before, to, entry, context);
  await transact([...writes, ...(isOver(to) ? leaveWrites(before) : [])]);
  return after;
}

/** A worker begins the first batch. Throws RunMovedError. */
export async function beginRun(before: StoredRun, lease: Lease, context: ChangeContext): Promise<StoredRun> {
  const { nowMs } = context;
  const { quietUntilMs, ...rest } = before;
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
    ...progressBegun(after, nowMs),
    ...changeWrites(after, 'started', context),
  ]);
  return after;
}
