/** Lists, sweeps and starts sync runs, and changes their status between batches. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { type Scope, userIdOf } from '../../../kernel/base/principal.ts';
import { currentCause } from '../../../kernel/events/cause.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { toItem } from '../../../kernel/table/item.ts';
import type { Key, RowScope } from '../../../kernel/table/keys.ts';
import type { ListRequest } from '../../../kernel/table/listing.ts';
import { listOverOrganizations } from '../../../kernel/table/organizations.ts';
import { batchGet, batchGetParallel, getItem, type Item, queryAll } from '../../../kernel/table/read.ts';
import { removeOrphans, sweepPages } from '../../../kernel/table/sweep.ts';
import { createWithin } from '../../../kernel/table/usage.ts';
import { notExists, transact, type Write } from '../../../kernel/table/write.ts';
import type { LogEntry } from '../../integrations/public.ts';
import { createJobWrites, newJob, type ProgressJob } from '../../progress/public.ts';
import { SyncOverlapError } from '../errors.ts';
import {
  activeSyncPartition,
  activeSyncRunKey,
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
import { type Counts, type EndedStatus, isOver, type Lease, type RunStatus, type StoredRun } from './run.ts';
import { syncLimits } from './run-limits.ts';
import {
  both,
  changeWrites,
  endWrites,
  headOf,
  isHeld,
  leaveWrites,
  listingItem,
  listingWrite,
  type RunField,
  revisionIs,
  rowWrite,
  runEntity,
  runListing,
  runLogWrites,
  toStored,
} from './run-row.ts';
import { causeOfRequest, runEdgeWrites } from './run-story.ts';

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

/** One page of runs, with the number of matches. */
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

/** The position from which an incremental run of the kind starts. */
export async function storedPosition(
  scope: RowScope,
  subject: SyncSubject,
): Promise<Pick<StoredRun, 'cursor' | 'serviceHash'>> {
  const { cursor, serviceHash } = (await getItem(syncCursorKey(scope, subject))) ?? {};
  return {
    cursor: typeof cursor === 'string' ? cursor : null,
    ...(typeof serviceHash === 'string' && { serviceHash }),
  };
}

/**
 * The run of an item. Returns no run if it cannot be parsed, so that one invalid item does not hide the
 * others.
 */
function readable(item: Item): StoredRun[] {
  try {
    return [toStored(item)];
  } catch (error) {
    log('error', 'a sync run cannot be read', { runId: item.id, error: describeError(error) });
    return [];
  }
}

/** Yields the unfinished runs of all tenants in pages until the deadline. */
export async function sweepRuns(
  deadlineMs: number,
  work: (runs: readonly StoredRun[]) => Promise<void>,
): Promise<void> {
  const partitions = Array.from({ length: activeSyncShards }, (_, shard) => activeSyncPartition(shard));
  const sweep = { name: 'sync runs', partitions, pageItems: syncLimits.sweepPageRuns, consistent: false };
  await sweepPages({ ...sweep, deadlineMs }, async (locators) => {
    const keys = locators.map(({ tenantId, id }) => syncRunKey({ tenantId: String(tenantId) }, String(id)));
    const rows = await batchGetParallel(keys);
    const ended = new Set(
      rows.filter(({ finishedAtMs }) => typeof finishedAtMs === 'number').map(({ id }) => id),
    );
    await removeOrphans(locators.filter(({ id }) => ended.has(id)));
    await work(rows.flatMap(readable));
  });
}

/** Unfinished runs of an integration in an organization. */
export async function runsAtWork(scope: RowScope, integrationId: string): Promise<StoredRun[]> {
  const prefix = syncLocksPrefix(integrationId);
  const locks = await queryAll({ pk: syncsPartition(scope), skPrefix: prefix, consistent: true });
  const rows = await batchGet(locks.map(({ runId }) => syncRunKey(scope, String(runId))));
  return rows.map(toStored);
}

