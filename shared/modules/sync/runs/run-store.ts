/** Sync runs in the table: found, listed, started, and changed in their status. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope, TenantScope } from '../../../kernel/auth/principal.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { ListRequest } from '../../../kernel/table/listing.ts';
import { listOverOrganizations } from '../../../kernel/table/organizations.ts';
import { storeBehindPointers } from '../../../kernel/table/pointers.ts';
import { batchGet, batchGetParallel, getItem, type Item, queryAll } from '../../../kernel/table/read.ts';
import { removeOrphans, sweepPages } from '../../../kernel/table/sweep.ts';
import { createWithin } from '../../../kernel/table/usage.ts';
import { notExists, transact, type Write } from '../../../kernel/table/write.ts';
import type { LogEntry } from '../../integrations/log-store.ts';
import { SyncOverlapError } from '../errors.ts';
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
  syncRunListPartition,
  syncsPartition,
  syncUsagePartition,
} from '../keys.ts';
import { type EndedStatus, isOver, type Lease, type RunStatus, type StoredRun } from './run.ts';
import {
  both,
  changeWrites,
  endWrites,
  entity,
  isHeld,
  leaveWrites,
  listingWrite,
  type RunField,
  revisionIs,
  rowWrite,
  runListing,
  runLogWrites,
  toStored,
} from './run-items.ts';
import { syncLimits } from './run-limits.ts';
import { progressBegun, progressCreated } from './run-progress.ts';

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
    // One without a row stays: a start puts it ahead of its run.
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
 * What a start writes. `before` are writes that belong to it and decide first; `replaces` is a paused run that ends as
 * cancelled and leaves its lock, and its place among the runs at work, to the new one. Throws SyncOverlapError,
 * RunMovedError, LimitReachedError.
 */
export async function insertRun(
  run: StoredRun,
  { before = [], replaces }: { before?: readonly Write[]; replaces?: StoredRun },
  context: ChangeContext,
): Promise<void> {
  const { tenantId, organizationId, id, integrationId, entityType, direction } = run;
  const { revision, ...row } = { ...run, activeShard: activeSyncShardOf(id) };
  const entry: LogEntry = {
    level: 'warn',
    message: 'Sync run cancelled: it is run again',
    code: 'sync_run_cancelled',
  };
  const limit = {
    partition: syncUsagePartition(run),
    what: 'sync runs at work in a tenant',
    max: integerSetting('SYNC_RUNS_PER_TENANT'),
  };
  const writes: Write[] = [
    ...before,
    ...(replaces ? statusWrites(replaces, { status: 'cancelled' }, entry, context).writes : []),
    {
      put: toItem(syncLockKey(run, run), 'sync_lock', { runId: id, integrationId, entityType, direction }),
      when: replaces ? { expression: 'runId = :replaced', values: { ':replaced': replaces.id } } : notExists,
      otherwise: (lock) => new SyncOverlapError(String(lock?.runId ?? '')),
    },
    { put: toItem(syncRunKey(run, id), entity, row, { revision }), when: notExists },
    listingWrite(run),
    countWrite(syncRunListPartition(run), id, 1),
    ...progressCreated(run),
    ...changeWrites(run, 'requested', context),
  ];
  const pointer = toItem(activeSyncRunKey(row, id), 'sync_active', { tenantId, organizationId, id });
  await storeBehindPointers([pointer], () =>
    replaces ? transact(writes) : createWithin(limit, id, (count) => transact([...writes, count])),
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
