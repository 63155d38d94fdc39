/**
 * Works on runs, one batch per message. The holder of the batch's lease works on it. A transaction at the end
 * records the progress of the run, then the next message is sent. After a crash in between, another worker
 * continues with exact counts.
 */

import { isOpenHome } from '../../../kernel/auth/directory-reader.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { UnavailableError } from '../../../kernel/errors/errors.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { RetryableError } from '../../../kernel/queues/errors.ts';
import { holdLease } from '../../../kernel/queues/held-lease.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import { withoutSecrets } from '../../../kernel/secrets/redact.ts';
import { isTemporary } from '../../../kernel/table/errors.ts';
import { closeWriteShards, journaledOutcomes, LostBatchError } from '../../../kernel/table/journal.ts';
import {
  type Connection,
  connect,
  type LogEntry,
  redactEntry,
  reportAuthFailure,
} from '../../integrations/public.ts';
import { findIntegration } from '../../integrations/public-data.ts';
import {
  AdapterError,
  AuthorizationFailedError,
  adapterOf,
  RetryLaterError,
  SourceError,
} from '../adapter.ts';
import type { BatchDependencies } from '../dependencies.ts';
import { mappingOf } from '../mappings/mapping.ts';
import type { Mapping } from '../mappings/mapping-contract.ts';
import {
  addCounts,
  type BatchData,
  batchMessageType,
  blockedTexts,
  type Counts,
  claimOf,
  contextNow,
  countsOf,
  endlessProblem,
  isCancelledAndHeld,
  isOver,
  type Lease,
  nothingStoredText,
  type RunBlockedReason,
  retryDecisionOf,
  type StoredRun,
  stoppedWorkersText,
} from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';
import { type BatchEnd, beginRun, checkpoint, findRun, finishLate, RunMovedError } from '../runs/run-row.ts';
import { changeStatus } from '../runs/run-store.ts';
import { inStoryOf } from '../runs/run-story.ts';
import { resumeRuns } from '../runs/stalled-runs.ts';
import { claimRedispatch, continueAt, renewLease, returnBatch, takeLease } from './batch-lease.ts';
import { cleanUpExport, cleanUpStoppedExport, exportBatch } from './export-batch.ts';
import {
  type BatchContext,
  type BatchResult,
  countWritten,
  importBatch,
  journalOf,
  type LeasedBatch,
  newLease,
} from './import-batch.ts';
import { contentHash } from './import-plan.ts';

// The result of a batch: the run continues, waits, is retried or fails.

const shownFailures = 20;

/** The log entries of the integration for a batch. */
function entriesOf(
  { run, connection: { secrets } }: BatchContext,
  result: BatchResult,
  end: Pick<BatchEnd, 'status' | 'counts' | 'lastError'>,
) {
  const { failures, message } = result;
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
      level: end.lastError === null ? 'info' : 'warn',
      message: end.lastError === null ? 'Sync run completed' : `Sync run completed: ${end.lastError}`,
      code: 'sync_run_completed',
      payload: { ...end.counts },
    });
  if (end.status === 'failed')
    entries.push({
      level: 'error',
      message: `Sync run failed: ${end.lastError ?? 'too many items failed'}`,
      code: 'sync_run_failed',
    });
  return entries.map((entry) => redactEntry(entry, secrets));
}

function endOf(work: BatchContext, result: BatchResult): BatchEnd {
  const { run } = work;
  const counts = addCounts(countsOf(run), result.counts);
  const isTooMuch = run.maxFailures !== null && counts.failedCount > run.maxFailures;
  const endless = result.hasMore ? endlessProblem(run, result.cursor) : undefined;
  const isFailed = isTooMuch || endless !== undefined;
  const status = isFailed ? 'failed' : result.hasMore ? 'running' : 'completed';
  const { cursor, totalCount, storedCursor } = result;
  const failure = isTooMuch ? `More than ${run.maxFailures} items failed.` : endless;
  const nothing = status === 'completed' ? nothingStoredText(run, counts) : undefined;
  const lastError = failure ?? nothing ?? null;
  const end = { counts, cursor, totalCount, status, lastError } as const;
  const entries = entriesOf(work, result, end);
  return { ...end, entries, ...(storedCursor !== undefined && { storedCursor }) };
}

/** Records the progress of the run and sends the next message. */
async function finish(work: BatchContext, result: BatchResult): Promise<void> {
  const { run, lease, parts } = work;
  const end = endOf(work, result);
  let after: StoredRun;
  try {
    after = await checkpoint(run, lease, end, contextNow());
  } catch (error) {
    if (!(error instanceof RunMovedError)) throw error;
    // The run was cancelled meanwhile: written items are counted. If another worker has it, the caller
    // gets the error.
    after = await finishLate(run, lease, end, true, contextNow());
    await cleanUpExport({ ...work, run: after });
    return;
  }
  if (after.status === 'failed') await cleanUpExport({ ...work, run: after });
  // An error leaves the message in the queue. Its next receiver sends the next message.
  if (!isOver(after)) await parts.send(after, { runId: after.id, batch: after.batchesCompleted });
}

