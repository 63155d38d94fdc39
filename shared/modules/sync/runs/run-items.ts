/**
 * What the items of a sync run are: a row, a listing item, the lock of its kind and, until it is over, a locator. Each
 * change of the status is one transaction with its event and its progress.
 */
import { type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { hourlyCountWrite } from '../../../kernel/table/hourly-counts.ts';
import { hourlySeries } from '../../../kernel/table/hourly-series.ts';
import { fromItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { releaseWrite } from '../../../kernel/table/usage.ts';
import type { Condition, Write } from '../../../kernel/table/write.ts';
import { type LogEntry, logWrites } from '../../integrations/log-store.ts';
import { activeSyncRunKey, syncLockKey, syncRunKey, syncRunListingKey, syncUsagePartition } from '../keys.ts';
import { recordTypeOf } from '../mappings/record-type.ts';
import { countsOf, type EndedStatus, type Lease, type StoredRun } from './run.ts';
import { progressEnded } from './run-progress.ts';

export const entity = 'sync_run';

export type RunField = 'createdAt' | 'integrationId' | 'entityType' | 'direction' | 'status';
export const runListing: ListingSpec<RunField> = {
  attributes: { createdAt: 'c', integrationId: 'i', entityType: 'e', direction: 'd', status: 's' },
  searchIn: ['integrationId', 'entityType', 'status'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
};

export const toStored = (item: Item): StoredRun => fromItem<StoredRun>(item, entity);

export function listingWrite(run: StoredRun): Write {
  const { id, createdAtMs: createdAt, integrationId, entityType, direction, status } = run;
  const fields = { createdAt, integrationId, entityType, direction, status };
  const key = syncRunListingKey(run, createdAt, id);
  return { put: toListingItem(runListing, key, { id, bytes: 1_500, fields, revision: run.revision }) };
}

/** The event and the audit entry of a change of the status. */
export function changeWrites(
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

/** What the integration's log tells of the run. */
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
