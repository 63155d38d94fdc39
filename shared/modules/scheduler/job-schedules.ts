/**
 * Keeps EventBridge schedules consistent with jobs. A new job's schedules are created before its row: without
 * a row they have no effect, and if they cannot be created nothing is stored. Every other change is stored
 * first and then applied to EventBridge; afterwards the function checks whether the job has changed
 * meanwhile, so that the last state wins. `reconcile` repairs inconsistencies after crashes.
 */

import { AppError } from '../../kernel/errors/app-error.ts';
import { UnavailableError, UnfinishedError } from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  InvalidScheduleError,
  putSchedule,
  type Schedule,
  type ScheduleState,
  scheduledTime,
  scheduleName,
} from '../../kernel/schedules/schedules.ts';
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import { toIso } from '../../kernel/text/times.ts';
import { ScheduleValueError } from './errors.ts';
import { firesDifferently, type JobRow } from './job.ts';
import { findJob } from './job-store.ts';
import { delayRuns } from './runs/delayed-runs.ts';
import { dueMessage } from './runs/messages.ts';
import {
  filledAtStart,
  matcherOf,
  type NativeSchedule,
  nativeSchedules,
  nextRunMs,
  onceAt,
} from './timing/schedule.ts';

/** The prefix of the names of all schedules of jobs. */
export const scheduleKind = 'job';
const parts = ['a', 'b'] as const;

type Part = NativeSchedule['part'];
export const nameOf = (jobId: string, part: Part): string => scheduleName(scheduleKind, `${jobId}-${part}`);

/** The job's id in the name of one of its schedules; undefined for other names. */
export function jobIdIn(name: string): string | undefined {
  return /^job-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[ab]$/.exec(name)?.[1];
}

const madeAt = 'Made at ';

/** The creation time of a schedule, from its description. */
export function madeAtMs({ description = '' }: { description?: string | undefined }): number {
  return Date.parse(description.replace(madeAt, ''));
}

/** Converts a schedule to the format of EventBridge. */
export function toSchedule(job: JobRow, native: NativeSchedule): Schedule {
  const { part, expression, timezone, startMs, rate, kind, onceAtMs } = native;
  const time = onceAtMs === undefined ? scheduledTime : toIso(onceAtMs);
  return {
    name: nameOf(job.id, part),
    queue: 'scheduler-execution',
    message: dueMessage(job, kind, time, rate),
    expression,
    timezone,
    description: `${madeAt}${toIso(Date.now())}`,
    ...(startMs !== undefined && { startMs }),
  };
}

/** The schedules that the job should have now: none unless it is live and enabled. */
export function wantedSchedules(job: JobRow | undefined, nowMs: number): Schedule[] {
  if (!job?.isEnabled) return [];
  return nativeSchedules(job, nowMs).map((native) => toSchedule(job, native));
}

/** Tolerance: a firing may be late, and the schedules of a new job exist before its row. */
export const patienceMs = 600_000;

/** Whether it is a one-time schedule whose firing is due and not claimed: its run will schedule the next firing. */
function isDue(job: JobRow, { message }: ScheduleState, nowMs: number): boolean {
  const { nextRunAtMs: atMs } = job;
  if (atMs === null || atMs > nowMs || atMs <= nowMs - patienceMs) return false;
  return message === toJson(dueMessage(job, 'fire', toIso(atMs)));
}

/**
 * Creates or changes a schedule of the job, unless it is as wanted. EventBridge fires up to a minute late, and a schedule
 * that is replaced meanwhile would lose its firing. Returns whether it was changed.
 */
export async function repairSchedule(job: JobRow, wanted: Schedule, nowMs: number): Promise<boolean> {
  const found = await getSchedule(wanted.name);
  const isAsWanted =
    found?.expression === wanted.expression &&
    found.timezone === wanted.timezone &&
    found.message === toJson(wanted.message);
  const stays = found?.enabled === true && (isAsWanted || isDue(job, found, nowMs));
  if (!stays) await putSchedule(wanted);
  return !stays;
}