/** Pauses the run until its integration can be used again. */
async function pause(run: StoredRun, lease: Lease | undefined, reason: RunBlockedReason): Promise<void> {
  const lastError = blockedTexts[reason];
  const entry: LogEntry = {
    level: 'warn',
    message: `Sync run paused: ${lastError}`,
    code: 'sync_run_paused',
  };
  await changeStatus(run, { status: 'paused', lastError, lease }, entry, contextNow());
}

/**
 * The counts of a run with what its workers have written of an unfinished import batch, to which they can add no
 * more. Throws RunMovedError if another worker has the batch.
 */
async function countsWithUnfinished(run: StoredRun, lease: Lease): Promise<Counts> {
  if (run.direction === 'export') return countsOf(run);
  // The write shards must not be closed for a worker that has taken the batch over.
  await renewLease(run, lease, Date.now() + syncLimits.leaseSeconds * 1_000);
  const journal = journalOf(run);
  await closeWriteShards(journal, lease.token, Date.now());
  return addCounts(countsOf(run), countWritten(await journaledOutcomes(journal)));
}

/** Fails the run. `lease` is the lease of its worker, if it has one. */
async function fail(run: StoredRun, lease: Lease | undefined, lastError: string): Promise<StoredRun> {
  const entry: LogEntry = {
    level: 'error',
    message: `Sync run failed: ${lastError}`,
    code: 'sync_run_failed',
  };
  const counts = lease && (await countsWithUnfinished(run, lease));
  return changeStatus(run, { status: 'failed', lastError, lease, counts }, entry, contextNow());
}

interface Failure {
  isOurs: boolean;
  lastError: string;
  isFinal?: boolean;
  /** Requested by the service. */
  retryAfterSeconds?: number | undefined;
}

/** Retries the batch later or fails its run. Returns the run, and whether it is retried. Throws RunMovedError. */
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

const outOfReach = 'The platform was temporarily unavailable.';

/** Returns a batch that was not started, because the platform itself failed. Throws RunMovedError. */
async function returnUnstarted(
  run: StoredRun,
  lease: Lease,
  error: unknown,
  { send }: Pick<BatchDependencies, 'send'>,
): Promise<void> {
  log('warn', 'a sync batch was not started', { runId: run.id, error: describeError(error) });
  await tryLater(run, lease, { isOurs: true, lastError: outOfReach }, send);
}

const outOfTime = 'The batch exceeded its time limit. Use smaller batches.';

/** Pauses, retries or fails the run whose batch failed. Throws RunMovedError if another worker has it. */
async function handleBatchFailure(work: BatchContext, error: unknown): Promise<void> {
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
  const errorText = error instanceof Error ? error.message : String(error);
  const text = isLate ? outOfTime : withoutSecrets(isOurs ? outOfReach : errorText, connection.secrets);
  const lastError = truncate(text, syncLimits.errorText);
  const failure = { isOurs, lastError, isFinal: error instanceof SourceError, retryAfterSeconds };
  const ended = await tryLater(run, lease, failure, parts.send);
  if (ended !== undefined) await cleanUpExport({ ...work, run: ended });
}

// Claims the batch of a message, takes its lease and works on it.

/** Time of the function that is reserved for the work after the batch. */
const spareMs = 15_000;

/** Works on a batch as the holder of its lease. */
async function workOn(
  leased: Omit<LeasedBatch, 'context' | 'signal'>,
  connection: Connection,
  parts: BatchDependencies,
): Promise<void> {
  const { run, lease } = leased;
  const { adapter } = adapterOf(run.integrationId, parts.findAdapter);
  let mapping: Mapping;
  try {
    mapping = await mappingOf(run, run, adapter, parts.findMapping);
  } catch (error) {
    return returnUnstarted(run, lease, error, parts);
  }
  const heldLease = holdLease({
    leaseMs: syncLimits.leaseSeconds * 1_000,
    maxMs: syncLimits.workerSeconds * 1_000 - spareMs,
    renew: (untilMs) => renewLease(run, lease, untilMs),
    isLost: (error) => error instanceof RunMovedError,
    about: { runId: run.id },
  });
  const { signal } = heldLease;
  const work: BatchContext = {
    ...leased,
    context: contextNow(),
    adapter,
    connection,
    mapping,
    signal,
    parts,
  };
  try {
    let result: BatchResult;
    try {
      result = await (run.direction === 'import' ? importBatch(work) : exportBatch(work));
    } finally {
      await heldLease.end();
    }
    await finish(work, result);
  } catch (error) {
    await handleBatchFailure(work, error);
  }
}

