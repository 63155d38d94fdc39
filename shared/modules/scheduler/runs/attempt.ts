/** One attempt of a started run: sends the message or runs the command, and records the result. */

import { tryEach } from '../../../kernel/base/parallel.ts';
import type { Principal } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import {
  type CommandHandler,
  type CommandHandlers,
  type Commands,
  commandNamed,
} from '../../../kernel/commands/command.ts';
import { AppError } from '../../../kernel/errors/app-error.ts';
import { StaleError, UnavailableError } from '../../../kernel/errors/errors.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { PermanentError, RetryableError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import { countInHour, hourlySeries } from '../../../kernel/table/counts.ts';
import { isTemporary } from '../../../kernel/table/errors.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import { jobQueueNamed } from '../commands/targets.ts';
import type { JobRow } from '../job.ts';
import { BlockedError, ownerOf } from '../job-owner.ts';
import { failedRunWrite } from './failed-runs.ts';
import { blockedWrite, completedWrite } from './job-writes.ts';
import { runMessage } from './messages.ts';
import {
  attemptFailed,
  blockedEvent,
  completed,
  completedEvent,
  failedEvent,
  type RunRow,
  retryDelaySeconds,
  startedWrites,
  stoppedWorker,
} from './run.ts';
import { noteProgress, replaceWrite } from './run-store.ts';

type Result = Record<string, unknown> | undefined;

/** The commands that runs may have, and their code. */
export interface RunnableCommands {
  commands: Commands;
  commandHandlers: CommandHandlers;
}

/** The same in every attempt of a run. */
const idempotencyKeyOf = (run: RunRow): string => `scheduler-${run.id}`;

/** The message to the queue of a due job. */
function targetMessage(job: JobRow, run: RunRow): Message<Record<string, unknown>> {
  const { tenantId, organizationId } = job;
  return {
    v: 1,
    id: run.id,
    type: 'scheduler.job.due',
    tenantId,
    organizationId,
    idempotencyKey: idempotencyKeyOf(run),
    occurredAt: toIso(run.scheduledAtMs),
    job: { id: job.id, name: job.name, triggerType: run.triggerType },
    data: job.targetPayload ?? {},
  };
}

/** The queue of a job. Throws PermanentError if it no longer exists. */
function queueOf({ targetQueue }: JobRow): string {
  const queue = jobQueueNamed(targetQueue ?? '');
  if (queue === undefined) throw new PermanentError(`The queue "${targetQueue}" does not exist.`);
  return queue;
}

async function sendToQueue(job: JobRow, run: RunRow): Promise<Result> {
  const queue = queueOf(job);
  await sendMessages(queue, [{ message: targetMessage(job, run) }]);
  return { queue, messageId: run.id };
}

/** The code of a command. Throws PermanentError if no command has that name any more. */
function handlerOf(name: string, handlers: CommandHandlers): CommandHandler {
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (handler === undefined) throw new PermanentError(`The command "${name}" does not exist.`);
  return handler;
}

async function runCommand(
  job: JobRow,
  run: RunRow,
  { commands, commandHandlers }: RunnableCommands,
): Promise<Result> {
  const name = job.targetCommand ?? '';
  const handler = handlerOf(name, commandHandlers);
  const feature = commandNamed(commands, name)?.feature;
  let reading: Promise<Principal> | undefined;
  const owner = () => {
    reading ??= ownerOf(job, feature, Date.now());
    return reading;
  };
  // Commands without a feature read the owner only on demand.
  if (feature !== undefined) await owner();
  return handler(job.targetPayload ?? {}, {
    tenantId: job.tenantId,
    organizationId: job.organizationId,
    owner,
    jobId: job.id,
    jobName: job.name,
    runId: run.id,
    idempotencyKey: idempotencyKeyOf(run),
    scheduledAtMs: run.scheduledAtMs,
    attempt: run.attemptsMade,
    reportProgress: (percent) => noteProgress(run, Math.round(Math.min(100, Math.max(0, percent)))),
  });
}

/** Whether another attempt would fail, too. */
function isPermanent(error: unknown): boolean {
  if (error instanceof AppError) return error.status < 500;
  return error instanceof PermanentError;
}

/** The error in the history. Unexpected errors are only logged, because they may reveal internals. */
function messageOf(error: unknown): string {
  const isMeant =
    error instanceof AppError || error instanceof PermanentError || error instanceof RetryableError;
  return isMeant ? error.message : 'An unexpected error occurred; the log of the run has the details.';
}

/**
 * Writes the end of an attempt. Returns false if another worker has taken the run over and will record its
 * end.
 */
async function write(writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(writes);
    return true;
  } catch (error) {
    if (error instanceof StaleError) return false;
    throw error;
  }
}

/** The start of a queue's run is published with its end. */
const lateStart = (job: JobRow, run: RunRow): Write[] =>
  job.targetType === 'queue' ? startedWrites(job, run) : [];

