/**
 * The worker of the queue `scheduler-execution`. Messages are delivered at least once, so a run is claimed by
 * a conditional write to the history; a second worker finds it claimed. A started run without an end is
 * started again after its lease has expired.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FeatureTitles } from '../../../kernel/base/features.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { withCause } from '../../../kernel/events/cause.ts';
import { log } from '../../../kernel/observability/log.ts';
import { asMetrics, type Measurement } from '../../../kernel/observability/metrics.ts';
import { RetryableError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { transact } from '../../../kernel/table/write.ts';
import type { JobRow } from '../job.ts';
import { intendedTime } from '../timing/schedule.ts';
import { type CountEnd, endAttempt, endLost, type RunnableCommands } from './attempt.ts';
import { claimCheckOf, claimOf, type RunRequest, type StartedRun, skipOf } from './claim.ts';
import { type DueData, type JobMessage, messageTypes, type PlanData, type RunData } from './messages.ts';
import { plan } from './plan.ts';
import { causeOfRun, locationOfRun, type RunRow } from './run.ts';
import { type Due, findDue, removeRun } from './run-store.ts';

/** Conflicts with other writers before the message is left for later. */
const maxRounds = 6;
/** The second message of a run waits briefly for its end, instead of for redelivery after minutes. */
const busyWaitsMs = [100, 200, 400, 800] as const;

/** Removes the planned run of an outdated schedule version. */
async function removePlanned(run: RunRow | undefined, { scheduleVersion }: RunRequest): Promise<void> {
  if (run?.state === 'delayed' && run.scheduleVersion === scheduleVersion) await removeRun(run);
}

/** The delay of runs after their scheduled time, of all jobs. */
const lateness: Measurement = { by: [], metrics: { latenessMs: 'Milliseconds' } };

/** Measures only scheduled runs, because manual ones have no scheduled time. */
function measureLateness({ location, scheduleVersion }: RunRequest): void {
  if (scheduleVersion === undefined) return;
  const nowMs = Date.now();
  const latenessMs = Math.max(0, nowMs - location.atMs);
  log('info', 'run started', { jobId: location.jobId, latenessMs, ...asMetrics([lateness], nowMs) });
}

/** What of the catalog runs need: commands with their code, and the features of the platform with their titles. */
export interface RunDependencies extends RunnableCommands {
  features: FeatureTitles;
}

/** Claims and starts the run, or skips it. Throws StaleError if another worker was first. */
async function begin(
  job: JobRow,
  due: Due,
  request: RunRequest,
  { features }: RunDependencies,
): Promise<StartedRun | undefined> {
  const claim = claimOf(job, due.run, request, await skipOf(job, due, features));
  await transact(claim.writes);
  measureLateness(request);
  return claim.startedRun;
}

/** Claims the run of a message, if it can be claimed. Throws RetryableError. */
async function claim(
  request: RunRequest,
  dependencies: RunDependencies,
  countEnd: CountEnd,
): Promise<StartedRun | undefined> {
  let waits = 0;
  for (let round = 1; round <= maxRounds; round++) {
    const due = await findDue(request);
    const check = claimCheckOf(due, request, Date.now());
    if (check.step === 'busy') {
      const waitMs = busyWaitsMs[waits];
      if (waitMs === undefined) break;
      await sleep(waitMs);
      waits += 1;
      continue;
    }
    if (check.step !== 'begin') {
      const { step } = check;
      if (step === 'lost')
        await withCause(causeOfRun(check.run), () => endLost(check.job, check.run, countEnd));
      if (check.step === 'outdated') await removePlanned(due.run, request);
      return undefined;
    }
    try {
      return await begin(check.job, due, request, dependencies);
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
    }
  }
  throw new RetryableError('Another worker has the run.');
}

/** The run that a message requests; undefined if it requests none. */
function requestOf({ type, tenantId, organizationId, data }: JobMessage): RunRequest | undefined {
  const home = { tenantId, organizationId };
  if (type === messageTypes.run) {
    const location = locationOfRun((data as RunData).runId);
    return location && { home, location };
  }
  if (type !== messageTypes.fire) return undefined;
  const { jobId, scheduleVersion, scheduledTime, rate } = data as DueData;
  const atMs = intendedTime(rate, Date.parse(scheduledTime));
  return Number.isSafeInteger(atMs)
    ? { home, location: { jobId, atMs, suffix: '' }, scheduleVersion }
    : undefined;
}

/**
 * Handles a message of the queue: runs a firing, whether EventBridge or a plan has sent it, or plans the runs of a job.
 * Throws RetryableError, and the errors of AWS.
 */
export async function handleMessage(
  message: JobMessage,
  dependencies: RunDependencies,
  countEnd: CountEnd = () => undefined,
): Promise<void> {
  if (message.type === messageTypes.plan) return plan(message as Message<PlanData>);
  const request = requestOf(message);
  if (request === undefined) {
    log('error', 'a message has an unknown type', { type: message.type, eventId: message.id });
    return;
  }
  const startedRun = await claim(request, dependencies, countEnd);
  if (startedRun === undefined) return;
  const { job, run } = startedRun;
  await withCause(causeOfRun(run), () => endAttempt(job, run, dependencies, countEnd));
}
