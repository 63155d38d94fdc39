/** Sync runs and the pure decisions about them. A run is a chain of messages, one per batch. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { contentTagOf } from '../../../kernel/http/content-tag.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { namesTag } from '../../../kernel/http/reply.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { toIso, toIsoOrNull } from '../../../kernel/text/times.ts';
import type { BlockedReason } from '../../integrations/public.ts';
import type { SyncDirection } from '../adapter.ts';
import { recordTypeOf, type SyncSubject } from '../keys.ts';
import type { runStatuses, SyncRun } from './run-contract.ts';
import { syncLimits } from './run-limits.ts';

// The actor of changes that a run makes without a request.

const principal = { subject: 'system:data_sync' };
export const contextNow = (): ChangeContext => ({ principal, nowMs: Date.now() });

export type RunStatus = (typeof runStatuses)[number];
export type EndedStatus = Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;

/** What became of items. */
export interface Counts {
  createdCount: number;
  updatedCount: number;
  skippedCount: number;
  failedCount: number;
  /** Rows that the condition of the mapping held back; absent while there are none. */
  heldBackCount?: number;
}

/** The worker of the batch. A worker that takes it over from a stopped one gets another token. */
export interface Lease {
  token: string;
  /** Message by which the holder was started, and how often it had been received. */
  messageId: string;
  receiveCount: number;
  untilMs: number;
}

export interface StoredRun extends Counts, RowScope, SyncSubject {
  id: string;
  direction: SyncDirection;
  status: RunStatus;
  cursor: string | null;
  initialCursor: string | null;
  /** Also the number of the batch that is next, from 0: messages name it. */
  batchesCompleted: number;
  lastError: string | null;
  progressJobId: string;
  triggeredBy: string;
  fullSync: boolean;
  batchSize: number;
  maxFailures: number | null;
  retryOf: string | null;
  /** Items that there are, as far as is known. */
  totalCount: number | null;
  createdAtMs: number;
  updatedAtMs: number;
  startedAtMs: number | null;
  finishedAtMs: number | null;
  /** A worker has the next batch. */
  lease?: Lease;
  /** How often the next batch was tried in vain. */
  tries?: number;
  /** Workers that were stopped over the next batch; each has used up one of its tries as well. */
  lostWorkers?: number;
  /** Suppresses the stall watchdog until this time: the run's message waits in the queue, or was sent again. */
  quietUntilMs?: number;
  /** The shard in which the sweep finds it; absent before it is stored. */
  activeShard?: number;
  /** Raised with each change of the status. */
  revision: number;
}

/** What a message of a run's chain says. */
export interface BatchData {
  runId: string;
  batch: number;
  /** The watchdog sent it: the run stood still, or waits for its tenant's share of the workers. */
  isReminder?: true;
}

/** Why a run may not work: its integration cannot be used, or its tenant or organization is closed. */
export type RunBlockedReason = BlockedReason | 'closed';

