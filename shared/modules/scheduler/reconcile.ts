/**
 * Compares jobs with EventBridge schedules and repairs inconsistencies after crashes: missing or outdated
 * schedules, schedules that no job needs, and next runs in the past. Deletes enabled jobs of deleted organizations.
 */

import { isDeletedOrganization } from '../../kernel/auth/directory-reader.ts';
import { parseJson } from '../../kernel/base/json.ts';
import { tryEach } from '../../kernel/base/parallel.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import type { RunTime } from '../../kernel/queues/scheduled.ts';
import { deleteSchedule, getSchedule, listSchedules } from '../../kernel/schedules/schedules.ts';
import { commit, transact } from '../../kernel/table/write.ts';
import { dueWrites } from './due-jobs.ts';
import { sweepFiringJobs } from './firing-jobs.ts';
import type { JobRow } from './job.ts';
import {
  jobIdIn,
  madeAtMs,
  patienceMs,
  repairSchedule,
  requiredSchedule,
  scheduleKind,
  stopFiring,
} from './job-schedules.ts';
import { advanceWrites, findJob, liveJobIn, removeJob } from './job-store.ts';
import type { DueData } from './runs/messages.ts';
import { nextRunMs } from './timing/schedule.ts';

export interface Reconciled {
  /** Enabled jobs. */
  jobs: number;
  /** Missing or outdated schedules. */
  repaired: number;
  /** Schedules that no enabled job needs. */
  removed: number;
  /** Next runs that were in the past. */
  advanced: number;
  /** Jobs that were deleted, because their organization was. */
  deleted: number;
  /** Jobs that could not be checked or repaired; the log has the reasons. */
  failed: number;
  /** False if the deadline was reached before the end. */
  finished: boolean;
}

const parallelJobs = 8;

async function advance(job: JobRow, nowMs: number): Promise<boolean> {
  if ((job.nextRunAtMs ?? nowMs) > nowMs - patienceMs) return false;
  try {
    await transact(advanceWrites(job, nextRunMs(job, nowMs), () => new StaleError()));
    return true;
  } catch (error) {
    if (error instanceof StaleError) return false;
    throw error;
  }
}

/**
 * Deletes a job whose organization was deleted, which is final: no caller can select the organization to delete the job,
 * which would count as one of its tenant and fire forever. Returns whether it did.
 */
async function removeWithOrganization(job: JobRow, nowMs: number): Promise<boolean> {
  const { tenantId, organizationId } = job;
  if (tenantId === null || organizationId === null) return false;
  if (!(await isDeletedOrganization({ tenantId }, organizationId))) return false;
  await stopFiring(await removeJob(job, { principal: { subject: 'system:scheduler' }, nowMs }));
  return true;
}

/** Checks one enabled job. A superfluous schedule is not in `seen`, and deleted by `removeOthers`. */
async function repairJob(job: JobRow, outcome: Reconciled, seen: Set<string>): Promise<void> {
  const nowMs = Date.now();
  const schedule = requiredSchedule(job, nowMs);
  // A superfluous item of the tick changes nothing.
  if (schedule === undefined) await commit(dueWrites(job));
  else {
    seen.add(schedule.name);
    if (await repairSchedule(schedule)) outcome.repaired += 1;
  }
  if (await advance(job, nowMs)) outcome.advanced += 1;
}

/** Deletes a schedule that its job, found by the schedule's message, does not need. */
async function removeUnwanted(name: string, nowMs: number): Promise<boolean> {
  const [schedule, jobId] = [await getSchedule(name), jobIdIn(name)];
  if (schedule === undefined || jobId === undefined) return false;
  const { tenantId } = parseJson(schedule.message) as { tenantId: string | null; data: DueData };
  const job = await findJob({ tenantId }, jobId);
  if (requiredSchedule(job, nowMs)?.name === name) return false;
  if (job === undefined && madeAtMs(schedule) > nowMs - patienceMs) return false;
  await deleteSchedule(name);
  return true;
}

/** Runs `work` for each; a failure is logged and counted, and does not affect the others. */
async function forEach<T>(
  items: readonly T[],
  outcome: Reconciled,
  nameOfItem: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (const { item, error } of await tryEach(items, parallelJobs, work)) {
    outcome.failed += 1;
    log('error', 'a schedule could not be repaired', { of: nameOfItem(item), error: describeError(error) });
  }
}

/** Repairs the schedules of all enabled jobs, and adds their names to `seen`. */
async function repairJobs(deadlineMs: number, outcome: Reconciled, seen: Set<string>): Promise<void> {
  const { finished } = await sweepFiringJobs(deadlineMs, (items) =>
    forEach(
      items,
      outcome,
      ({ id }) => String(id),
      async (item) => {
        const job = liveJobIn(item);
        if (!job?.isEnabled) return;
        if (await removeWithOrganization(job, Date.now())) {
          outcome.deleted += 1;
          return;
        }
        outcome.jobs += 1;
        await repairJob(job, outcome, seen);
      },
    ),
  );
  outcome.finished &&= finished;
}

/** Deletes schedules that were not seen and that no job needs. */
async function removeOthers(deadlineMs: number, outcome: Reconciled, seen: ReadonlySet<string>) {
  const unwantedNames: string[] = [];
  for await (const { name } of listSchedules(`${scheduleKind}-`))
    if (!seen.has(name)) unwantedNames.push(name);
  await forEach(
    unwantedNames,
    outcome,
    (name) => name,
    async (name) => {
      if (Date.now() <= deadlineMs && (await removeUnwanted(name, Date.now()))) outcome.removed += 1;
    },
  );
  outcome.finished &&= Date.now() <= deadlineMs;
}

/**
 * Repairs all jobs until `deadlineMs`; the next call continues. Throws the first failure to list jobs or
 * schedules, after the other repairs.
 */
export async function reconcile({ deadlineMs }: { deadlineMs: number }): Promise<Reconciled> {
  const counts = { jobs: 0, repaired: 0, removed: 0, advanced: 0, deleted: 0, failed: 0 };
  const outcome: Reconciled = { ...counts, finished: true };
  const seen = new Set<string>();
  const [failure] = await tryEach([repairJobs, removeOthers], 1, (part) => part(deadlineMs, outcome, seen));
  if (failure !== undefined) throw failure.error;
  return outcome;
}

/** Repairs all jobs, and logs what was wrong. Throws what `reconcile` throws. */
export async function reconcileSchedules(time: RunTime): Promise<void> {
  const outcome = await reconcile(time);
  const isClean = outcome.repaired + outcome.removed + outcome.failed === 0 && outcome.finished;
  log(isClean ? 'info' : 'warn', 'schedules reconciled', { ...outcome });
}
