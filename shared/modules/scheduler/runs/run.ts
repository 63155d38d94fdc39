/** A run of a job and the pure decisions about it. */

import { randomBytes, randomUUID } from 'node:crypto';
import { uuidOf } from '../../../kernel/base/ids.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { userIdOf } from '../../../kernel/base/principal.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { toIso, toIsoOrNull } from '../../../kernel/base/times.ts';
import { type EventCause, edgeWrites, eventNodeId, nodeId } from '../../../kernel/events/cause.ts';
import { eventNameOf } from '../../../kernel/events/event-name.ts';
import { type DomainEvent, outboxWrite } from '../../../kernel/events/outbox.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { JobRow } from '../job.ts';
import { executionTimeoutSeconds, runLimits } from '../limits.ts';
import type { Execution, QueueJob, RunState } from './run-contract.ts';

/** A stored run. */
export interface RunRow {
  id: string;
  jobId: string;
  jobName: string;
  tenantId: string | null;
  organizationId: string | null;
  state: RunState;
  progress: number;
  triggerType: 'scheduled' | 'manual';
  /** The user who started it manually. */
  triggeredBy: string | null;
  scheduledAtMs: number;
  startedAtMs: number | null;
  finishedAtMs: number | null;
  /** JSON text of an object, or null. */
  result: string | null;
  error: string | null;
  /** The errors, one line per attempt. */
  trace: string | null;
  attemptsMade: number;
  /** The schedule's version when the run was planned. */
  scheduleVersion: number;
  /** While the run is active: the end of its worker's lease. */
  leaseUntilMs: number | null;
  /** Seconds at which the table removes it. */
  ttl: number;
  revision: number;
}

/**
 * The position of a run in its job's history: its time and, for a manual run, a suffix that distinguishes
 * runs of the same millisecond.
 */
export interface RunLocation {
  jobId: string;
  atMs: number;
  suffix: string;
}

const idPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{13})(?:-([0-9a-f]{8}))?$/;

/** `<job>-<milliseconds>`, manual `<job>-<milliseconds>-<eight hex digits>`: the id contains the run's key. */
export function runIdOf({ jobId, atMs, suffix }: RunLocation): string {
  return `${jobId}-${String(atMs).padStart(13, '0')}${suffix && `-${suffix}`}`;
}

/** The location of a run from its id, in any case as other ids; undefined for an invalid id. */
export function locationOfRun(runId: string): RunLocation | undefined {
  const [, jobId, ms, suffix = ''] = idPattern.exec(runId.toLowerCase()) ?? [];
  return jobId === undefined ? undefined : { jobId, atMs: Number(ms), suffix };
}

/** The location of a run that is started manually now. */
export function manualRunLocation(jobId: string, nowMs: number): RunLocation {
  return { jobId, atMs: nowMs, suffix: randomBytes(4).toString('hex') };
}

const daySeconds = 86_400;

/** Retention of a run, from the interval between two runs. */
function retentionSeconds(everyMs: number, state: RunState): number {
  const ofMany = Math.ceil((everyMs / 1_000) * runLimits.retainedRuns);
  const completed = Math.min(runLimits.retentionDays * daySeconds, Math.max(daySeconds, ofMany));
  return state === 'failed' ? 3 * completed : completed;
}

/** The time until the job's next run, which shows how often it runs. Manual runs are always few. */
function periodMs({ triggerType, scheduledAtMs }: RunRow, { nextRunAtMs }: JobRow): number {
  const gapMs = (nextRunAtMs ?? 0) - scheduledAtMs;
  return triggerType === 'scheduled' && gapMs > 0 ? gapMs : Number.MAX_SAFE_INTEGER;
}

/** When the table removes a run in this state, in seconds. */
function expiry(run: RunRow, job: JobRow, state: RunState, nowMs: number): number {
  return Math.ceil(nowMs / 1_000) + retentionSeconds(periodMs(run, job), state);
}

/** A planned run. */
export function newRun(
  job: JobRow,
  location: RunLocation,
  state: 'waiting' | 'delayed',
  triggeredBy: string | null,
  nowMs: number,
): RunRow {
  return {
    id: runIdOf(location),
    jobId: job.id,
    jobName: job.name,
    tenantId: job.tenantId,
    organizationId: job.organizationId,
    state,
    progress: 0,
    triggerType: triggeredBy === null ? 'scheduled' : 'manual',
    triggeredBy,
    scheduledAtMs: location.atMs,
    startedAtMs: null,
    finishedAtMs: null,
    result: null,
    error: null,
    trace: null,
    attemptsMade: 0,
    scheduleVersion: job.scheduleVersion,
    leaseUntilMs: null,
    // A run that never starts is removed after a day.
    ttl: Math.ceil(nowMs / 1_000) + daySeconds,
    revision: 1,
  };
}

