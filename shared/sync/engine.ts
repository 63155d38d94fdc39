/**
 * Works on runs, a batch for each message. Whoever holds the batch's lease does; a transaction at its end moves the run
 * on, and the next message is sent. Whatever dies in between, somebody goes on with exact counts.
 */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../audit/record.ts';
import { UnavailableError } from '../http/errors.ts';
import { type Connection, connect, reportAuthFailure } from '../integrations/connection.ts';
import { toKept } from '../integrations/log-service.ts';
import type { LogEntry } from '../integrations/log-store.ts';
import { withoutSecrets } from '../integrations/redact.ts';
import { credentialTarget, findIntegration } from '../integrations/registry.ts';
import { describeError, log } from '../log.ts';
import { isTemporary } from '../table/errors.ts';
import { RetryableError } from '../workers/errors.ts';
import type { Message } from '../workers/message.ts';
import type { Delivery } from '../workers/worker.ts';
import {
  isAuthorizationFailure,
  isSourceError,
  SourceError,
  type SyncAdapter,
  type SyncContext,
} from './adapter.ts';
import { closeLanes, LostBatchError, writtenBefore } from './chunk-store.ts';
import { mappingOf } from './connection-service.ts';
import { exportBatch } from './export-batch.ts';
import { parseExportCursor } from './export-cursor.ts';
import { type BatchOutcome, countWritten, type Held, importBatch } from './import-batch.ts';
import { holdLease } from './lease.ts';
import { idFieldOf } from './mapping.ts';
import type { Mapping } from './mapping-contract.ts';
import type { EngineParts } from './parts.ts';
import {
  addCounts,
  type BatchData,
  claimOf,
  countsOf,
  isOver,
  type Lease,
  type StoredRun,
  setbackOf,
} from './run.ts';
import { syncLimits } from './run-limits.ts';
import {
  type BatchEnd,
  beginRun,
  changeStatus,
  checkpoint,
  claimNudge,
  findRun,
  finishLate,
  RunMovedError,
  returnBatch,
  takeLease,
} from './run-store.ts';
import { adapterOf } from './start.ts';

const principal = { subject: 'system:data_sync' };
const contextNow = (): ChangeContext => ({ principal, nowMs: Date.now() });

/** What went wrong at the service rather than here. */
class AdapterError extends Error {
  override name = 'AdapterError';
}

