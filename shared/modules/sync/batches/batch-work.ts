/** One batch in the hands of its adapter: read or written, and what comes of it. */
import type { Connection } from '../../integrations/connection.ts';
import { toKept } from '../../integrations/log-service.ts';
import type { LogEntry } from '../../integrations/log-store.ts';
import {
  AuthorizationFailedError,
  RetryLaterError,
  SourceError,
  type SyncAdapter,
  type SyncContext,
} from '../adapter.ts';
import type { BatchDependencies } from '../dependencies.ts';
import { idFieldOf } from '../mappings/mapping.ts';
import type { Mapping } from '../mappings/mapping-contract.ts';
import { addCounts, countsOf } from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';
import type { BatchEnd } from './checkpoint-store.ts';
import { exportBatch } from './export-batch.ts';
import { type BatchOutcome, importBatch, type LeasedBatch } from './import-batch.ts';

/** What went wrong at the service rather than here. */
export class AdapterError extends Error {
  override name = 'AdapterError';
}

/** What an adapter throws on purpose. */
const runErrors = [AuthorizationFailedError, SourceError, RetryLaterError];

async function ofAdapter<T>(work: Promise<T> | undefined): Promise<T> {
  try {
    if (work === undefined) throw new SourceError('The adapter does not go in this direction.');
    return await work;
  } catch (error) {
    if (runErrors.some((type) => error instanceof type)) throw error;
    throw new AdapterError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Everything that working on a batch takes. */
export interface BatchContext extends LeasedBatch {
  adapter: SyncAdapter;
  connection: Connection;
  mapping: Mapping;
  parts: BatchDependencies;
}

/** The part of it that an adapter receives; it needs no lease. */
export type AdapterInput = Pick<BatchContext, 'run' | 'connection' | 'mapping' | 'signal' | 'context'>;

export function syncContextOf({ run, connection, mapping, signal, context }: AdapterInput): SyncContext {
  const { tenantId, organizationId, integrationId, entityType, id: runId } = run;
  const { credentials, apiVersion } = connection;
  return {
    scope: { tenantId, organizationId },
    ...{ integrationId, runId, entityType, credentials, apiVersion, signal },
    idField: idFieldOf(mapping),
    nowMs: context.nowMs,
  };
}

export interface BatchResult extends BatchOutcome {
  cursor: string | null;
  hasMore: boolean;
  totalCount: number | null;
  storedCursor?: string | null | undefined;
  message?: string | undefined;
}

/** Throws SourceError for a cursor that is too large to be stored with the run. */
export function withStorableCursor<Result extends { cursor: string | null }>(result: Result): Result {
  if (Buffer.byteLength(result.cursor ?? '') > syncLimits.cursorBytes)
    throw new SourceError(`The cursor of the batch has more than ${syncLimits.cursorBytes} bytes.`);
  return result;
}

export async function importOne(work: BatchContext): Promise<BatchResult> {
  const { run, adapter, mapping } = work;
  const { cursor: before, batchSize } = run;
  const read = adapter.readBatch?.(syncContextOf(work), { cursor: before, batchSize });
  const { items, cursor, hasMore, totalEstimate, message } = withStorableCursor(await ofAdapter(read));
  if (hasMore && (cursor === null || cursor === before))
    throw new SourceError('The service does not say where the next batch begins.');
  const outcome = await importBatch(work, mapping, items);
  const totalCount = totalEstimate ?? run.totalCount;
  return { ...outcome, cursor, hasMore, totalCount, storedCursor: cursor, message };
}

/** The adapter's errors are distinguished inside: everything else there is our own. */
export async function exportOne(work: BatchContext): Promise<BatchResult> {
  const { adapter, mapping } = work;
  const told: SyncAdapter = {
    ...adapter,
    writeBatch: async (context, batch) =>
      withStorableCursor(await ofAdapter(adapter.writeBatch?.(context, batch))),
  };
  return exportBatch(work, mapping, told, syncContextOf(work));
}

const shownFailures = 20;

/** What the integration's log tells of a batch. */
function entriesOf(
  { run, connection: { secrets } }: BatchContext,
  done: BatchResult,
  end: Pick<BatchEnd, 'status' | 'counts'>,
) {
  const { failures, message } = done;
  const entries: LogEntry[] = [];
  if (message !== undefined) entries.push({ level: 'info', message, code: 'sync_batch' });
  if (failures.length > 0) {
    const shown = failures.slice(0, shownFailures).map(({ externalId, localId, error }) => ({
      ...{ externalId, localId, error },
    }));
    entries.push({
      level: 'error',
      message: `${failures.length} items of batch ${run.batchesCompleted + 1} failed`,
      code: 'sync_items_failed',
      payload: { batch: run.batchesCompleted + 1, failures: shown },
    });
  }
  if (end.status === 'completed')
    entries.push({
      level: 'info',
      message: 'Sync run completed',
      code: 'sync_run_completed',
      payload: { ...end.counts },
    });
  if (end.status === 'failed')
    entries.push({
      level: 'error',
      message: 'Sync run failed: too many items failed',
      code: 'sync_run_failed',
    });
  return entries.map((entry) => toKept(entry, secrets));
}

export function endOf(work: BatchContext, done: BatchResult): BatchEnd {
  const { run } = work;
  const counts = addCounts(countsOf(run), done.counts);
  const isTooMuch = run.maxFailures !== null && counts.failedCount > run.maxFailures;
  const isEndless = done.hasMore && run.batchesCompleted + 1 >= syncLimits.batches;
  const status = isTooMuch || isEndless ? 'failed' : done.hasMore ? 'running' : 'completed';
  const { cursor, totalCount, storedCursor } = done;
  const lastError = isTooMuch
    ? `More than ${run.maxFailures} items failed.`
    : isEndless
      ? `A run has at most ${syncLimits.batches} batches.`
      : null;
  const end = { counts, cursor, totalCount, status, lastError } as const;
  const entries = entriesOf(work, done, end);
  return { ...end, entries, ...(storedCursor !== undefined && { storedCursor }) };
}
