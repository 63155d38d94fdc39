/**
 * The only file that knows how sync runs lie in the table: a row, a listing item, the lock of their kind and, until
 * they are over, a locator. Each change of the status is one transaction with its event and its progress.
 */
import { type ChangeContext, recordChange } from '../audit/record.ts';
import { SyncOverlapError } from '../http/errors.ts';
import type { Scope, TenantScope } from '../identity/principal.ts';
import type { LogEntry } from '../integrations/log-store.ts';
import { logWrites } from '../integrations/log-store.ts';
import { countWrite } from '../table/counters.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { fromItem, toItem } from '../table/item.ts';
import {
  activeSyncPartition,
  activeSyncRunKey,
  activeSyncShards,
  type Key,
  type RowScope,
  type SyncSubject,
  syncCursorKey,
  syncLockKey,
  syncLocksPrefix,
  syncRunKey,
  syncRunListingKey,
  syncRunListPartition,
  syncsPartition,
} from '../table/keys.ts';
import { type ListingSpec, type ListRequest, toListingItem } from '../table/listing.ts';
import { listOverOrganizations } from '../table/organizations.ts';
import { batchGet, getItem, type Item, queryAll } from '../table/read.ts';
import { type Condition, notExists, transact, updateItem, type Write } from '../table/write.ts';
import {
  type Counts,
  countsOf,
  type EndedStatus,
  isOver,
  type Lease,
  type RunStatus,
  type StoredRun,
} from './run.ts';
import { syncLimits } from './run-limits.ts';
import {
  progressBegun,
  progressCreated,
  progressEnded,
  progressLate,
  progressMoved,
} from './run-progress.ts';

const entity = 'sync_run';

