/**
 * The worker of the queue `scheduler-execution`. Messages are delivered at least once, so a run is claimed by
 * a conditional write to the history; a second worker finds it claimed. A started run without an end is
 * started again after its lease has expired.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { asMetrics, type Measurement } from '../../../kernel/observability/metrics.ts';
import { RetryableError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { allOf, chunksOf, type FailedItem, tryEach } from '../../../kernel/table/parallel.ts';
import { transact } from '../../../kernel/table/write.ts';
import type { JobRow } from '../job.ts';
import { continueChain } from '../job-schedules.ts';
import { findJob } from '../job-store.ts';
import { intendedTime, matcherOf, minuteFilledBy } from '../timing/schedule.ts';
import { endAttempt, endLost, sendTogether, succeedTogether } from './attempt.ts';
import { type Claim, claimCheckOf, claimOf, type RunRequest, type StartedRun, skipOf } from './claim.ts';
import { delayRuns } from './delayed-runs.ts';
import { type DueData, messageTypes, type RunData } from './messages.ts';
import { locationOfRun, type RunRow } from './run.ts';
import { type Due, findDues, nothingDue, removeRun } from './run-store.ts';

type JobMessage = Message<DueData | RunData>;

/** Conflicts with other writers before the message is left for later. */
const maxRounds = 6;
/** The second message of a run waits briefly for its end, instead of for redelivery after minutes. */
const busyWaitsMs = [100, 200, 400, 800] as const;

/** Removes the planned run of an outdated schedule version. */
async function removePlanned(run: RunRow | undefined, { scheduleVersion }: RunRequest): Promise<void> {
  if (run?.state === 'delayed' && run.scheduleVersion === scheduleVersion) await removeRun(run);
}

const isChained = (job: JobRow): boolean => matcherOf(job) === 'chain';

/** The delay of runs after their scheduled time, of all jobs. */
const lateness: Measurement = { by: [], metrics: { latenessMs: 'Milliseconds' } };

/** Measures only scheduled runs, because manual ones have no scheduled time. */
function measureLateness(begun: readonly RunRequest[]): void {
  const nowMs = Date.now();
  for (const { place, scheduleVersion } of begun) {
    if (scheduleVersion === undefined) continue;
    const latenessMs = Math.max(0, nowMs - place.atMs);
    log('info', 'run started', { jobId: place.jobId, latenessMs, ...asMetrics([lateness], nowMs) });
  }
}

/** Claims and starts the run, or skips it. Throws StaleError if another worker was first. */
async function begin(job: JobRow, due: Due, request: RunRequest): Promise<StartedRun | undefined> {
  const skip = await skipOf(job, due);
  if (request.scheduleVersion !== undefined && isChained(job))
    await continueChain(job, request.place.atMs, Date.now());
  const claim = claimOf(job, due.run, request, skip);
  await transact(claim.writes);
  measureLateness([request]);
  return claim.begun;
}

/** Claims the run of a message, if it can be claimed. Throws RetryableError. */
async function claim(request: RunRequest): Promise<StartedRun | undefined> {
  let waits = 0;
  for (let round = 1; round <= maxRounds; round++) {
    const [due = nothingDue] = await findDues([request]);
    const check = claimCheckOf(due, request, Date.now());
    if (check.step === 'busy') {
      const waitMs = busyWaitsMs[waits];
      if (waitMs === undefined) break;
      await sleep(waitMs);
      waits += 1;
      continue;
    }
    if (check.step !== 'begin') {
      if (check.step === 'lost') await endLost(check.job, check.run);
      if (check.step === 'outdated') await removePlanned(due.run, request);
      return undefined;
    }
    try {
      return await begin(check.job, due, request);
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
    }
  }
  throw new RetryableError('Another worker has the run.');
}

async function tick({ tenantId, data }: Message<DueData>): Promise<void> {
  const job = await findJob({ tenantId }, data.jobId);
  if (!job?.isEnabled || job.scheduleVersion !== data.scheduleVersion) return;
  const [window, nowMs] = [minuteFilledBy(Date.parse(data.scheduledTime)), Date.now()];
  // The runs of a past minute are not made up for.
  if (window.beforeMs > nowMs) await delayRuns(job, window, nowMs);
}

/** The run that a message requests; undefined if it requests none. */
function requestOf({ type, tenantId, organizationId, data }: JobMessage): RunRequest | undefined {
  const home = { tenantId, organizationId };
  if (type === messageTypes.run) {
    const place = locationOfRun((data as RunData).runId);
    return place && { home, place };
  }
  if (type !== messageTypes.fire) return undefined;
  const { jobId, scheduleVersion, scheduledTime, rate } = data as DueData;
  const atMs = intendedTime(rate, Date.parse(scheduledTime));
  return Number.isSafeInteger(atMs)
    ? { home, place: { jobId, atMs, suffix: '' }, scheduleVersion }
    : undefined;
}