/** How to handle the message of a run, from its state in the history. `lost`: its last attempt has no end. */
export type NextStep = 'begin' | 'over' | 'busy' | 'lost';

export function nextStepOf(
  run: RunRow | undefined,
  nowMs: number,
  target?: Pick<JobRow, 'targetType'>,
): NextStep {
  if (run === undefined) return 'begin';
  if (run.state === 'completed' || run.state === 'failed') return 'over';
  if (run.state !== 'active') return 'begin';
  if (nowMs < (run.leaseUntilMs ?? 0)) return 'busy';
  // Its worker was stopped, or could not write the end, which also used up an attempt. Only a command can be the reason: a run that
  // sends a message is not failed, because its target recognizes a repeated message by its key.
  return run.attemptsMade < runLimits.attempts || target?.targetType === 'queue' ? 'begin' : 'lost';
}

/** The history's error for an attempt whose worker was stopped. */
export const stoppedWorker = 'The worker was stopped before the attempt ended.';

/** The trace with a line for the current attempt. */
function traceOf({ trace, attemptsMade }: RunRow, error: string, nowMs: number): string {
  const line = `Attempt ${attemptsMade}, ${toIso(nowMs)}: ${error}`;
  return trace === null ? line : `${trace}\n${line}`;
}

/** The next attempt of a run. */
export function startedRow(run: RunRow, job: JobRow, nowMs: number): RunRow {
  return {
    ...run,
    state: 'active',
    startedAtMs: nowMs,
    progress: 0,
    attemptsMade: run.attemptsMade + 1,
    trace: run.state === 'active' ? traceOf(run, stoppedWorker, nowMs) : run.trace,
    leaseUntilMs: nowMs + executionTimeoutSeconds * 1_000,
    ttl: expiry(run, job, 'failed', nowMs),
    revision: run.revision + 1,
  };
}

function resultText(result: Readonly<Record<string, unknown>>): string {
  const text = toJson(result);
  const bytes = Buffer.byteLength(text);
  return bytes <= runLimits.resultBytes ? text : toJson({ note: 'too large to keep', bytes });
}

/** The run completed. */
export function completed(
  run: RunRow,
  job: JobRow,
  result: Readonly<Record<string, unknown>> | undefined,
  nowMs: number,
): RunRow {
  return {
    ...run,
    state: 'completed',
    progress: 100,
    startedAtMs: run.startedAtMs ?? nowMs,
    finishedAtMs: nowMs,
    result: result === undefined ? null : resultText(result),
    error: null,
    leaseUntilMs: null,
    ttl: expiry(run, job, 'completed', nowMs),
    revision: run.revision + 1,
  };
}

/** The wait before the next attempt; undefined if there is none. */
export function retryDelaySeconds({ attemptsMade }: Pick<RunRow, 'attemptsMade'>): number | undefined {
  return attemptsMade < runLimits.attempts ? runLimits.retryDelaysSeconds[attemptsMade - 1] : undefined;
}

/** The run after a failed attempt; it has failed if `isFinal`, else it waits for the next. */
export function attemptFailed(
  run: RunRow,
  job: JobRow,
  message: string,
  isFinal: boolean,
  nowMs: number,
): RunRow {
  const error = truncate(message, runLimits.errorCharacters, '…');
  return {
    ...run,
    state: isFinal ? 'failed' : 'delayed',
    finishedAtMs: isFinal ? nowMs : null,
    error,
    trace: traceOf(run, error, nowMs),
    leaseUntilMs: null,
    ttl: expiry(run, job, 'failed', nowMs),
    revision: run.revision + 1,
  };
}

const objectOrNull = (text: string | null): Record<string, unknown> | null =>
  text === null ? null : (parseJson(text) as Record<string, unknown>);

/** The run as a job's history shows it. */
export function toExecution(run: RunRow): Execution {
  const { startedAtMs, finishedAtMs } = run;
  return {
    id: run.id,
    state: run.state,
    progress: run.progress,
    scheduledAt: toIso(run.scheduledAtMs),
    startedAt: toIsoOrNull(startedAtMs),
    completedAt: toIsoOrNull(finishedAtMs),
    result: objectOrNull(run.result),
    error: run.error,
    triggerType: run.triggerType,
    triggeredByUserId: run.triggeredBy && userIdOf(run.triggeredBy),
    attemptsMade: run.attemptsMade,
    durationMs: startedAtMs === null || finishedAtMs === null ? null : finishedAtMs - startedAtMs,
  };
}