/** The integration or its adapter was removed from the deployment after the run was started. */
const noAdapter = 'The integration has no sync adapter any more.';

async function take(
  run: StoredRun,
  claim: { do: 'begin' } | { do: 'work'; isTakeover: boolean },
  delivery: Delivery,
  parts: BatchDependencies,
): Promise<void> {
  const definition = findIntegration(run.integrationId);
  if (definition === undefined || parts.findAdapter(definition.providerKey) === undefined) {
    await fail(run, undefined, noAdapter);
    return;
  }
  const lease = newLease(delivery);
  const isFirst = claim.do === 'begin';
  const { tenantId, organizationId } = run;
  const leasedRun = isFirst ? undefined : await takeLease(run, lease);
  let connection: Connection;
  let isOpen: boolean;
  try {
    connection = await connect({ tenantId, organizationId }, definition);
    isOpen = await isOpenHome(run);
  } catch (error) {
    // A batch with a lease would look as if its worker had been stopped.
    if (leasedRun !== undefined) await returnUnstarted(leasedRun, lease, error, parts);
    else throw error;
    return;
  }
  const reason = isOpen ? connection.blockedReason : 'closed';
  if (reason !== undefined) return pause(leasedRun ?? run, leasedRun && lease, reason);
  const serviceHash = contentHash(connection.openValues);
  const startedRun = leasedRun
    ? await continueAt(leasedRun, lease, serviceHash)
    : await beginRun(run, { lease, serviceHash }, contextNow());
  await workOn({ run: startedRun, lease, isTakeover: !isFirst && claim.isTakeover }, connection, parts);
}

/** Fails a run whose batch has stopped too many workers, and cleans up. Throws RunMovedError. */
async function failStopped(before: StoredRun, delivery: Delivery, parts: BatchDependencies): Promise<void> {
  const lease = newLease(delivery);
  const after = await fail(await takeLease(before, lease), lease, stoppedWorkersText(before));
  if (after.direction === 'import') return;
  await cleanUpStoppedExport(after, parts).catch((error: unknown) =>
    log('warn', 'an export was not cleaned up', { runId: after.id, error: describeError(error) }),
  );
}

/** Counts what a stopped worker has written of a batch of a cancelled run. */
async function settle(before: StoredRun, delivery: Delivery): Promise<void> {
  const lease = newLease(delivery);
  const run = await takeLease(before, lease);
  const counts = await countsWithUnfinished(run, lease);
  const { cursor, totalCount } = run;
  await finishLate(run, lease, { counts, cursor, totalCount, entries: [] }, false, contextNow());
}

/** Handles the message of a batch. Exactly one of its copies does the work. Throws RetryableError. */
export async function runBatch(
  { tenantId, data }: Pick<Message<BatchData>, 'tenantId' | 'data'>,
  delivery: Delivery,
  parts: BatchDependencies,
): Promise<void> {
  if (tenantId === null) return;
  const run = await findRun({ tenantId }, data.runId);
  const claim = claimOf(run, data, delivery, Date.now());
  if (run === undefined || claim.do === 'drop') {
    log('info', 'a sync message was dropped', {
      ...data,
      why: 'why' in claim ? claim.why : 'the run does not exist',
    });
    return;
  }
  if (claim.do === 'wait') throw new RetryableError('Another worker handles a copy of the message.');
  if (claim.do === 'cleanUp') return cleanUpStoppedExport(run, parts);
  if (claim.do === 'resend') {
    if (await claimRedispatch(run, Date.now()))
      await parts.send(run, { runId: run.id, batch: run.batchesCompleted });
    return;
  }
  try {
    await inStoryOf(run, () => {
      if (claim.do === 'settle') return settle(run, delivery);
      return claim.do === 'fail' ? failStopped(run, delivery, parts) : take(run, claim, delivery, parts);
    });
  } catch (error) {
    if (!(error instanceof RunMovedError || error instanceof LostBatchError)) throw error;
    // The redelivered message removes the temporary data of an export, and counts what an import has written.
    if (isCancelledAndHeld(await findRun(run, run.id), delivery))
      throw new RetryableError('The run was cancelled during its batch.');
    log('info', 'a sync batch belongs to another worker', { runId: run.id, batch: data.batch });
  }
}

// Handles the messages of the sync queues: batches, and events of integrations that paused runs may wait for.

/** Throws RetryableError and errors of the table; the message is then redelivered. */
export async function handleSyncMessage(
  message: Message,
  delivery: Delivery,
  parts: BatchDependencies,
): Promise<void> {
  const { type, tenantId, organizationId, data } = message;
  if (type === batchMessageType) return runBatch(message as unknown as Message<BatchData>, delivery, parts);
  if (tenantId === null || organizationId === null) return;
  await resumeRuns({ tenantId, organizationId }, String(data.integrationId), parts.send);
}