/** Handles a message of the queue. Throws RetryableError, and the errors of AWS. */
export async function handleMessage(message: JobMessage): Promise<void> {
  if (message.type === messageTypes.tick) return tick(message as Message<DueData>);
  const request = requestOf(message);
  if (request === undefined) {
    log('error', 'a message has an unknown type', { type: message.type, eventId: message.id });
    return;
  }
  const begun = await claim(request);
  if (begun !== undefined) await endAttempt(begun.job, begun.run);
}

/** Runs of different jobs that can be claimed together: due, and without a condition or feature to check. */
async function plainClaims(
  messages: readonly JobMessage[],
): Promise<{ message: JobMessage; request: RunRequest; claim: Claim }[]> {
  const requests = messages.flatMap((message) => {
    const one = requestOf(message);
    return one === undefined ? [] : [{ message, request: one }];
  });
  // Two firings of one job would conflict on its row.
  const distinct = [...new Map(requests.map((one) => [one.request.place.jobId, one])).values()];
  const dues = await findDues(distinct.map((one) => one.request));
  const plain: { message: JobMessage; request: RunRequest; claim: Claim }[] = [];
  for (const [index, one] of distinct.entries()) {
    const due = dues[index];
    if (due === undefined) continue;
    const check = claimCheckOf(due, one.request, Date.now());
    if (check.step !== 'begin') continue;
    const { job } = check;
    const runsAlways = job.requireFeature === null && job.condition === null;
    const isPlain = !due.isClosed && job.isEnabled && runsAlways && !isChained(job);
    if (isPlain) plain.push({ ...one, claim: claimOf(job, due.run, one.request, undefined) });
  }
  return plain;
}

/** A claim has at most four writes, and a transaction a hundred. */
const claimsPerTransaction = 25;
const parallelTransactions = 4;
/** Commands mostly wait for other services. */
export const parallelRuns = 50;

/** Claims all of these runs in one transaction, or none if another worker has one of them. */
async function claimAll(claims: readonly Claim[]): Promise<boolean> {
  try {
    await transact(claims.flatMap(({ writes }) => writes));
    return true;
  } catch (error) {
    if (error instanceof StaleError) return false;
    throw error;
  }
}

/** A claimed run with its message. */
interface ClaimedRun {
  message: JobMessage;
  begun: StartedRun;
}

/**
 * Logs runs whose end could not be written. Their redelivered messages handle them after their leases have
 * expired.
 */
function logUnended(failures: readonly FailedItem<ClaimedRun>[]): void {
  for (const { item, error } of failures) {
    const { id: runId, jobId, tenantId } = item.begun.run;
    log('error', 'a run was not ended', { runId, jobId, tenantId, error: describeError(error) });
  }
}

/**
 * Handles simple messages of a batch together: four requests for two dozen messages instead of four for each,
 * and all messages are sent before the end of a run is recorded. Returns the handled messages;
 * `handleMessage` handles the others. A failure of one run or transaction does not affect the others, which
 * may belong to another tenant.
 */
export async function handleTogether(messages: readonly JobMessage[]): Promise<Set<JobMessage>> {
  const plain = await plainClaims(messages);
  const done = new Set<JobMessage>();
  const sent: ClaimedRun[] = [];
  const rest: ClaimedRun[] = [];
  const unclaimed = await tryEach(
    chunksOf(plain, claimsPerTransaction),
    parallelTransactions,
    async (some) => {
      if (some.length < 2 || !(await claimAll(some.map(({ claim: one }) => one)))) return;
      for (const { message } of some) done.add(message);
      measureLateness(some.map(({ request }) => request));
      const runs = some.flatMap(({ message, claim: { begun } }) => (begun ? [{ message, begun }] : []));
      const out = new Set(await sendTogether(runs.map(({ begun }) => begun)));
      for (const run of runs) (out.has(run.begun) ? sent : rest).push(run);
    },
  );
  for (const { error } of unclaimed)
    log('warn', 'runs could not be claimed together', { error: describeError(error) });
  const runOf = new Map(sent.map((run) => [run.begun, run]));
  const [unended, failed] = await allOf([
    succeedTogether(sent.map(({ begun }) => begun)),
    tryEach(rest, parallelRuns, ({ begun: { job, run } }) => endAttempt(job, run)),
  ]);
  const failures = [
    ...failed,
    ...unended.flatMap(({ item, error }) => {
      const run = runOf.get(item);
      return run === undefined ? [] : [{ item: run, error }];
    }),
  ];
  logUnended(failures);
  for (const { item } of failures) done.delete(item.message);
  return done;
}
