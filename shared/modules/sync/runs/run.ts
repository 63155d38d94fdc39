/** Sync runs and the pure decisions about them. A run is a chain of messages, one per batch. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { toIso, toIsoOrNull } from '../../../kernel/base/times.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { contentTagOf } from '../../../kernel/http/content-tag.ts';
import { namesTag } from '../../../kernel/http/reply.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { BlockedReason } from '../../integrations/public.ts';
import type { SyncDirection } from '../adapter.ts';
import { recordTypeOf, type SyncSubject } from '../keys.ts';
import type { runStatuses, SyncRun } from './run-contract.ts';
import { syncLimits } from './run-limits.ts';

// The principal of changes that a run makes without a request.

const principal = { subject: 'system:data_sync' };
export const contextNow = (): ChangeContext => ({ principal, nowMs: Date.now() });

export type RunStatus = (typeof runStatuses)[number];
export type EndedStatus = Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;

/** Outcomes of items. */
export interface Counts {
  createdCount: number;
  updatedCount: number;
  skippedCount: number;
  failedCount: number;
  /** Rows that the condition of the mapping held back; absent if there are none. */
  heldBackCount?: number;
}

/** The worker of the batch. A worker that takes the batch over from a stopped one gets another token. */
export interface Lease {
  token: string;
  /** Message that started the holder, and its receive count at that time. */
  messageId: string;
  receiveCount: number;
  untilMs: number;
}

export interface StoredRun extends Counts, RowScope, SyncSubject {
  id: string;
  direction: SyncDirection;
  status: RunStatus;
  cursor: string | null;
  /** Hash of address and account of the service in which `cursor` is a position; absent before the first batch. */
  serviceHash?: string;
  initialCursor: string | null;
  /** Also the number of the next batch, from 0: messages contain it. */
  batchesCompleted: number;
  /** The cursor with which those of later batches are compared (`endlessProblem`). */
  markedCursor?: string | null;
  lastError: string | null;
  progressJobId: string;
  triggeredBy: string;
  fullSync: boolean;
  batchSize: number;
  maxFailures: number | null;
  retryOf: string | null;
  /** The uploaded file that it reads; absent if it reads none. */
  attachmentId?: string;
  /** Failed rows that were corrected after the run, and are counted as imported since; absent if there are none. */
  fixedCount?: number;
  /** The story that the run is in; absent for runs of earlier versions. */
  story?: string;
  /** Estimated number of items. */
  totalCount: number | null;
  createdAtMs: number;
  updatedAtMs: number;
  startedAtMs: number | null;
  finishedAtMs: number | null;
  /** The worker that has the next batch. */
  lease?: Lease;
  /** Failed attempts of the next batch. */
  tries?: number;
  /** Workers that were stopped during the next batch; each also counts as one of its attempts. */
  lostWorkers?: number;
  /**
   * Suppresses the stall watchdog until this time, because the run's message waits in the queue or was
   * sent again.
   */
  quietUntilMs?: number;
  /** Incremented with each change of the status. */
  revision: number;
}

/** The data of a batch message. */
export interface BatchData {
  runId: string;
  batch: number;
  /** Sent by the watchdog: the run made no progress, or waits for its tenant's share of the workers. */
  isReminder?: true;
}

/** Why a run may not continue: its integration cannot be used, or its tenant or organization is closed. */
export type RunBlockedReason = BlockedReason | 'closed';

/** The messages of a paused run. */
export const blockedTexts: Readonly<Record<RunBlockedReason, string>> = {
  off: 'The integration is disabled.',
  refused: 'The integration needs credentials that its provider accepts.',
  'no credentials': 'The integration has no credentials.',
  closed: 'The tenant or organization is closed.',
};