/** The run as the queue's endpoint shows it. */
export function toQueueJob(run: RunRow): QueueJob {
  const { jobId, jobName, tenantId, organizationId, error } = run;
  const result = objectOrNull(run.result);
  return {
    id: run.id,
    name: jobName,
    state: run.state,
    progress: run.progress,
    data: { scheduleId: jobId, scheduleName: jobName, tenantId, organizationId },
    result,
    error,
    stacktrace: run.trace,
    attemptsMade: run.attemptsMade,
    timestamp: toIso(run.scheduledAtMs),
    processedOn: toIsoOrNull(run.startedAtMs),
    finishedOn: toIsoOrNull(run.finishedAtMs),
    returnvalue: result,
  };
}

// The events of runs, written in the transactions that change the runs.

function eventWrite(
  type: `scheduler.job.${string}`,
  job: JobRow,
  run: RunRow,
  atMs: number,
  data: Readonly<Record<string, unknown>>,
  named: Partial<Pick<DomainEvent, 'id' | 'cause'>> = {},
): Write {
  const { id, tenantId, organizationId } = job;
  return outboxWrite({
    id: randomUUID(),
    ...named,
    type,
    tenantId,
    organizationId,
    occurredAtMs: atMs,
    // A run does not change the job, so its event contains the job's stored revision.
    version: job.revision,
    data: {
      id,
      scheduleId: id,
      scheduleName: job.name,
      scopeType: job.scopeType,
      queueJobId: run.id,
      triggerType: run.triggerType,
      scheduledAt: toIso(run.scheduledAtMs),
      targetType: job.targetType,
      queueName: job.targetQueue,
      commandId: job.targetCommand,
      ...data,
      tenantId,
      organizationId,
    },
  });
}

/** The kind of runs in stories. */
export const runKind = 'job_run';

/** When an attempt started, and the id of its event, from which the name of its story follows. */
function startOf({ id, attemptsMade, startedAtMs, scheduledAtMs }: RunRow) {
  return { atMs: startedAtMs ?? scheduledAtMs, eventId: uuidOf(`started ${id} ${attemptsMade}`) };
}

/** The story of an attempt, whose first event is its start; undefined for runs of the platform. */
function storyOfRun(run: RunRow): string | undefined {
  const { atMs, eventId } = startOf(run);
  const { tenantId, organizationId } = run;
  return tenantId === null ? undefined : eventNameOf({ occurredAtMs: atMs, organizationId, eventId });
}

/** The cause of what an attempt leads to. */
export function causeOfRun(run: RunRow): EventCause | undefined {
  const story = storyOfRun(run);
  return story === undefined ? undefined : { story, by: nodeId({ kind: runKind, id: run.id }) };
}

/** The event of an attempt's start, and the edge of the run. */
export function startedWrites(job: JobRow, run: RunRow): Write[] {
  const { atMs, eventId } = startOf(run);
  const data = { attemptNumber: run.attemptsMade, startedAt: toIso(atMs) };
  const { id, tenantId, organizationId } = run;
  const story = storyOfRun(run);
  return [
    eventWrite('scheduler.job.started', job, run, atMs, data, { id: eventId, cause: null }),
    ...(tenantId === null || story === undefined
      ? []
      : edgeWrites({ tenantId, organizationId, kind: runKind, id, atMs }, [
          { story, by: eventNodeId(story) },
        ])),
  ];
}

export function completedEvent(job: JobRow, run: RunRow, nowMs: number): Write {
  const result: unknown = run.result === null ? null : parseJson(run.result);
  return eventWrite('scheduler.job.completed', job, run, nowMs, {
    result,
    commandResult: job.targetType === 'command' ? result : null,
    attemptsMade: run.attemptsMade,
    completedAt: toIso(nowMs),
  });
}

export function failedEvent(job: JobRow, run: RunRow, nowMs: number): Write {
  return eventWrite('scheduler.job.failed', job, run, nowMs, {
    error: run.error,
    attemptsMade: run.attemptsMade,
    failedAt: toIso(nowMs),
  });
}

export function skippedEvent(job: JobRow, run: RunRow, reason: string, nowMs: number): Write {
  return eventWrite('scheduler.job.skipped', job, run, nowMs, { reason, skippedAt: toIso(nowMs) });
}

/** The job's command was refused, because its user or key lacks a right. */
export function blockedEvent(job: JobRow, blockedReason: string, nowMs: number): Write {
  const { id, tenantId, organizationId, name, targetCommand } = job;
  return outboxWrite({
    id: randomUUID(),
    type: 'scheduler.job.blocked',
    tenantId,
    organizationId,
    occurredAtMs: nowMs,
    version: job.revision,
    data: {
      id,
      name,
      commandId: targetCommand,
      blockedReason,
      runAs: job.owner.subject,
      tenantId,
      organizationId,
    },
  });
}