async function ofAdapter<T>(work: Promise<T> | undefined): Promise<T> {
  try {
    if (work === undefined) throw new SourceError('The adapter does not go in this direction.');
    return await work;
  } catch (error) {
    if (isAuthorizationFailure(error) || isSourceError(error)) throw error;
    throw new AdapterError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Everything that working on a batch takes. */
interface Work extends Held {
  adapter: SyncAdapter;
  connection: Connection;
  mapping: Mapping;
  signal: AbortSignal;
  parts: EngineParts;
}

function syncContextOf({ run, connection, mapping, signal, context }: Work): SyncContext {
  const { tenantId, organizationId, integrationId, entityType, id: runId } = run;
  const { credentials, apiVersion } = connection;
  return {
    scope: { tenantId, organizationId },
    ...{ integrationId, runId, entityType, credentials, apiVersion, signal },
    idField: idFieldOf(mapping),
    nowMs: context.nowMs,
  };
}

interface Done extends BatchOutcome {
  cursor: string | null;
  hasMore: boolean;
  totalCount: number | null;
  storedCursor?: string | null | undefined;
  message?: string | undefined;
}

async function importOne(work: Work): Promise<Done> {
  const { run, adapter, mapping } = work;
  const { cursor: before, batchSize } = run;
  const read = adapter.readBatch?.(syncContextOf(work), { cursor: before, batchSize });
  const { items, cursor, hasMore, totalEstimate, message } = await ofAdapter(read);
  if (hasMore && (cursor === null || cursor === before))
    throw new SourceError('The service does not say where the next batch begins.');
  const outcome = await importBatch(work, mapping, items);
  const totalCount = totalEstimate ?? run.totalCount;
  return { ...outcome, cursor, hasMore, totalCount, storedCursor: cursor, message };
}

/** The adapter's errors are told apart inside: everything else there is our own. */
async function exportOne(work: Work): Promise<Done> {
  const { adapter, mapping } = work;
  const told: SyncAdapter = {
    ...adapter,
    writeBatch: (context, batch) => ofAdapter(adapter.writeBatch?.(context, batch)),
  };
  return exportBatch(work, mapping, told, syncContextOf(work));
}

const shownFailures = 20;

/** What the integration's log tells of a batch. */
function entriesOf(
  { run, connection: { secrets } }: Work,
  done: Done,
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

function endOf(work: Work, done: Done): BatchEnd {
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

/** Removes what an export has begun elsewhere. What cannot be removed is left: the service forgets it some day. */
async function abandon(work: Omit<Work, 'lease' | 'isTakeover'>): Promise<void> {
  const { run, adapter } = work;
  if (run.direction !== 'export' || adapter.abandon === undefined) return;
  const context = syncContextOf({ ...work, lease: unheld, isTakeover: false });
  await adapter
    .abandon(context, parseExportCursor(run.cursor).adapter)
    .catch((error: unknown) =>
      log('warn', 'an export was not tidied up', { runId: run.id, error: describeError(error) }),
    );
}
const unheld: Lease = { token: '', messageId: '', receiveCount: 0, untilMs: 0 };

/** Moves the run on, and sends the next message. */
async function finish(work: Work, done: Done): Promise<void> {
  const { run, lease, parts } = work;
  const end = endOf(work, done);
  let after: StoredRun;
  try {
    after = await checkpoint(run, lease, end, contextNow());
  } catch (error) {
    if (!(error instanceof RunMovedError)) throw error;
    // Cancelled meanwhile: what was written is counted. Somebody else's batch: that is told to the caller.
    after = await finishLate(run, lease, end, true, contextNow());
    await abandon({ ...work, run: after });
    return;
  }
  if (after.status === 'failed') await abandon({ ...work, run: after });
  // Thrown errors leave the message in the queue; whoever gets it then sends the next.
  if (!isOver(after)) await parts.send(after, { runId: after.id, batch: after.batchesCompleted });
}

const texts = {
  off: 'The integration is switched off.',
  refused: 'The integration needs credentials that its provider accepts.',
  'no credentials': 'The integration has no credentials.',
} as const;

function hindrance(connection: Connection): keyof typeof texts | undefined {
  if (!connection.isEnabled) return 'off';
  if (connection.reauthRequired) return 'refused';
  const needs = credentialTarget(connection.definition).fields.length > 0;
  return needs && Object.keys(connection.credentials).length === 0 ? 'no credentials' : undefined;
}

/** The run waits until its integration can be used again. */
async function pause(run: StoredRun, lease: Lease | undefined, why: keyof typeof texts): Promise<void> {
  const lastError = texts[why];
  const entry: LogEntry = {
    level: 'warn',
    message: `Sync run paused: ${lastError}`,
    code: 'sync_run_paused',
  };
  await changeStatus(run, { status: 'paused', lastError, lease }, entry, contextNow());
}

async function fail(work: Pick<Work, 'run' | 'lease' | 'connection'>, error: string): Promise<StoredRun> {
  const lastError = withoutSecrets(error, work.connection.secrets).slice(0, syncLimits.errorText);
  const entry: LogEntry = {
    level: 'error',
    message: `Sync run failed: ${lastError}`,
    code: 'sync_run_failed',
  };
  return changeStatus(work.run, { status: 'failed', lastError, lease: work.lease }, entry, contextNow());
}

/** What becomes of a batch that could not be finished. Throws RunMovedError when it is somebody else's. */
async function setBack(work: Work, error: unknown): Promise<void> {
  const { run, lease, connection, parts } = work;
  if (error instanceof LostBatchError || error instanceof RunMovedError) throw error;
  if (isAuthorizationFailure(error)) {
    await reportAuthFailure(run, connection, contextNow());
    return pause(run, lease, 'refused');
  }
  const isOurs = !(error instanceof AdapterError || isSourceError(error));
  if (isOurs && !(error instanceof UnavailableError) && !isTemporary(error))
    log('error', 'a sync batch broke', { runId: run.id, error: describeError(error) });
  const setback = isSourceError(error) ? ({ do: 'fail' } as const) : setbackOf(run, isOurs);
  const said = error instanceof Error ? error.message : String(error);
  const text = withoutSecrets(isOurs ? 'The platform was out of reach.' : said, connection.secrets);
  if (setback.do === 'fail') {
    const after = await fail(work, text);
    return abandon({ ...work, run: after });
  }
  const { tries, waitSeconds } = setback;
  const quietUntilMs = Date.now() + (waitSeconds + syncLimits.nudgeSeconds) * 1_000;
  const lastError = text.slice(0, syncLimits.errorText);
  await returnBatch(run, lease, { tries, quietUntilMs, lastError });
  await parts.send(run, { runId: run.id, batch: run.batchesCompleted }, waitSeconds);
}

/** Works on a batch as the holder of its lease. */
async function workOn(
  held: Omit<Held, 'context'>,
  connection: Connection,
  parts: EngineParts,
): Promise<void> {
  const { run, lease } = held;
  const { adapter } = adapterOf(run.integrationId, parts.findAdapter);
  const mapping = await mappingOf(run, run, adapter, parts.findMapping);
  const holding = holdLease(run, lease);
  const { signal } = holding;
  const work: Work = { ...held, context: contextNow(), adapter, connection, mapping, signal, parts };
  try {
    let done: Done;
    try {
      done = await (run.direction === 'import' ? importOne(work) : exportOne(work));
    } finally {
      await holding.end();
    }
    await finish(work, done);
  } catch (error) {
    await setBack(work, error);
  }
}

const newLease = ({ messageId, receiveCount }: Delivery): Lease => ({
  token: randomUUID(),
  ...{ messageId, receiveCount },
  untilMs: Date.now() + syncLimits.leaseSeconds * 1_000,
});

/** A deployment without the integration or its adapter, which it had when the run was started. */
async function failWithoutAdapter(run: StoredRun): Promise<void> {
  const lastError = 'There is no sync adapter for the integration any more.';
  const entry: LogEntry = {
    level: 'error',
    message: `Sync run failed: ${lastError}`,
    code: 'sync_run_failed',
  };
  await changeStatus(run, { status: 'failed', lastError }, entry, contextNow());
}

async function take(
  run: StoredRun,
  how: { do: 'begin' } | { do: 'work'; isTakeover: boolean },
  delivery: Delivery,
  parts: EngineParts,
): Promise<void> {
  const definition = findIntegration(run.integrationId);
  if (definition === undefined || parts.findAdapter(definition.providerKey) === undefined)
    return failWithoutAdapter(run);
  const lease = newLease(delivery);
  const isFirst = how.do === 'begin';
  const taken = isFirst ? undefined : await takeLease(run, lease);
  const { tenantId, organizationId } = run;
  const connection = await connect({ tenantId, organizationId }, definition);
  const why = hindrance(connection);
  if (why !== undefined) return pause(taken ?? run, taken && lease, why);
  const held = taken ?? (await beginRun(run, lease, contextNow()));
  await workOn({ run: held, lease, isTakeover: !isFirst && how.isTakeover }, connection, parts);
}

/** Tidies up behind a cancelled export. */
async function abandonCancelled(run: StoredRun, parts: EngineParts): Promise<void> {
  const { definition, adapter } = adapterOf(run.integrationId, parts.findAdapter);
  const { tenantId, organizationId } = run;
  const connection = await connect({ tenantId, organizationId }, definition);
  const mapping = await mappingOf(run, run, adapter, parts.findMapping);
  const signal = AbortSignal.timeout(syncLimits.validateMs);
  await abandon({ run, adapter, connection, mapping, signal, parts, context: contextNow() });
}

/** Counts what somebody had written of a batch who died over it, when its run was cancelled. */
async function settle(before: StoredRun, delivery: Delivery): Promise<void> {
  const lease = newLease(delivery);
  const run = await takeLease(before, lease);
  await closeLanes(run, lease, Date.now());
  const counts = addCounts(countsOf(run), countWritten(await writtenBefore(run)));
  const { cursor, totalCount } = run;
  await finishLate(run, lease, { counts, cursor, totalCount, entries: [] }, false, contextNow());
}

/** Handles the message of a batch: exactly one of all its copies does the work. Throws RetryableError. */
export async function runBatch(
  { tenantId, data }: Pick<Message<BatchData>, 'tenantId' | 'data'>,
  delivery: Delivery,
  parts: EngineParts,
): Promise<void> {
  if (tenantId === null) return;
  const run = await findRun({ tenantId }, data.runId);
  const claim = claimOf(run, data, delivery, Date.now());
  if (run === undefined || claim.do === 'drop') {
    log('info', 'a sync message was dropped', {
      ...data,
      why: 'why' in claim ? claim.why : 'the run is gone',
    });
    return;
  }
  if (claim.do === 'wait') throw new RetryableError('Another copy of the message is being worked on.');
  if (claim.do === 'abandon') return abandonCancelled(run, parts);
  if (claim.do === 'resend') {
    if (await claimNudge(run, Date.now()))
      await parts.send(run, { runId: run.id, batch: run.batchesCompleted });
    return;
  }
  try {
    await (claim.do === 'settle' ? settle(run, delivery) : take(run, claim, delivery, parts));
  } catch (error) {
    if (!(error instanceof RunMovedError || error instanceof LostBatchError)) throw error;
    log('info', 'a sync batch is somebody else’s', { runId: run.id, batch: data.batch });
  }
}