/** What people read of a run that is paused. */
export const blockedTexts: Readonly<Record<RunBlockedReason, string>> = {
  off: 'The integration is switched off.',
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

/** The count of a batch or a run that held so many rows back. */
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

/** The queue of a direction's runs. */
export const queueOf = (direction: SyncDirection) =>
  direction === 'import' ? ('data-sync-import' as const) : ('data-sync-export' as const);

/** What a worker does with a message of a run. */
export type Claim =
  /** It works on the batch; `isTakeover`: another worker has begun it before. */
  | { do: 'work'; isTakeover: boolean }
  /** The batch has stopped too many workers: the run fails. */
  | { do: 'fail' }
  /** The first batch of a run that has not begun. */
  | { do: 'begin' }
  /** The run was cancelled: what its adapter has begun elsewhere is to be tidied up. */
  | { do: 'cleanUp' }
  /** It was cancelled while a worker that has stopped wrote a batch: what was written is to be counted. */
  | { do: 'settle' }
  /** The batch is done, but its worker may have stopped before it sent the next message. */
  | { do: 'resend' }
  /** A worker that was started by this very message has it: the message stays, in case that worker has stopped. */
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
  // The queue shows a message again only when its worker has died or has given up.
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

/** Pure: run as it is now, message as it came. */
export function claimOf(
  run: StoredRun | undefined,
  { batch }: Pick<BatchData, 'batch'>,
  attempt: MessageAttempt,
  nowMs: number,
): Claim {
  if (run === undefined) return { do: 'drop', why: 'the run is gone' };
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

/** The tries of a batch once a worker takes it: one more when the last holder never gave its lease back. */
export function triesAfter({ lease, tries = 0, lostWorkers = 0 }: StoredRun) {
  const lost = lease === undefined ? 0 : 1;
  return { tries: tries + lost, lostWorkers: lostWorkers + lost };
}

/** Why a run failed whose batch stopped its workers. */
export const stoppedWorkersText = ({ batchesCompleted }: Pick<StoredRun, 'batchesCompleted'>): string =>
  `Batch ${batchesCompleted + 1} stopped its worker ${syncLimits.workerTries} times: it takes too much memory or time. ` +
  'Smaller batches may help.';

/** What is done with a batch that could not be finished. */
export type RetryDecision = { do: 'retry'; tries: number; waitSeconds: number } | { do: 'fail' };

/** `isOurs`: the platform itself was out of reach, not the service. */
export function retryDecisionOf({ tries = 0 }: Pick<StoredRun, 'tries'>, isOurs: boolean): RetryDecision {
  const made = tries + 1;
  if (made >= (isOurs ? syncLimits.platformTries : syncLimits.sourceTries)) return { do: 'fail' };
  return {
    do: 'retry',
    tries: made,
    waitSeconds: Math.min(syncLimits.maxWaitSeconds, isOurs ? made : 2 ** made),
  };
}

/** Does the run need another message, or a check whether it may continue? */
export function recoveryFor(run: StoredRun, nowMs: number): 'nothing' | 'message' | 'resume' {
  if (isOver(run)) return 'nothing';
  if (run.status === 'paused') return 'resume';
  if ((run.quietUntilMs ?? 0) > nowMs) return 'nothing';
  if (run.lease !== undefined) return run.lease.untilMs <= nowMs ? 'message' : 'nothing';
  return run.updatedAtMs + syncLimits.idleSeconds * 1_000 <= nowMs ? 'message' : 'nothing';
}

/** A run as callers see it. */
export function toRun(run: StoredRun, nowMs: number): SyncRun {
  const { id, integrationId, entityType, direction, status, cursor, initialCursor, batchesCompleted } = run;
  const { lastError, progressJobId, triggeredBy, fullSync, batchSize, maxFailures, retryOf } = run;
  const { startedAtMs, finishedAtMs } = run;
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
    startedAt: toIsoOrNull(startedAtMs),
    finishedAt: toIsoOrNull(finishedAtMs),
    durationMs: startedAtMs === null ? null : Math.max(0, (finishedAtMs ?? nowMs) - startedAtMs),
    createdAt: toIso(run.createdAtMs),
    updatedAt: toIso(run.updatedAtMs),
  };
}

// The messages of a run's chain: one for each batch, sent when the one before is done.

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

/** Whether the watchdog sent the message because the run stands still: it sends another when this one is lost. */
export function isReminder({ data }: Pick<Message<object>, 'data'>): boolean {
  return 'isReminder' in data && data.isReminder === true;
}

/** Sends the message of a run's next batch. Throws when the queue does not take it. */
export async function sendBatch(
  { direction, ...scope }: RowScope & { direction: SyncDirection },
  data: BatchData,
  delaySeconds?: number,
): Promise<void> {
  await sendMessages(queueOf(direction), [{ message: batchMessage(scope, data), delaySeconds }]);
}

// The entity tag of a run.

/** Of all that a run shows but the time that passes. */
export const runTag = (run: StoredRun): string => contentTagOf(toJson(toRun(run, run.updatedAtMs)));

/** Throws StaleError for a run that `ifMatch` does not name. */
export function assertNamed(ifMatch: string | undefined, run: StoredRun): void {
  if (ifMatch !== undefined && !namesTag(ifMatch, runTag(run))) throw new StaleError();
}
