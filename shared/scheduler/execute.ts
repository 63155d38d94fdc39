/**
 * The execution of jobs: what the worker does with the messages of the queue `scheduler-execution`. Messages come at
 * least once, so a run is claimed by a conditional write of its place in the history, and whoever comes second finds
 * it taken. A run that was begun and never ended is begun again once its worker must be dead.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { StaleError } from '../http/errors.ts';
import { log } from '../log.ts';
import { transact, type Write } from '../table/write.ts';
import { isFeatureOn } from '../toggles/require-feature.ts';
import { RetryableError } from '../workers/errors.ts';
import type { Message } from '../workers/message.ts';
import { endAttempt } from './attempt.ts';
import { delayRuns } from './delayed-runs.ts';
import { continueChain } from './engine.ts';
import type { JobRow } from './job.ts';
import { advanceWrites, findJob } from './job-store.ts';
import { type DueData, messageTypes, type RunData } from './messages.ts';
import { begun, completed, newRun, nextStepOf, placeOfRun, type RunPlace, type RunRow } from './run.ts';
import { skippedEvent, startedEvent } from './run-events.ts';
import { type Due, findDue, insertWrite, removeRun, replaceWrite } from './run-store.ts';
import { engineOf, minuteFilledBy, nextRunMs, prepare, timeMeantBy } from './schedule.ts';

type Home = Pick<JobRow, 'tenantId' | 'organizationId'>;

/** What a message asks for: a time of the schedule, or a run that is in the history. */
interface Asked {
  home: Home;
  place: RunPlace;
  /** Only for times: the job as it fired when they were arranged. */
  scheduleVersion?: number;
}

/** A run, the job it is of, and how it stands in the history now. */
interface Begun {
  job: JobRow;
  run: RunRow;
}

/** How often others may come first before the message is left for later. */
const mostRounds = 6;
/** A second message of the same run waits a moment for the first to end it, rather than come again in minutes. */
const busyWaitsMs = [100, 200, 400, 800] as const;

/** A toggle of the platform itself is looked up under a name that no tenant has. */
const platformScope = { tenantId: 'platform' };

/** Why a run must not be; undefined when it may. */
async function skipReason(job: JobRow, isClosed: boolean): Promise<string | undefined> {
  if (isClosed) return 'closed';
  if (!job.isEnabled) return 'disabled';
  if (job.requireFeature === null) return undefined;
  const scope = job.tenantId === null ? platformScope : { tenantId: job.tenantId };
  return (await isFeatureOn(scope, job.requireFeature)) ? undefined : 'feature_off';
}

/** The write that puts a run's next state where its last one was. */
function claimWrite(before: RunRow | undefined, after: RunRow): Write {
  return before === undefined ? insertWrite(after) : replaceWrite(before, after);
}

/** The job with its next run moved on, and the writes that do so; none when it is further on already. */
function advance(
  job: JobRow,
  { scheduleVersion, place }: Asked,
  nowMs: number,
): { job: JobRow; writes: Write[] } {
  if (scheduleVersion === undefined) return { job, writes: [] };
  const nextRunAtMs = nextRunMs(job, Math.max(nowMs, place.atMs));
  if (nextRunAtMs <= (job.nextRunAtMs ?? 0)) return { job, writes: [] };
  return {
    job: { ...job, nextRunAtMs },
    writes: advanceWrites(job, nextRunAtMs, () => new StaleError()),
  };
}

/** Is the message of times at which the job fires no more? A run of them that was begun goes on all the same. */
function isOutdated({ job, run }: Due, { scheduleVersion }: Asked): boolean {
  const wasBegun = run !== undefined && run.attemptsMade > 0;
  const isCurrent = job?.isEnabled && job.scheduleVersion === scheduleVersion;
  return scheduleVersion !== undefined && !wasBegun && !isCurrent;
}

/** What was arranged for a time that counts no more. */
async function forget(run: RunRow | undefined, { scheduleVersion }: Asked): Promise<void> {
  if (run?.state === 'delayed' && run.scheduleVersion === scheduleVersion) await removeRun(run);
}

/** Claims the run and begins it, or skips it. Throws StaleError when somebody else came first. */
async function begin(job: JobRow, { run: before, isClosed }: Due, asked: Asked): Promise<Begun | undefined> {
  await prepare(job);
  const reason = await skipReason(job, isClosed);
  const nowMs = Date.now();
  if (asked.scheduleVersion !== undefined && engineOf(job) === 'chain')
    await continueChain(job, asked.place.atMs, nowMs);
  const { job: advanced, writes } = advance(job, asked, nowMs);
  const run = begun(before ?? newRun(job, asked.place, 'waiting', null, nowMs), advanced, nowMs);
  if (reason !== undefined) {
    const skipped = completed(run, advanced, { skipped: true, reason }, nowMs);
    await transact([claimWrite(before, skipped), ...writes, skippedEvent(job, skipped, reason, nowMs)]);
    return undefined;
  }
  // A queue's run is over in no time: that it began is told together with its end, in one transaction less.
  const started = job.targetType === 'command' ? [startedEvent(job, run)] : [];
  await transact([claimWrite(before, run), ...writes, ...started]);
  return { job: advanced, run };
}

/** Takes what a message asks for as far as it is for this message to take it. Throws RetryableError. */
async function claim(asked: Asked): Promise<Begun | undefined> {
  let waits = 0;
  for (let round = 1; round <= mostRounds; round++) {
    const due = await findDue(asked.home, asked.place);
    const { job, run } = due;
    if (isOutdated(due, asked)) {
      await forget(run, asked);
      return undefined;
    }
    if (job === undefined || (run === undefined && asked.scheduleVersion === undefined)) return undefined;
    const step = nextStepOf(run, Date.now());
    if (step === 'over') return undefined;
    if (step === 'busy') {
      const waitMs = busyWaitsMs[waits];
      if (waitMs === undefined) break;
      await sleep(waitMs);
      waits += 1;
      continue;
    }
    try {
      return await begin(job, due, asked);
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
    }
  }
  throw new RetryableError('Somebody else has the run in hand.');
}

async function execute(asked: Asked): Promise<void> {
  const begun = await claim(asked);
  if (begun !== undefined) await endAttempt(begun.job, begun.run);
}

async function tick({ tenantId, data }: Message<DueData>): Promise<void> {
  const job = await findJob({ tenantId }, data.jobId);
  if (!job?.isEnabled || job.scheduleVersion !== data.scheduleVersion) return;
  const [window, nowMs] = [minuteFilledBy(Date.parse(data.scheduledTime)), Date.now()];
  // What is over is over: nobody wants a minute's runs all at once.
  if (window.beforeMs > nowMs) await delayRuns(job, window, nowMs);
}

/** Does what a message of the queue asks for. Throws RetryableError, and whatever AWS throws. */
export async function handleMessage(message: Message<DueData | RunData>): Promise<void> {
  const { type, tenantId, organizationId, data } = message;
  const home = { tenantId, organizationId };
  if (type === messageTypes.tick) return tick(message as Message<DueData>);
  if (type === messageTypes.run) {
    const place = placeOfRun((data as RunData).runId);
    if (place !== undefined) return execute({ home, place });
  } else if (type === messageTypes.fire) {
    const { jobId, scheduleVersion, scheduledTime, rate } = data as DueData;
    const atMs = timeMeantBy(rate, Date.parse(scheduledTime));
    if (Number.isSafeInteger(atMs))
      return execute({ home, place: { jobId, atMs, suffix: '' }, scheduleVersion });
  }
  log('error', 'a message asks for nothing that is known', { type, eventId: message.id });
}
