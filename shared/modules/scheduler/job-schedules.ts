/**
 * Keeps the EventBridge schedule of a job consistent with it; jobs that the tick fires have none. A new job's schedule
 * is created before its row: without a row it has no effect, and if it cannot be created nothing is stored. Every other
 * change is stored first and then applied to EventBridge; afterwards the function checks whether the job has changed
 * meanwhile, so that the last state wins. `reconcile` repairs inconsistencies after crashes.
 */

import { toJson } from '../../kernel/base/json.ts';
import { toIso } from '../../kernel/base/times.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { UnavailableError, UnfinishedError } from '../../kernel/errors/errors.ts';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  InvalidScheduleError,
  putSchedule,
  type Schedule,
  scheduledTime,
  scheduleName,
} from '../../kernel/schedules/schedules.ts';
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import { ScheduleValueError } from './errors.ts';
import { firesDifferently, type JobRow } from './job.ts';
import { findJob } from './job-store.ts';
import { dueMessage } from './runs/messages.ts';
import { planFirstRuns } from './runs/plan.ts';
import { type NativeSchedule, nativeSchedule } from './timing/schedule.ts';

/** The prefix of the names of all schedules of jobs. */
export const scheduleKind = 'job';
const nameOf = (jobId: string): string => scheduleName(scheduleKind, jobId);

/** The job's id in the name of its schedule; undefined for other names. */
export function jobIdIn(name: string): string | undefined {
  return /^job-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name)?.[1];
}

const madeAt = 'Made at ';

/** The creation time of a schedule, from its description. */
export function madeAtMs({ description = '' }: { description?: string | undefined }): number {
  return Date.parse(description.replace(madeAt, ''));
}

/** Converts a schedule to the format of EventBridge. */
export function toSchedule(job: JobRow, { rate, ...native }: NativeSchedule): Schedule {
  return {
    ...native,
    name: nameOf(job.id),
    queue: 'scheduler-execution',
    message: dueMessage(job, scheduledTime, rate),
    description: `${madeAt}${toIso(Date.now())}`,
  };
}

/** The schedule that the job should have now: none unless it is live and enabled, and EventBridge can fire it. */
export function requiredSchedule(job: JobRow | undefined, nowMs: number): Schedule | undefined {
  const native = job?.isEnabled ? nativeSchedule(job, nowMs) : undefined;
  return job && native && toSchedule(job, native);
}

/** Tolerance: a firing may be late, and the schedule of a new job exists before its row. */
export const patienceMs = 600_000;

/**
 * Creates or changes a schedule, unless it already is as required. EventBridge fires up to a minute late, and a schedule that is
 * replaced meanwhile would lose its firing. Returns whether it was changed.
 */
export async function repairSchedule(schedule: Schedule): Promise<boolean> {
  const found = await getSchedule(schedule.name);
  const isUnchanged =
    found?.enabled === true &&
    found.expression === schedule.expression &&
    found.timezone === schedule.timezone &&
    found.message === toJson(schedule.message);
  if (!isUnchanged) await putSchedule(schedule);
  return !isUnchanged;
}

/** The error for a zone or an expression that the platform accepts but EventBridge does not. */
function refused(job: JobRow, error: unknown): unknown {
  return error instanceof InvalidScheduleError
    ? new ScheduleValueError(
        job.scheduleType,
        'is not accepted by EventBridge Scheduler, or its time zone is not',
      )
    : error;
}

/** Deletes the schedule of a job that was not stored. A remaining one has no effect until it is cleaned up. */
const remove = (job: JobRow) => Promise.allSettled([deleteSchedule(nameOf(job.id))]);

/** Whether the job may have been stored in spite of the error. */
const isAmbiguous = (error: unknown): boolean =>
  !(error instanceof ConditionFailedError) &&
  (!(error instanceof AppError) || error instanceof UnavailableError);

/**
 * Stores a new job, whose schedule exists. After an ambiguous failure it reads the job, because a stored job without a
 * schedule would not fire. Throws what `store` throws.
 */
async function storeJob(job: JobRow, store: () => Promise<void>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (isAmbiguous(error)) {
      // If the job cannot be read either, the schedule stays: without a job it has no effect.
      const stored = await findJob(job, job.id).catch(() => 'unknown' as const);
      if (stored === 'unknown') throw error;
      if (stored !== undefined) return;
    }
    await remove(job);
    throw error;
  }
}

/**
 * Creates a new job's schedule, if it needs one, and stores the job. Throws ScheduleValueError and UnavailableError
 * without any effect, and what `store` throws.
 */
export async function startFiring(job: JobRow, store: () => Promise<void>, nowMs: number): Promise<void> {
  const schedule = requiredSchedule(job, nowMs);
  try {
    if (schedule !== undefined) await createSchedule(schedule);
  } catch (error) {
    await remove(job);
    throw refused(job, error);
  }
  await storeJob(job, store);
  await planFirstRuns(job, nowMs);
}

async function apply(job: JobRow | undefined, jobId: string): Promise<void> {
  const schedule = requiredSchedule(job, Date.now());
  if (schedule === undefined) await deleteSchedule(nameOf(jobId));
  else await repairSchedule(schedule);
}

/**
 * Applies a stored change to EventBridge, and every later change that is stored meanwhile. `again` also
 * applies an unchanged job, so that a repeated request repairs an interrupted one. Throws UnfinishedError if
 * EventBridge is unavailable, and ScheduleValueError if it refuses a schedule: the job is changed, but its schedule
 * is not.
 */
export async function followChange(
  before: JobRow,
  after: JobRow,
  nowMs: number,
  again = false,
): Promise<void> {
  const isOther = firesDifferently(before, after);
  if (!isOther && !again) return;
  try {
    await follow(before, after);
  } catch (error) {
    if (error instanceof UnavailableError) throw new UnfinishedError();
    throw refused(after, error);
  }
  if (isOther) await planFirstRuns(after, nowMs);
}

/** The live job in its old or its new scope. One request, two while another change moves it. */
async function findEither(before: JobRow, after: JobRow): Promise<JobRow | undefined> {
  const job = await findJob(after, after.id);
  return job === undefined && before.tenantId !== after.tenantId ? findJob(before, before.id) : job;
}

/** Applies a job's current state to EventBridge until the job is unchanged. */
async function follow(before: JobRow, after: JobRow): Promise<void> {
  let applied: JobRow | undefined = after;
  for (;;) {
    await apply(applied, after.id);
    const current: JobRow | undefined = await findEither(before, after);
    if (current?.revision === applied?.revision) return;
    applied = current;
  }
}

/**
 * Applies the deletion of a job to EventBridge. Throws UnavailableError; a remaining schedule then has no
 * effect until it is cleaned up.
 */
export async function stopFiring(deleted: JobRow): Promise<void> {
  await deleteSchedule(nameOf(deleted.id));
  const current = await findJob(deleted, deleted.id);
  // The job was restored meanwhile, and its new schedule has just been deleted.
  const schedule = requiredSchedule(current, Date.now());
  if (schedule !== undefined) await createSchedule(schedule);
}
