/** One batch in the hands of its adapter: read or written, and what comes of it. */

import { UnavailableError } from '../../../kernel/errors/errors.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { isTemporary } from '../../../kernel/table/errors.ts';
import { truncate } from '../../../kernel/text/text.ts';
import {
  type Connection,
  type LogEntry,
  reportAuthFailure,
  toKept,
  withoutSecrets,
} from '../../integrations/public.ts';
import { credentialTarget } from '../../integrations/public-light.ts';
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
import {
  addCounts,
  contextNow,
  countsOf,
  isOver,
  type Lease,
  retryDecisionOf,
  type StoredRun,
} from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';
import { changeStatus, RunMovedError } from '../runs/run-store.ts';
import { type BatchEnd, checkpoint, finishLate, LostBatchError, returnBatch } from './batch-store.ts';
import { exportBatch } from './export-batch.ts';
import { parseExportCursor } from './export-cursor.ts';
import { type BatchOutcome, importBatch, type LeasedBatch } from './import-batch.ts';

/** What went wrong at the service rather than here. */
class AdapterError extends Error {
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

function syncContextOf({ run, connection, mapping, signal, context }: AdapterInput): SyncContext {
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

/** The entry about a batch in the log of the integration. */
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

function endOf(work: BatchContext, done: BatchResult): BatchEnd {
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

// The result of a batch: the run continues, waits, is retried or fails.

/** Removes what an export has begun elsewhere. What cannot be removed is left: the service forgets it some day. */
export async function cleanUpExport(work: AdapterInput & Pick<BatchContext, 'adapter'>): Promise<void> {
  const { run, adapter } = work;
  if (run.direction !== 'export' || adapter.cleanUpExport === undefined) return;
  await adapter
    .cleanUpExport(syncContextOf(work), parseExportCursor(run.cursor).adapter)
    .catch((error: unknown) =>
      log('warn', 'an export was not cleaned up', { runId: run.id, error: describeError(error) }),
    );
}

/** Moves the run on, and sends the next message. */
export async function finish(work: BatchContext, done: BatchResult): Promise<void> {
  const { run, lease, parts } = work;
  const end = endOf(work, done);
  let after: StoredRun;
  try {
    after = await checkpoint(run, lease, end, contextNow());
  } catch (error) {
    if (!(error instanceof RunMovedError)) throw error;
    // Cancelled meanwhile: what was written is counted. Another worker's batch: the error goes to the caller.
    after = await finishLate(run, lease, end, true, contextNow());
    await cleanUpExport({ ...work, run: after });
    return;
  }
  if (after.status === 'failed') await cleanUpExport({ ...work, run: after });
  // Thrown errors leave the message in the queue; its next receiver sends the next one.
  if (!isOver(after)) await parts.send(after, { runId: after.id, batch: after.batchesCompleted });
}

const texts = {
  off: 'The integration is switched off.',
  refused: 'The integration needs credentials that its provider accepts.',
  'no credentials': 'The integration has no credentials.',
  closed: 'The tenant or organization is closed.',
} as const;

export function blockedReason(connection: Connection): Exclude<keyof typeof texts, 'closed'> | undefined {
  if (!connection.isEnabled) return 'off';
  if (connection.reauthRequired) return 'refused';
  const needs = credentialTarget(connection.definition).fields.length > 0;
  return needs && Object.keys(connection.credentials).length === 0 ? 'no credentials' : undefined;
}

/** The run waits until its integration can be used again. */
export async function pause(
  run: StoredRun,
  lease: Lease | undefined,
  why: keyof typeof texts,
): Promise<void> {
  const lastError = texts[why];
  const entry: LogEntry = {
    level: 'warn',
    message: `Sync run paused: ${lastError}`,
    code: 'sync_run_paused',
  };
  await changeStatus(run, { status: 'paused', lastError, lease }, entry, contextNow());
}

/** The run ends; `lease` is that of its worker, if there is one. */
export async function fail(run: StoredRun, lease: Lease | undefined, lastError: string): Promise<StoredRun> {
  const entry: LogEntry = {
    level: 'error',
    message: `Sync run failed: ${lastError}`,
    code: 'sync_run_failed',
  };
  return changeStatus(run, { status: 'failed', lastError, lease }, entry, contextNow());
}

interface Failure {
  isOurs: boolean;
  lastError: string;
  isFinal?: boolean;
  /** What the service asks for. */
  retryAfterSeconds?: number | undefined;
}

/** The batch is tried again later, or its run fails: whether it does, and the run then. Throws RunMovedError. */
async function tryLater(
  run: StoredRun,
  lease: Lease,
  { isOurs, lastError, isFinal = false, retryAfterSeconds = 0 }: Failure,
  send: BatchDependencies['send'],
): Promise<StoredRun | undefined> {
  const decision = isFinal ? ({ do: 'fail' } as const) : retryDecisionOf(run, isOurs);
  if (decision.do === 'fail') return fail(run, lease, lastError);
  const { tries } = decision;
  const waitSeconds = Math.min(
    Math.max(decision.waitSeconds, retryAfterSeconds),
    syncLimits.maxRetryAfterSeconds,
  );
  const quietUntilMs = Date.now() + (waitSeconds + syncLimits.redispatchSeconds) * 1_000;
  await returnBatch(run, lease, { tries, quietUntilMs, lastError });
  await send(run, { runId: run.id, batch: run.batchesCompleted }, waitSeconds);
  return undefined;
}

const outOfReach = 'The platform was out of reach.';

/** Gives a batch back that was never begun, because the platform itself failed. Throws RunMovedError. */
export async function returnUnstarted(
  run: StoredRun,
  lease: Lease,
  error: unknown,
  { send }: Pick<BatchDependencies, 'send'>,
): Promise<void> {
  log('warn', 'a sync batch was not started', { runId: run.id, error: describeError(error) });
  await tryLater(run, lease, { isOurs: true, lastError: outOfReach }, send);
}

const outOfTime = 'The batch takes longer than its worker has. Smaller batches may help.';

/** Pauses, retries or fails the run whose batch could not be finished. Throws RunMovedError when it is another worker's. */
export async function handleBatchFailure(work: BatchContext, error: unknown): Promise<void> {
  const { run, lease, connection, parts, signal } = work;
  if (error instanceof LostBatchError || error instanceof RunMovedError) throw error;
  if (error instanceof AuthorizationFailedError) {
    await reportAuthFailure(run, connection, contextNow());
    return pause(run, lease, 'refused');
  }
  const isLate = signal.aborted && error === signal.reason;
  const retryAfterSeconds = error instanceof RetryLaterError ? error.retryAfterSeconds : undefined;
  const isOfService =
    error instanceof AdapterError || error instanceof SourceError || retryAfterSeconds !== undefined;
  const isOurs = !(isLate || isOfService);
  if (isOurs && !(error instanceof UnavailableError) && !isTemporary(error))
    log('error', 'a sync batch failed', { runId: run.id, error: describeError(error) });
  const said = error instanceof Error ? error.message : String(error);
  const text = isLate ? outOfTime : withoutSecrets(isOurs ? outOfReach : said, connection.secrets);
  const lastError = truncate(text, syncLimits.errorText);
  const failure = { isOurs, lastError, isFinal: error instanceof SourceError, retryAfterSeconds };
  const ended = await tryLater(run, lease, failure, parts.send);
  if (ended !== undefined) await cleanUpExport({ ...work, run: ended });
}