export const isOver = ({ status }: Pick<StoredRun, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

export const processedOf = (counts: Counts): number =>
  counts.createdCount +
  counts.updatedCount +
  counts.skippedCount +
  counts.failedCount +
  (counts.heldBackCount ?? 0);

export const noCounts: Counts = { createdCount: 0, updatedCount: 0, skippedCount: 0, failedCount: 0 };

/** The count of held-back rows of a batch or a run. */
export const heldBackOf = (count: number): { heldBackCount?: number } =>
  count === 0 ? {} : { heldBackCount: count };

export function addCounts(left: Counts, right: Counts): Counts {
  return {
    createdCount: left.createdCount + right.createdCount,
    updatedCount: left.updatedCount + right.updatedCount,
    skippedCount: left.skippedCount + right.skippedCount,
    failedCount: left.failedCount + right.failedCount,
    ...heldBackOf((left.heldBackCount ?? 0) + (right.heldBackCount ?? 0)),
  };
}

export const countsOf = ({
  createdCount,
  updatedCount,
  skippedCount,
  failedCount,
  heldBackCount = 0,
}: Counts): Counts => ({
  createdCount,
  updatedCount,
  skippedCount,
  failedCount,
  ...heldBackOf(heldBackCount),
});

/**
 * Why a completed run stored nothing, by its final counts; undefined if it stored something, or if there was nothing
 * new since the last run.
 */
export function nothingStoredText(
  { direction, initialCursor }: Pick<StoredRun, 'direction' | 'initialCursor'>,
  counts: Counts,
): string | undefined {
  const { createdCount, updatedCount, skippedCount, failedCount, heldBackCount = 0 } = counts;
  if (createdCount + updatedCount + skippedCount > 0) return undefined;
  const isImport = direction === 'import';
  if (failedCount + heldBackCount === 0)
    return isImport && initialCursor === null ? 'The source has no rows: nothing was imported.' : undefined;
  const reasons = [
    ...(failedCount === 0 ? [] : [`${failedCount} failed`]),
    ...(heldBackCount === 0 ? [] : [`the condition of the mapping held back ${heldBackCount}`]),
  ];
  return `Nothing was ${isImport ? 'imported' : 'exported'}: of ${failedCount + heldBackCount} rows, ${reasons.join(' and ')}.`;
}

/** The queue of a direction's runs. */
export const queueOf = (direction: SyncDirection) =>
  direction === 'import' ? ('data-sync-import' as const) : ('data-sync-export' as const);

/** The decision of a worker about a message of a run. */
export type Claim =
  /** It works on the batch; `isTakeover`: another worker has started it. */
  | { do: 'work'; isTakeover: boolean }
  /** The batch has stopped too many workers: the run fails. */
  | { do: 'fail' }
  /** It starts the first batch. */
  | { do: 'begin' }
  /** The run was cancelled: temporary data of its adapter must be removed. */
  | { do: 'cleanUp' }
  /** The run was cancelled while a worker, now stopped, wrote a batch: written items must be counted. */
  | { do: 'settle' }
  /** The batch is done, but its worker may have stopped before it sent the next message. */
  | { do: 'resend' }
  /** This message started the current holder: it stays in the queue in case the holder has stopped. */
  | { do: 'wait' }
  | { do: 'drop'; why: string };

type MessageAttempt = Pick<Lease, 'messageId' | 'receiveCount'>;

/** Whether a message may take a batch from the holder of its lease, if there is one. */
function takeoverCheck(
  lease: Lease | undefined,
  { messageId, receiveCount }: MessageAttempt,
  nowMs: number,
): 'yes' | 'later' | 'no' {
  if (lease === undefined || lease.untilMs <= nowMs) return 'yes';
  if (lease.messageId !== messageId) return 'no';
  // The queue redelivers a message only after its worker has died or has returned it.
  return receiveCount > lease.receiveCount ? 'yes' : 'later';
}

function claimOfEnded(run: StoredRun, batch: number, can: ReturnType<typeof takeoverCheck>): Claim {
  const { status, direction, lease, tries = 0, startedAtMs, batchesCompleted } = run;
  const over: Claim = { do: 'drop', why: 'the run is over' };
  if (status !== 'cancelled' || startedAtMs === null) return over;
  if (can !== 'yes') return can === 'later' ? { do: 'wait' } : over;
  if (direction === 'export') return { do: 'cleanUp' };
  return batch === batchesCompleted && (lease !== undefined || tries > 0) ? { do: 'settle' } : over;
}

/** Whether the run was cancelled while the receiver of a message still holds its batch. */
export const isCancelledAndHeld = (
  run: StoredRun | undefined,
  { messageId, receiveCount }: MessageAttempt,
): boolean =>
  run?.status === 'cancelled' &&
  run.lease?.messageId === messageId &&
  run.lease.receiveCount === receiveCount;

/** Decides from the current run and the received message. Pure. */
export function claimOf(
  run: StoredRun | undefined,
  { batch }: Pick<BatchData, 'batch'>,
  attempt: MessageAttempt,
  nowMs: number,
): Claim {
  if (run === undefined) return { do: 'drop', why: 'the run does not exist' };
  const { status, lease, batchesCompleted } = run;
  const can = takeoverCheck(lease, attempt, nowMs);
  if (isOver(run)) return claimOfEnded(run, batch, can);
  if (status === 'paused') return { do: 'drop', why: 'the run is paused' };
  if (batch !== batchesCompleted) {
    const isUnattended = lease === undefined && (run.quietUntilMs ?? 0) <= nowMs;
    const isLost = batch === batchesCompleted - 1 && attempt.receiveCount > 1 && isUnattended;
    return isLost ? { do: 'resend' } : { do: 'drop', why: 'the batch is done' };
  }
  if (status === 'pending') return { do: 'begin' };
  if (can === 'yes') {
    if (triesAfter(run).lostWorkers >= syncLimits.workerTries) return { do: 'fail' };
    return { do: 'work', isTakeover: lease !== undefined || (run.tries ?? 0) > 0 };
  }
  return can === 'later' ? { do: 'wait' } : { do: 'drop', why: 'another worker has it' };
}

/** The attempts of a batch when a worker takes it: one more if the last holder did not return its lease. */
export function triesAfter({ lease, tries = 0, lostWorkers = 0 }: StoredRun) {
  const lost = lease === undefined ? 0 : 1;
  return { tries: tries + lost, lostWorkers: lostWorkers + lost };
}

/** The error of a run whose batch stopped its workers. */
export const stoppedWorkersText = ({ batchesCompleted }: Pick<StoredRun, 'batchesCompleted'>): string =>
  `Batch ${batchesCompleted + 1} stopped its worker ${syncLimits.workerTries} times: it needs too much memory or time. ` +
  'Smaller batches may help.';

/** The decision about a batch that failed. */
export type RetryDecision = { do: 'retry'; tries: number; waitSeconds: number } | { do: 'fail' };

/** `isOurs`: the platform failed, not the service. */
export function retryDecisionOf({ tries = 0 }: Pick<StoredRun, 'tries'>, isOurs: boolean): RetryDecision {
  const attempts = tries + 1;
  if (attempts >= (isOurs ? syncLimits.platformTries : syncLimits.sourceTries)) return { do: 'fail' };
  return {
    do: 'retry',
    tries: attempts,
    waitSeconds: Math.min(syncLimits.maxWaitSeconds, isOurs ? attempts : 2 ** attempts),
  };
}

/** Whether the run needs another message, or a check whether it may continue. */
export function recoveryFor(run: StoredRun, nowMs: number): 'nothing' | 'message' | 'resume' {
  if (isOver(run)) return 'nothing';
  if (run.status === 'paused') return 'resume';
  if ((run.quietUntilMs ?? 0) > nowMs) return 'nothing';
  if (run.lease !== undefined) return run.lease.untilMs <= nowMs ? 'message' : 'nothing';
  return run.updatedAtMs + syncLimits.idleSeconds * 1_000 <= nowMs ? 'message' : 'nothing';
}

/** The run at a service. Begins again if its position is one in another service. */
export function runAt(run: StoredRun, serviceHash: string): StoredRun {
  const isElsewhere = run.serviceHash !== undefined && run.serviceHash !== serviceHash;
  const beginning = { cursor: null, initialCursor: null, markedCursor: null };
  return { ...run, serviceHash, ...(isElsewhere && beginning) };
}

/** A run as the API returns it. */
export function toRun(run: StoredRun, nowMs: number): SyncRun {
  const { id, integrationId, entityType, direction, status, cursor, initialCursor, batchesCompleted } = run;
  const { lastError, progressJobId, triggeredBy, fullSync, batchSize, maxFailures, retryOf } = run;
  const { startedAtMs, finishedAtMs, attachmentId = null, fixedCount = 0 } = run;
  return {
    ...{
      id,
      integrationId,
      entityType,
      recordType: recordTypeOf(entityType),
      direction,
      status,
      cursor,
      initialCursor,
    },
    ...countsOf(run),
    ...{ batchesCompleted, lastError, progressJobId, triggeredBy, fullSync, batchSize, maxFailures, retryOf },
    attachmentId,
    ...(fixedCount > 0 && { fixedCount }),
    startedAt: toIsoOrNull(startedAtMs),
    finishedAt: toIsoOrNull(finishedAtMs),
    durationMs: startedAtMs === null ? null : Math.max(0, (finishedAtMs ?? nowMs) - startedAtMs),
    createdAt: toIso(run.createdAtMs),
    updatedAt: toIso(run.updatedAtMs),
  };
}

// The messages of a run: one per batch, sent when the previous batch is done.

export const batchMessageType = 'data_sync.batch';

export function batchMessage({ tenantId, organizationId }: RowScope, data: BatchData): Message<BatchData> {
  return {
    v: 1,
    id: randomUUID(),
    type: batchMessageType,
    tenantId,
    organizationId,
    idempotencyKey: `${data.runId}:${data.batch}`,
    data,
  };
}

/** Whether the watchdog sent the message. If it is lost, the watchdog sends another. */
export function isReminder({ data }: Pick<Message<object>, 'data'>): boolean {
  return 'isReminder' in data && data.isReminder === true;
}

/** Sends the message of a run's next batch. Throws if the queue does not accept it. */
export async function sendBatch(
  { direction, ...scope }: RowScope & { direction: SyncDirection },
  data: BatchData,
  delaySeconds?: number,
): Promise<void> {
  await sendMessages(queueOf(direction), [{ message: batchMessage(scope, data), delaySeconds }]);
}

/**
 * Sends a message that completes a cancelled run that has started: it removes temporary data of an export, and counts
 * what was written of a batch in which an import was paused. A worker with a batch does so without a message.
 */
export async function dispatchCleanUp(
  run: StoredRun,
  send: (run: StoredRun, data: BatchData) => Promise<void>,
): Promise<void> {
  const isUnfinished = run.direction === 'export' || (run.tries ?? 0) > 0;
  if (!isUnfinished || run.startedAtMs === null) return;
  await send(run, { runId: run.id, batch: run.batchesCompleted }).catch((error: unknown) =>
    log('warn', 'a cancelled sync run was not cleaned up', { runId: run.id, error: describeError(error) }),
  );
}

// The entity tag of a run.

/** Covers all fields of the response except elapsed time. */
export const runTag = (run: StoredRun): string => contentTagOf(toJson(toRun(run, run.updatedAtMs)));

/** Throws StaleError if `ifMatch` names another version of the run. */
export function assertNamed(ifMatch: string | undefined, run: StoredRun): void {
  if (ifMatch !== undefined && !namesTag(ifMatch, runTag(run))) throw new StaleError();
}

type Marked = Pick<StoredRun, 'direction' | 'batchesCompleted' | 'markedCursor'>;

/**
 * Why a run must not continue at the cursor; undefined if it may. Cursors that go round are found by Brent's method: the
 * cursor after each power of two of batches is compared with those of all later batches. A run of any length stores one
 * cursor, and a cycle is found within three times its length.
 */
export function endlessProblem(
  { direction, batchesCompleted, markedCursor }: Marked,
  cursor: string | null,
): string | undefined {
  if (direction === 'import' && cursor !== null && cursor === markedCursor)
    return 'The source returned a cursor that it had returned before, so the import would never end.';
  return batchesCompleted + 1 >= syncLimits.batches
    ? `A run has at most ${syncLimits.batches} batches.`
    : undefined;
}

/** The marked cursor after the batch that ended with this cursor. */
export function nextMark(
  { batchesCompleted, markedCursor }: Marked,
  cursor: string | null,
): string | null | undefined {
  return Number.isInteger(Math.log2(batchesCompleted + 1)) ? cursor : markedCursor;
}