async function succeed(job: JobRow, run: RunRow, result: Result, countEnd: CountEnd): Promise<void> {
  const nowMs = Date.now();
  const done = completed(run, job, result, nowMs);
  const end = [replaceWrite(run, done), ...lateStart(job, run), completedEvent(job, done, nowMs)];
  const lastRun = completedWrite(job, nowMs, () => new StaleError());
  // The job may have been deleted; the run's end is published anyway.
  if ((await write([...end, lastRun])) || (await write(end))) return countEnd(job, 'completed');
  log('warn', 'a run was ended by another worker', { runId: run.id });
}

/** Notes on the job why it is blocked, and publishes it, once until the job is taken over or runs again. */
async function noteBlocked(job: JobRow, reason: string): Promise<void> {
  if (job.blockedReason !== undefined) return;
  await write([blockedWrite(job, reason), blockedEvent(job, reason, Date.now())]);
}

async function fail(job: JobRow, run: RunRow, error: unknown, countEnd: CountEnd): Promise<void> {
  const nowMs = Date.now();
  const delaySeconds = isPermanent(error) ? undefined : retryDelaySeconds(run);
  const isFinal = delaySeconds === undefined;
  log(isFinal ? 'error' : 'warn', 'an attempt of a job failed', {
    jobId: job.id,
    runId: run.id,
    tenantId: job.tenantId,
    attempt: run.attemptsMade,
    error: describeError(error),
  });
  const failed = attemptFailed(run, job, messageOf(error), isFinal, nowMs);
  const finalWrites = isFinal ? [failedEvent(job, failed, nowMs), failedRunWrite(failed, nowMs)] : [];
  // Who sees the failed run also sees why the job is blocked.
  if (error instanceof BlockedError) await noteBlocked(job, error.message);
  const isOurs = await write([replaceWrite(run, failed), ...lateStart(job, run), ...finalWrites]);
  if (isOurs && isFinal) countEnd(job, 'failed');
  if (isOurs && !isFinal) await attemptLater(job, run, delaySeconds);
}

/** Requests an attempt. If this message is lost, the redelivery of the current message makes the attempt. */
const attemptLater = (job: JobRow, run: RunRow, delaySeconds: number) =>
  sendMessages('scheduler-execution', [{ message: runMessage(job, run.id), delaySeconds }]);

/**
 * Makes the started attempt of `run`, and records its result. Throws errors of AWS while writing, and those of the last attempt to
 * send a message: an overloaded platform makes such a run late instead of failing it.
 */
export async function endAttempt(
  job: JobRow,
  run: RunRow,
  runnable: RunnableCommands,
  countEnd: CountEnd,
): Promise<void> {
  let result: Result;
  try {
    result = await (job.targetType === 'queue' ? sendToQueue(job, run) : runCommand(job, run, runnable));
  } catch (error) {
    if (isOutage(error) && job.targetType === 'queue' && retryDelaySeconds(run) === undefined) throw error;
    return fail(job, run, error, countEnd);
  }
  try {
    await succeed(job, run, result, countEnd);
  } catch (error) {
    if (isOutage(error)) throw error;
    // Another attempt would have the same result.
    const notStored = new PermanentError('The result of the run could not be stored.', { cause: error });
    await fail(job, run, notStored, countEnd);
  }
}

/** AWS is unavailable: the attempt is made, or its end is written, when the message is redelivered. */
const isOutage = (error: unknown): boolean => error instanceof UnavailableError || isTemporary(error);

/** Fails a run whose last attempt was stopped with its worker. */
export async function endLost(job: JobRow, run: RunRow, countEnd: CountEnd): Promise<void> {
  await fail(job, run, new PermanentError(stoppedWorker), countEnd);
}

/** Counts an ended run for the activity of its organization. */
export type CountEnd = (job: JobRow, state: 'completed' | 'failed') => void;

const parallelCounts = 4;

/** The counts of the runs that a batch of messages ends. Storing them is one request per organization. */
export function runCounts(): { countEnd: CountEnd; store: () => Promise<void> } {
  const ends: { job: JobRow; state: 'completed' | 'failed' }[] = [];
  return {
    countEnd: (job, state) => ends.push({ job, state }),
    store: async () => {
      const byHome = Map.groupBy(ends, ({ job }) => `${job.tenantId} ${job.organizationId}`);
      const failures = await tryEach([...byHome.values()], parallelCounts, async (own) => {
        const [first] = own;
        const completed = own.filter(({ state }) => state === 'completed').length;
        const counts = { completed, failed: own.length - completed };
        if (first !== undefined) await countInHour(first.job, hourlySeries.jobRuns, counts, Date.now());
      });
      // A failure only makes the statistics incomplete.
      for (const { item, error } of failures) {
        const { tenantId, organizationId } = item[0]?.job ?? {};
        log('error', 'runs were not counted', { tenantId, organizationId, error: describeError(error) });
      }
    },
  };
}