type RunField = 'createdAt' | 'integrationId' | 'entityType' | 'direction' | 'status';
const runListing: ListingSpec<RunField> = {
  attributes: { createdAt: 'c', integrationId: 'i', entityType: 'e', direction: 'd', status: 's' },
  searchIn: ['integrationId', 'entityType', 'status'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
};

const toStored = (item: Item): StoredRun => fromItem<StoredRun>(item, entity);

function listingWrite(run: StoredRun): Write {
  const { id, createdAtMs: createdAt, integrationId, entityType, direction, status } = run;
  const fields = { createdAt, integrationId, entityType, direction, status };
  const key = syncRunListingKey(run, createdAt, id);
  return { put: toListingItem(runListing, key, { id, bytes: 1_500, fields }) };
}

function changeWrites(run: StoredRun, action: string, context: ChangeContext): Write[] {
  const { tenantId, organizationId, id, integrationId, entityType, direction, status, lastError } = run;
  return recordChange(
    {
      ...{ tenantId, organizationId },
      resource: 'data_sync.run',
      resourceId: id,
      action,
      version: run.revision,
      data: { runId: id, integrationId, entityType, direction, ...countsOf(run), error: lastError },
      changes: { status: { after: status } },
    },
    context,
  );
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

/**
 * What a start writes. `before` are writes that belong to it and decide first; `replaces` is a paused run that ends as
 * cancelled and leaves its lock to the new one. Throws SyncOverlapError, RunMovedError.
 */
export async function insertRun(
  run: StoredRun,
  { before = [], replaces }: { before?: readonly Write[]; replaces?: StoredRun },
  context: ChangeContext,
): Promise<void> {
  const { revision, ...row } = run;
  const { tenantId, organizationId, id, integrationId, entityType, direction } = run;
  const entry: LogEntry = {
    level: 'warn',
    message: 'Sync run cancelled: it is run again',
    code: 'sync_run_cancelled',
  };
  await transact([
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
    { put: toItem(activeSyncRunKey(run, id), 'sync_active', { tenantId, organizationId, id }) },
    ...progressCreated(run),
    ...changeWrites(run, 'requested', context),
  ]);
}

/** A run that others have changed since it was read. */
export class RunMovedError extends ConditionFailedError {
  override name = 'RunMovedError';
}
const moved = (run: Item | undefined) => new RunMovedError(run, undefined);

const revisionIs = ({ revision, status }: StoredRun): Condition => ({
  expression: 'rev = :revRead AND #status = :statusRead',
  names: { '#status': 'status' },
  values: { ':revRead': revision, ':statusRead': status },
});

/** That the caller still holds the batch. */
function isHeld({ batchesCompleted }: StoredRun, { token }: Lease): Condition {
  return {
    expression: 'batchesCompleted = :batch AND lease.#token = :mine',
    names: { '#token': 'token' },
    values: { ':batch': batchesCompleted, ':mine': token },
  };
}

function both(left: Condition, right: Condition): Condition {
  return {
    expression: `${left.expression} AND ${right.expression}`,
    names: { ...left.names, ...right.names },
    values: { ...left.values, ...right.values },
  };
}

/** The lock is the run's own: nobody else removes it. */
const unlock = (run: StoredRun): Write => ({ delete: syncLockKey(run, run) });

/** The writes that a run's end takes beside its row and its lock. */
function endWrites(run: StoredRun, status: EndedStatus, context: ChangeContext): Write[] {
  return [
    listingWrite(run),
    { delete: activeSyncRunKey(run, run.id) },
    ...progressEnded(run, status, context.nowMs),
    ...changeWrites(run, status, context),
  ];
}

/** What of a run differs from how it was read. */
function rowWrite(before: StoredRun, after: StoredRun, when: Condition): Extract<Write, { set: Key }> {
  const { revision: rev, lease, ...values } = after;
  const remove = ['lease', 'tries', 'quietUntilMs'].filter((name) => name in before && !(name in after));
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

/** `lease` is the one of who holds the batch, for changes that only the holder may make. */
interface StatusChange {
  status: RunStatus;
  lastError?: string | null;
  lease?: Lease | undefined;
}

/** The writes of a change of the status between batches, but for the lock. */
function statusWrites(before: StoredRun, to: StatusChange, entry: LogEntry, context: ChangeContext) {
  const { lease: held, tries, quietUntilMs, ...rest } = before;
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
    ...(isOver({ status }) && { finishedAtMs: nowMs }),
  };
  const when = lease ? both(revisionIs(before), isHeld(before, lease)) : revisionIs(before);
  const action = status === 'running' || status === 'pending' ? 'resumed' : status;
  const about = { ...entry, runId: after.id, entityType: after.entityType };
  const writes: Write[] = [
    rowWrite(before, after, when),
    ...(isOver({ status })
      ? endWrites(after, status as EndedStatus, context)
      : [listingWrite(after), ...changeWrites(after, action, context)]),
    ...logWrites(after, after.integrationId, [about], nowMs),
  ];
  return { after, writes };
}

/**
 * Changes the status between batches, by whoever comes first: exactly one does. Answers the run after it. Throws
 * RunMovedError.
 */
export async function changeStatus(
  before: StoredRun,
  to: StatusChange,
  entry: LogEntry,
  context: ChangeContext,
): Promise<StoredRun> {
  const { after, writes } = statusWrites(before, to, entry, context);
  await transact([...writes, ...(isOver(to) ? [unlock(before)] : [])]);
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

/** A worker takes the batch that is next, whatever the status of the run. Throws RunMovedError. */
export async function takeLease(run: StoredRun, lease: Lease): Promise<StoredRun> {
  const { batchesCompleted, status, lease: seen } = run;
  try {
    const item = await updateItem({
      Key: syncRunKey(run, run.id),
      UpdateExpression: 'SET lease = :lease REMOVE quietUntilMs',
      ConditionExpression: `#status = :status AND batchesCompleted = :batch AND ${
        seen ? 'lease = :seen' : 'attribute_not_exists(lease)'
      }`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': status,
        ':batch': batchesCompleted,
        ':lease': lease,
        ...(seen && { ':seen': seen }),
      },
    });
    return toStored(item);
  } catch (error) {
    throw error instanceof ConditionFailedError ? moved(error.item) : error;
  }
}

/** Keeps the batch for longer. Answers how the run is; throws RunMovedError when somebody else holds it. */
export async function renewLease(run: StoredRun, lease: Lease, untilMs: number): Promise<RunStatus> {
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
 * One transaction moves run, progress, cursor and counters. Answers the run after it. Throws RunMovedError when
 * somebody else holds the batch, or has changed the status: then `finishLate` is for cancelled runs.
 */
export async function checkpoint(
  before: StoredRun,
  held: Lease,
  end: BatchEnd,
  context: ChangeContext,
): Promise<StoredRun> {
  const { lease, tries, ...rest } = before;
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
  const entries = end.entries.map((entry) => ({ ...entry, runId: after.id, entityType: after.entityType }));
  await transact([
    rowWrite(before, after, both(revisionIs(before), isHeld(before, held))),
    ...(end.storedCursor === undefined ? [] : [cursorWrite(after, end.storedCursor)]),
    ...(end.status === 'running'
      ? progressMoved(after, nowMs)
      : [unlock(after), ...endWrites(after, end.status, context)]),
    ...(entries.length > 0 ? logWrites(after, after.integrationId, entries, nowMs) : []),
  ]);
  return after;
}

/**
 * The same for a batch whose run was cancelled while it was written: nothing that was written is left uncounted, and
 * the end stays as it is. `isWhole` unless somebody died over the batch. Throws RunMovedError.
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
  const entries = end.entries.map((entry) => ({ ...entry, runId: after.id, entityType: after.entityType }));
  const late = (storedCursor: string | null | undefined): Write[] => [
    {
      set: syncRunKey(after, after.id),
      values: {
        ...end.counts,
        ...{ cursor, totalCount, batchesCompleted },
        updatedAtMs: nowMs,
      },
      remove: ['lease', 'tries'],
      when: isHeld(before, held),
      otherwise: moved,
    },
    ...(storedCursor === undefined ? [] : [cursorWrite(after, storedCursor)]),
    ...progressLate(after, nowMs),
    ...(entries.length > 0 ? logWrites(after, after.integrationId, entries, nowMs) : []),
  ];
  try {
    await transact(late(end.storedCursor));
  } catch (error) {
    if (!(error instanceof CursorTakenError)) throw error;
    await transact(late(undefined));
  }
  return after;
}

/** Where a run of the kind starts that is no full one. */
export async function storedCursor(scope: RowScope, subject: SyncSubject): Promise<string | null> {
  const item = await getItem(syncCursorKey(scope, subject));
  return (item?.cursor as string | null | undefined) ?? null;
}

/** Claims to send a run's message once more: one of several who want to does. */
export async function claimNudge(run: StoredRun, nowMs: number): Promise<boolean> {
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
        ':until': nowMs + syncLimits.nudgeSeconds * 1_000,
        ...(quietUntilMs !== undefined && { ':seen': quietUntilMs }),
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

/** Runs of all tenants that are not over. */
export async function activeRuns(): Promise<StoredRun[]> {
  const shards = Array.from({ length: activeSyncShards }, (_, shard) =>
    queryAll({ pk: activeSyncPartition(shard), consistent: false, limit: syncLimits.sweepRuns }),
  );
  const found = (await Promise.all(shards)).flat();
  const rows = await batchGet(
    found.map(({ tenantId, id }) => syncRunKey({ tenantId: String(tenantId) }, String(id))),
  );
  return rows.map(toStored);
}

/** Runs of an organization's integration that are not over. */
export async function runsAtWork(scope: RowScope, integrationId: string): Promise<StoredRun[]> {
  const prefix = syncLocksPrefix(integrationId);
  const locks = await queryAll({ pk: syncsPartition(scope), skPrefix: prefix, consistent: true });
  const rows = await batchGet(locks.map(({ runId }) => syncRunKey(scope, String(runId))));
  return rows.map(toStored);
}