/** The entry by which the watchdog finds an unfinished run. */
function activeWrite({ tenantId, organizationId, id }: StoredRun): Write {
  return { put: toItem(activeSyncRunKey({ tenantId }, id), 'sync_active', { tenantId, organizationId, id }) };
}

/**
 * Takes the lock of the run's kind, of which one run is active in an organization, or takes it over from the
 * replaced run.
 */
function lockWrite(run: StoredRun, replaces: StoredRun | undefined): Extract<Write, { put: Key }> {
  const { id: runId, integrationId, entityType, direction } = run;
  return {
    put: toItem(syncLockKey(run, run), 'sync_lock', { runId, integrationId, entityType, direction }),
    when: replaces ? { expression: 'runId = :replaced', values: { ':replaced': replaces.id } } : notExists,
    otherwise: (lock) => new SyncOverlapError(lock && String(lock.runId)),
  };
}

/** Maximum unfinished runs of a tenant. */
const startLimit = (run: StoredRun) => ({
  partition: syncUsagePartition(run),
  what: 'active sync runs in a tenant',
  max: integerSetting('SYNC_RUNS_PER_TENANT'),
});

/**
 * Stores a run with its lock, its progress job and its entries in lists. `before` are writes of the same
 * transaction whose conditions are checked first. `replaces` is a paused run that ends as cancelled; the new run
 * takes over its lock and its slot among the running runs. Throws SyncOverlapError, RunMovedError,
 * LimitReachedError.
 */
export async function insertRun(
  run: StoredRun,
  { replaces }: { replaces?: StoredRun },
  context: ChangeContext,
): Promise<void> {
  const { id } = run;
  // The new run is what the request creates.
  const cancelled = { ...context, once: undefined };
  const eventId = randomUUID();
  const cause = causeOfRequest(run, eventId, currentCause());
  const { revision, ...row } = { ...run, story: cause.story };
  const message = 'Sync run cancelled, because it is retried';
  const entry: LogEntry = { level: 'warn', message, code: 'sync_run_cancelled' };
  // Of parallel starts, one succeeds and the others do not wait for it: its run might end before they try again.
  // A start with an idempotency key waits, because it may have to return the run of an equal one.
  const whenBusy = context.once === undefined && { ifBusy: () => new SyncOverlapError(replaces?.id) };
  const writes: Write[] = [
    ...(replaces ? statusWrites(replaces, { status: 'cancelled' }, entry, cancelled).writes : []),
    { ...lockWrite(run, replaces), ...whenBusy },
    { put: toItem(syncRunKey(run, id), runEntity, row, { revision }), when: notExists },
    activeWrite(run),
    { put: listingItem(run) },
    ...createJobWrites(jobOf(run)),
    countWrite(syncRunListPartition(run), id, 1),
    ...changeWrites(run, 'requested', context, eventId),
    ...runEdgeWrites(run, cause),
  ];
  if (replaces) await transact(writes);
  else await createWithin(startLimit(run), id, (one) => transact([...writes, one]));
}

/** `lease` is the holder's lease, for changes that only the holder may make. */
interface StatusChange {
  status: RunStatus;
  lastError?: string | null;
  lease?: Lease | undefined;
  /** With what was written of an unfinished batch. */
  counts?: Counts | undefined;
}

/** The writes that change the status between batches, except the lock. */
function statusWrites(before: StoredRun, to: StatusChange, entry: LogEntry, context: ChangeContext) {
  const { lease: held, quietUntilMs, ...rest } = before;
  const { nowMs } = context;
  const { status, lastError = before.lastError, lease, counts } = to;
  const after: StoredRun = {
    ...rest,
    ...counts,
    status,
    lastError,
    updatedAtMs: nowMs,
    revision: before.revision + 1,
    // A cancelled run keeps its lease, because its current batch is still finished and counted.
    ...(held && lease === undefined && { lease: held }),
    // The next worker of a started batch must check what was written of it.
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
 * Changes the status between batches; only the first of several writers succeeds. Returns the updated run.
 * Throws RunMovedError.
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
