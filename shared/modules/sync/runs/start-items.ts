/**
 * Items that a start of a run writes before its transaction, because each then costs one write unit instead of two: the
 * pointer, the lock, and the listing items of the run and its job. The pointer is written first and names the others. A
 * run exists only with its row: without the row, reads by id find nothing and the items are removed, by the start itself
 * if it was refused, or by the watchdog if the process died in between.
 */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { deleteItems, putItems } from '../../../kernel/table/batch-write.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { toItem } from '../../../kernel/table/item.ts';
import type { Key, RowScope } from '../../../kernel/table/keys.ts';
import { isRefusal, storeBehindPointers } from '../../../kernel/table/pointers.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { notExists, putNew, transact, type Write } from '../../../kernel/table/write.ts';
import { jobKeys } from '../../progress/public.ts';
import { SyncOverlapError } from '../errors.ts';
import {
  activeSyncRunKey,
  type SyncSubject,
  syncLockKey,
  syncRunListingKey,
  syncUsagePartition,
} from '../keys.ts';
import type { StoredRun } from './run.ts';
import { syncLimits } from './run-limits.ts';

/** The fields of a run from which the items of its start are derived. */
export type RunStart = RowScope & SyncSubject & Pick<StoredRun, 'id' | 'createdAtMs' | 'progressJobId'>;

const startOf = (run: RunStart): RunStart => {
  const { tenantId, organizationId, integrationId, entityType, direction } = run;
  const { id, createdAtMs, progressJobId } = run;
  return { tenantId, organizationId, integrationId, entityType, direction, id, createdAtMs, progressJobId };
};

const pointerOf = (run: RunStart) => toItem(activeSyncRunKey(run, run.id), 'sync_active', startOf(run));

/** The lock of a run's kind: only one run of a kind is running in an organization. */
function lockOf(run: RunStart): Key & Item {
  const { id: runId, integrationId, entityType, direction } = run;
  return toItem(syncLockKey(run, run), 'sync_lock', { runId, integrationId, entityType, direction });
}

/** The write that takes the lock, from the replaced run if there is one. */
export const lockWrite = (run: RunStart, replaces: Pick<RunStart, 'id'> | undefined): Write => ({
  put: lockOf(run),
  when: replaces ? { expression: 'runId = :replaced', values: { ':replaced': replaces.id } } : notExists,
  otherwise: (lock) => new SyncOverlapError(String(lock?.runId ?? '')),
});

/** Maximum unfinished runs of a tenant. */
export const startLimit = (run: TenantScope) => ({
  partition: syncUsagePartition(run),
  what: 'active sync runs in a tenant',
  max: integerSetting('SYNC_RUNS_PER_TENANT'),
});

/** Throws SyncOverlapError if another run has the lock. */
async function takeLock(run: RunStart): Promise<void> {
  try {
    await putNew(lockOf(run));
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // The caller may have repeated the request because the response was lost.
    if (error.item?.runId !== run.id) throw new SyncOverlapError(String(error.item?.runId ?? ''));
  }
}

/** Removes the items of a start without a row; the lock only if this run holds it. */
async function removeItems(start: RunStart): Promise<void> {
  const { id, createdAtMs, progressJobId } = start;
  await deleteItems([
    syncRunListingKey(start, createdAtMs, id),
    ...jobKeys({ ...start, id: progressJobId, parentJobId: null }),
  ]);
  try {
    const isOwn = { expression: 'runId = :run', values: { ':run': id } };
    await transact([{ delete: syncLockKey(start, start), when: isOwn }]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/**
 * Writes the items of a start, then stores the run with `store`. `listed` are its listing items. `takesLock`:
 * the lock is one of the items; otherwise the transaction takes it. Throws SyncOverlapError, and what `store`
 * throws.
 */
export async function storeStart(
  run: RunStart,
  { takesLock, listed }: { takesLock: boolean; listed: readonly (Key & Item)[] },
  store: () => Promise<void>,
): Promise<void> {
  await storeBehindPointers([pointerOf(run)], async () => {
    if (takesLock) await takeLock(run);
    try {
      await putItems(listed);
      await store();
    } catch (error) {
      // For any other error the run may have been stored, so the watchdog decides. Items that cannot be
      // removed now are left to it, too; their pointer must not expire before.
      if (isRefusal(error))
        await removeItems(run).catch((failure: unknown) => {
          log('warn', 'items of a refused start were not removed', {
            runId: run.id,
            error: describeError(failure),
          });
          throw new Error('A start was refused, but its items were not removed.', { cause: error });
        });
      throw error;
    }
  });
}

/**
 * The start of a pointer without a row, once its process must have ended. Undefined if the process may still
 * be running, and for old pointers that do not contain their start.
 */
function abandonedStartOf(pointer: Item, nowMs: number): RunStart | undefined {
  const createdAtMs = Number(pointer.createdAtMs ?? Number.NaN);
  if (!(createdAtMs + syncLimits.startSeconds * 1_000 <= nowMs)) return undefined;
  const text = (name: keyof RunStart) => String(pointer[name]);
  return {
    ...{ tenantId: text('tenantId'), organizationId: text('organizationId'), id: text('id'), createdAtMs },
    ...{ integrationId: text('integrationId'), entityType: text('entityType'), direction: text('direction') },
    progressJobId: text('progressJobId'),
  };
}

/**
 * Removes the items of starts without a row, the pointers last. Failures are logged and left for the next
 * sweep.
 */
export async function removeAbandoned(pointers: readonly Item[], nowMs: number): Promise<void> {
  for (const pointer of pointers) {
    const start = abandonedStartOf(pointer, nowMs);
    if (start === undefined) continue;
    try {
      await removeItems(start);
      await deleteItems([{ pk: String(pointer.pk), sk: String(pointer.sk) }]);
    } catch (error) {
      log('warn', 'an abandoned start was not removed', { runId: start.id, error: describeError(error) });
    }
  }
}
