/** What becomes of a batch: the run goes on, waits, is tried again, fails. */

import { UnavailableError } from '../../../kernel/errors/errors.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { isTemporary } from '../../../kernel/table/errors.ts';
import { truncate } from '../../../kernel/text/text.ts';
import { type Connection, reportAuthFailure } from '../../integrations/connection.ts';
import type { LogEntry } from '../../integrations/log-store.ts';
import { withoutSecrets } from '../../integrations/redact.ts';
import { credentialTarget } from '../../integrations/registry.ts';
import { AuthorizationFailedError, RetryLaterError, SourceError } from '../adapter.ts';
import type { BatchDependencies } from '../dependencies.ts';
import { contextNow } from '../runs/actor.ts';
import { isOver, type Lease, retryDecisionOf, type StoredRun } from '../runs/run.ts';
import { RunMovedError } from '../runs/run-items.ts';
import { syncLimits } from '../runs/run-limits.ts';
import { changeStatus } from '../runs/run-store.ts';
import { LostBatchError } from './batch-journal.ts';
import {
  AdapterError,
  type AdapterInput,
  type BatchContext,
  type BatchResult,
  endOf,
  syncContextOf,
} from './batch-work.ts';
import { checkpoint, finishLate } from './checkpoint-store.ts';
import { parseExportCursor } from './export-cursor.ts';
import { returnBatch } from './lease-store.ts';

/** Removes what an export has begun elsewhere. What cannot be removed is left: the service forgets it some day. */
export async function cleanUpExport(work: AdapterInput & Pick<BatchContext, 'adapter'>): Promise<void> {
  const { run, adapter } = work;
  if (run.direction !== 'export' || adapter.cleanUpExport === undefined) return;
  await adapter
    .cleanUpExport(syncContextOf(work), parseExportCursor(run.cursor).adapter)
    .catch((error: unknown) =>
      log('warn', 'an export was not tidied up', { runId: run.id, error: describeError(error) }),
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
  log('warn', 'a sync batch was not begun', { runId: run.id, error: describeError(error) });
  await tryLater(run, lease, { isOurs: true, lastError: outOfReach }, send);
}

const outOfTime = 'The batch takes longer than its worker has. Smaller batches may help.';

/** What becomes of a batch that could not be finished. Throws RunMovedError when it is another worker's. */
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
    log('error', 'a sync batch broke', { runId: run.id, error: describeError(error) });
  const said = error instanceof Error ? error.message : String(error);
  const text = isLate ? outOfTime : withoutSecrets(isOurs ? outOfReach : said, connection.secrets);
  const lastError = truncate(text, syncLimits.errorText);
  const failure = { isOurs, lastError, isFinal: error instanceof SourceError, retryAfterSeconds };
  const ended = await tryLater(run, lease, failure, parts.send);
  if (ended !== undefined) await cleanUpExport({ ...work, run: ended });
}
