/**
 * Keeps EventBridge's schedules in step with jobs. A new job's schedules are made before its row: without a row they
 * fire at nothing, and nothing is half done when they cannot be made. Every other change is written first and then
 * taken to EventBridge, and the function that took it there checks whether the job has changed again meanwhile, so that the last
 * state wins. What a crash leaves behind, `reconcile` repairs.
 */

import { AppError } from '../../kernel/errors/app-error.ts';
import { UnavailableError, UnfinishedError } from '../../kernel/errors/errors.ts';
import {
  createSchedule,
  deleteSchedule,
  InvalidScheduleError,
  putSchedule,
  type Schedule,
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
  prepare,
} from './timing/schedule.ts';

/** What the names of all schedules of jobs begin with. */
export const scheduleKind = 'job';
const parts = ['a', 'b'] as const;

type Part = NativeSchedule['part'];
export const nameOf = (jobId: string, part: Part): string => scheduleName(scheduleKind, `${jobId}-${part}`);

/** The job's id in the name of one of its schedules; undefined when it is none. */
export function jobIdIn(name: string): string | undefined {
  return /^job-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[ab]$/.exec(name)?.[1];
}

const madeAt = 'Made at ';

/** When a schedule was made, by its description. */
export function madeAtMs({ description = '' }: { description?: string | undefined }): number {
  return Date.parse(description.replace(madeAt, ''));
}

/** The schedule as EventBridge gets it. */
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
export async function wantedSchedules(job: JobRow | undefined, nowMs: number): Promise<Schedule[]> {
  if (!job?.isEnabled) return [];
  await prepare(job);
  return nativeSchedules(job, nowMs).map((native) => toSchedule(job, native));
}

/** Sends what ticks would come too late for: the runs until the minute that the first tick fills. */
async function fillFirstMinutes(job: JobRow | undefined, nowMs: number): Promise<void> {
  if (job?.isEnabled && matcherOf(job) === 'ticks') await delayRuns(job, filledAtStart(nowMs), nowMs);
}

/** EventBridge knows fewer zones, and takes fewer expressions, than may be written. */
function refused(job: JobRow, error: unknown): unknown {
  return error instanceof InvalidScheduleError
    ? new ScheduleValueError(job.scheduleType, `is not taken by EventBridge Scheduler: ${error.message}`)
    : error;
}

/** Deletes what was made for a job that is not stored. What cannot be deleted fires at nothing until it is cleaned up. */
const removeAll = (schedules: readonly Schedule[]) =>
  Promise.allSettled(schedules.map(({ name }) => deleteSchedule(name)));

/** Whether the job may be stored in spite of the error. */
const isAmbiguous = (error: unknown): boolean =>
  !(error instanceof ConditionFailedError) &&
  (!(error instanceof AppError) || error instanceof UnavailableError);

/**
 * Stores a new job whose schedules are made. After an ambiguous failure it reads the job: one that is stored without its
 * schedules would not fire. Throws what `store` throws.
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
      // When the job cannot be read either, the schedules stay: without a job they fire at nothing.
      const stored = await findJob(job, job.id).catch(() => 'unknown' as const);
      if (stored === 'unknown') throw error;
      if (stored !== undefined) return;
    }
    await removeAll(schedules);
    throw error;
  }
}

/**
 * Makes a new job's schedules, stores the job, and begins to fill its first minutes. Throws ScheduleValueError and
 * UnavailableError with nothing done, and what `store` throws.
 */
export async function startFiring(job: JobRow, store: () => Promise<void>, nowMs: number): Promise<void> {
  const schedules = await wantedSchedules(job, nowMs);
  try {
    for (const schedule of schedules) await createSchedule(schedule);
  } catch (error) {
    await removeAll(schedules);
    throw refused(job, error);
  }
  await storeJob(job, schedules, store);
  await fillFirstMinutes(job, nowMs);
}

/** A chain that was held up does not make up for what it missed before that. */
const chainLookbackMs = 120_000;

/** Has the job fire at its next time after this one, where EventBridge takes only one time at once. */
export async function continueChain(job: JobRow, atMs: number, nowMs: number): Promise<void> {
  const nextMs = nextRunMs(job, Math.max(atMs, nowMs - chainLookbackMs));
  await putSchedule(toSchedule(job, onceAt(nextMs, nowMs)));
}

async function apply(job: JobRow | undefined, jobId: string, had: readonly Part[]): Promise<void> {
  const wanted = await wantedSchedules(job, Date.now());
  for (const schedule of wanted) await putSchedule(schedule);
  const names = new Set(wanted.map(({ name }) => name));
  for (const name of had.map((part) => nameOf(jobId, part))) if (!names.has(name)) await deleteSchedule(name);
}

async function partsOf(job: JobRow): Promise<Part[]> {
  return (await wantedSchedules(job, Date.now())).map(({ name }) => (name.endsWith('b') ? 'b' : 'a'));
}

/**
 * Takes a change that was stored to EventBridge, and every later one that others store meanwhile. `again` does so even
 * where nothing changed: a repeated change after an interruption repairs what was left of it. Throws UnfinishedError
 * when EventBridge is out of reach: the job is as it was changed, its schedules are not yet.
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

/** The live job, where it was or where it was moved to. One request, two while another change moves it. */
async function findEither(before: JobRow, after: JobRow): Promise<JobRow | undefined> {
  const job = await findJob(after, after.id);
  return job === undefined && before.tenantId !== after.tenantId ? findJob(before, before.id) : job;
}

/** Takes a job's current state to EventBridge until it is unchanged meanwhile. `had` are parts that may be there. */
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

/** Takes the deletion of a job to EventBridge. Throws UnavailableError: then schedules fire at nothing until cleaned up. */
export async function stopFiring(deleted: JobRow): Promise<void> {
  for (const part of await partsOf({ ...deleted, isEnabled: true }))
    await deleteSchedule(nameOf(deleted.id, part));
  const current = await findJob(deleted, deleted.id);
  // Brought back in the meantime, and what was made then is deleted now.
  for (const schedule of await wantedSchedules(current, Date.now())) await createSchedule(schedule);
}
