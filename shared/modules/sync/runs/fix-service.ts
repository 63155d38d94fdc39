/** Imports a corrected row of an ended run, and removes it from the failed rows of the run. */

import { InvalidInputError, requireFound, StaleError } from '../../../kernel/errors/errors.ts';
import type { Caller } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import { recordListPartition } from '../../entities/public.ts';
import { adapterOf, isBadItem, toSourceItem } from '../adapter.ts';
import { planRow } from '../batches/import-batch.ts';
import { type FailedItem, type Incoming, mapBatch, type Outcome } from '../batches/import-plan.ts';
import type { BatchDependencies } from '../dependencies.ts';
import { SyncRunStateError } from '../errors.ts';
import { recordTypeOf } from '../keys.ts';
import { idFieldOf, mappingOf, rowFilterOf } from '../mappings/mapping.ts';
import type { Mapping } from '../mappings/mapping-contract.ts';
import { findFailure, fixedWrite } from './failure-store.ts';
import { isOver, nothingStoredText, type StoredRun, toRun } from './run.ts';
import type { FixedItem, FixFailure } from './run-contract.ts';
import { syncLimits } from './run-limits.ts';
import { both, revisionIs, rowWrite } from './run-row.ts';
import { findVisibleRun } from './run-service.ts';

/** Why the rows of a run cannot be fixed; undefined if they can. Pure. */
export function unfixableText(run: StoredRun): string | undefined {
  if (run.direction !== 'import') return 'Only rows of an import can be fixed.';
  // A worker may still count the last batch of a cancelled run.
  const isCounting = run.status === 'cancelled' && (run.lease !== undefined || (run.tries ?? 0) > 0);
  return isOver(run) && !isCounting ? undefined : 'The run has not ended.';
}

const countOf = { created: 'createdCount', updated: 'updatedCount', skipped: 'skippedCount' } as const;

/** The run with one of its failed rows imported. Pure. */
export function withFixed(run: StoredRun, outcome: Outcome, nowMs: number): StoredRun {
  const after = {
    ...run,
    [countOf[outcome]]: run[countOf[outcome]] + 1,
    failedCount: Math.max(0, run.failedCount - 1),
    fixedCount: (run.fixedCount ?? 0) + 1,
    updatedAtMs: nowMs,
  };
  // What was said of a run that stored nothing is no longer true.
  return run.status === 'completed'
    ? { ...after, lastError: nothingStoredText(after, after) ?? null }
    : after;
}

/** Throws InvalidInputError with each problem of the row. */
function refuse({ error, problems }: Pick<FailedItem, 'error' | 'problems'>): never {
  const details = (problems ?? []).flatMap(({ field, message }): [string, string][] =>
    field === null ? [] : [[`data.${field}`, message]],
  );
  throw new InvalidInputError(details.length > 0 ? Object.fromEntries(details) : { data: error });
}

/** The row after the mapping. Throws InvalidInputError. */
async function mappedRow(mapping: Mapping, data: FixFailure['data'], nowMs: number): Promise<Incoming> {
  const item = toSourceItem(data, idFieldOf(mapping), 'The row');
  if (item === undefined || isBadItem(item)) return refuse({ error: item?.error ?? 'is not a row' });
  const { incoming, failures } = mapBatch(mapping, [item], await rowFilterOf(mapping, nowMs));
  const [failure] = failures;
  if (failure !== undefined) return refuse(failure);
  return incoming[0] ?? refuse({ error: 'is held back by the condition of the mapping' });
}

/** Replaces the counts; another writer of the row was faster if the number of failed rows differs. */
function runWrite(before: StoredRun, after: StoredRun): Write {
  const isCurrent = {
    expression: 'failedCount = :failedRead',
    values: { ':failedRead': before.failedCount },
  };
  return rowWrite(before, after, both(revisionIs(before), isCurrent));
}

/**
 * Imports a corrected row in one transaction with the counts of its run. Of parallel fixes of the same row, one succeeds.
 * Throws NotFoundError, SyncAdapterMissingError, SyncRunStateError, InvalidInputError, ExternalIdTakenError.
 */
export const fixSyncFailure =
  ({ findAdapter, findMapping }: Pick<BatchDependencies, 'findAdapter' | 'findMapping'>) =>
  async (
    { scope, context }: Caller,
    { id, failureId, data }: FixFailure & { id: string; failureId: string },
  ): Promise<FixedItem> => {
    const { nowMs } = context;
    const read = async () => {
      const run = await findVisibleRun(scope, id);
      const problem = unfixableText(run);
      if (problem !== undefined) throw new SyncRunStateError(problem, run.status);
      requireFound(await findFailure(run, failureId), 'Failed item');
      return { run, etag: '' };
    };
    return updateWithRetry(read, undefined, async ({ run }) => {
      const { adapter } = adapterOf(run.integrationId, findAdapter);
      const mapping = await mappingOf(run, run, adapter, findMapping);
      const row = await mappedRow(mapping, data, nowMs);
      const signal = AbortSignal.timeout(syncLimits.validateMs);
      const planned = await planRow({ run, signal, context }, mapping, row);
      if ('failure' in planned) return refuse(planned.failure);
      const { outcome, writes } = planned;
      const after = withFixed(run, outcome, nowMs);
      const list = recordListPartition(run, recordTypeOf(run.entityType));
      const counted = outcome === 'created' ? [countWrite(list, run.id, 1)] : [];
      try {
        // The failed item first: its error says that another caller has fixed it.
        await transact([fixedWrite(run, failureId), runWrite(run, after), ...writes, ...counted]);
      } catch (error) {
        // Another row of the run was fixed, or a record was changed, at the same time.
        throw error instanceof ConditionFailedError ? new StaleError() : error;
      }
      return { ok: true, outcome, run: toRun(after, nowMs) };
    });
  };