/** Sends the runs until the minute that the first tick fills, because a tick would be too late for them. */
async function fillFirstMinutes(job: JobRow | undefined, nowMs: number): Promise<void> {
  if (job?.isEnabled && matcherOf(job) === 'ticks') await delayRuns(job, filledAtStart(nowMs), nowMs);
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

/**
 * Deletes the schedules of a job that was not stored. Remaining schedules have no effect until they are
 * cleaned up.
 */
const removeAll = (schedules: readonly Schedule[]) =>
  Promise.allSettled(schedules.map(({ name }) => deleteSchedule(name)));

/** Whether the job may have been stored in spite of the error. */
const isAmbiguous = (error: unknown): boolean =>
  !(error instanceof ConditionFailedError) &&
  (!(error instanceof AppError) || error instanceof UnavailableError);

/**
 * Stores a new job whose schedules exist. After an ambiguous failure it reads the job, because a stored job
 * without schedules would not fire. Throws what `store` throws.
 */
async function storeJob(
  job: JobRow,
  schedules: readonly Schedule[],
  store: () => Promise<void>,
): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (isAmbiguous(error)) {
      // If the job cannot be read either, the schedules stay: without a job they have no effect.
      const stored = await findJob(job, job.id).catch(() => 'unknown' as const);
      if (stored === 'unknown') throw error;
      if (stored !== undefined) return;
    }
    await removeAll(schedules);
    throw error;
  }
}

/**
 * Creates a new job's schedules, stores the job, and sends the runs of its first minutes. Throws
 * ScheduleValueError and UnavailableError without any effect, and what `store` throws.
 */
export async function startFiring(job: JobRow, store: () => Promise<void>, nowMs: number): Promise<void> {
  const schedules = wantedSchedules(job, nowMs);
  try {
    for (const schedule of schedules) await createSchedule(schedule);
  } catch (error) {
    await removeAll(schedules);
    throw refused(job, error);
  }
  await storeJob(job, schedules, store);
  await fillFirstMinutes(job, nowMs);
}

/** A delayed chain skips firings that were missed before this time. */
const chainLookbackMs = 120_000;

/** Schedules the job's next firing after this one, if EventBridge can only express one time. */
export async function continueChain(job: JobRow, atMs: number, nowMs: number): Promise<void> {
  const nextMs = nextRunMs(job, Math.max(atMs, nowMs - chainLookbackMs));
  await putSchedule(toSchedule(job, onceAt(nextMs, nowMs)));
}

async function apply(job: JobRow | undefined, jobId: string, had: readonly Part[]): Promise<void> {
  const nowMs = Date.now();
  const wanted = wantedSchedules(job, nowMs);
  if (job !== undefined) for (const schedule of wanted) await repairSchedule(job, schedule, nowMs);
  const names = new Set(wanted.map(({ name }) => name));
  for (const name of had.map((part) => nameOf(jobId, part))) if (!names.has(name)) await deleteSchedule(name);
}

async function partsOf(job: JobRow): Promise<Part[]> {
  return wantedSchedules(job, Date.now()).map(({ name }) => (name.endsWith('b') ? 'b' : 'a'));
}

/**
 * Applies a stored change to EventBridge, and every later change that is stored meanwhile. `again` also
 * applies an unchanged job, so that a repeated request repairs an interrupted one. Throws UnfinishedError if
 * EventBridge is unavailable, and ScheduleValueError if it refuses a schedule: the job is changed, but its schedules
 * are not.
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
    await follow(before, after, isOther ? await partsOf(before) : parts);
    if (isOther) await fillFirstMinutes(after, nowMs);
  } catch (error) {
    if (error instanceof UnavailableError) throw new UnfinishedError();
    throw refused(after, error);
  }
}

/** The live job in its old or its new scope. One request, two while another change moves it. */
async function findEither(before: JobRow, after: JobRow): Promise<JobRow | undefined> {
  const job = await findJob(after, after.id);
  return job === undefined && before.tenantId !== after.tenantId ? findJob(before, before.id) : job;
}

/** Applies a job's current state to EventBridge until the job is unchanged. `had` are parts that may exist. */
async function follow(before: JobRow, after: JobRow, had: readonly Part[]): Promise<void> {
  let taken: JobRow | undefined = after;
  let known = had;
  for (;;) {
    await apply(taken, after.id, known);
    const current: JobRow | undefined = await findEither(before, after);
    if (current?.revision === taken?.revision) return;
    [taken, known] = [current, parts];
  }
}

/**
 * Applies the deletion of a job to EventBridge. Throws UnavailableError; remaining schedules then have no
 * effect until they are cleaned up.
 */
export async function stopFiring(deleted: JobRow): Promise<void> {
  for (const part of await partsOf({ ...deleted, isEnabled: true }))
    await deleteSchedule(nameOf(deleted.id, part));
  const current = await findJob(deleted, deleted.id);
  // The job was restored meanwhile, and its new schedules have just been deleted.
  for (const schedule of wantedSchedules(current, Date.now())) await createSchedule(schedule);
}
