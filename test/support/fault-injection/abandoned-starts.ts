/**
 * Starts of sync runs whose worker was killed before the run was stored. The watchdog removes their items after a quarter of an
 * hour, for which no test waits.
 */
import { jobKeys } from '../../../shared/modules/progress/public.ts';
import { syncLockKey, syncRunListingKey } from '../../../shared/modules/sync/keys.ts';
import { syncLimits } from '../../../shared/modules/sync/runs/run-limits.ts';
import { type RawItem, scopeOf, text } from '../invariants/table.ts';

/** The keys of what a start puts ahead of its run, by the pointer that names it. */
function keysOf(pointer: RawItem) {
  const { integrationId, entityType, direction, createdAtMs, id, progressJobId } = pointer;
  const scope = scopeOf(pointer);
  const subject = {
    integrationId: text(integrationId),
    entityType: text(entityType),
    direction: text(direction),
  };
  const job = { ...scope, createdAtMs: Number(createdAtMs), id: text(progressJobId), parentJobId: null };
  return {
    lock: syncLockKey(scope, subject),
    others: [pointer, syncRunListingKey(scope, Number(createdAtMs), text(id)), ...jobKeys(job)],
  };
}

/** The items without those of abandoned starts that the watchdog may not remove yet. */
export function withoutAbandonedStarts(items: readonly RawItem[], nowMs = Date.now()): RawItem[] {
  const runs = new Set(items.filter(({ entity }) => entity === 'sync_run').map(({ id }) => id));
  // Until the next round of the watchdog.
  const oldestMs = nowMs - (syncLimits.startSeconds + 300) * 1_000;
  const abandoned = items.filter(
    ({ entity, id, createdAtMs }) =>
      entity === 'sync_active' && !runs.has(id) && Number(createdAtMs) > oldestMs,
  );
  const ids = new Set(abandoned.map(({ id }) => id));
  const keys = new Set(abandoned.flatMap((one) => keysOf(one).others).map(({ pk, sk }) => `${pk} ${sk}`));
  const locks = new Set(abandoned.map((one) => `${keysOf(one).lock.pk} ${keysOf(one).lock.sk}`));
  return items.filter(({ pk, sk, runId }) => {
    const key = `${pk} ${sk}`;
    return !keys.has(key) && !(locks.has(key) && ids.has(runId));
  });
}
