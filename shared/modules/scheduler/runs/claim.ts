/** How a run is begun: what must be known, what that means, and the writes by which it is claimed. */
import { StaleError } from '../../../kernel/errors/errors.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { isFeatureOn } from '../../toggles/public.ts';
import type { JobRow } from '../job.ts';
import { advanceWrites } from '../job-store.ts';
import { nextRunMs, prepare } from '../timing/schedule.ts';
import { conditionSkip, type HomeNames, type Skip } from './condition.ts';
import { begun, completed, newRun, nextStepOf, type RunRow, skippedEvent, startedEvent } from './run.ts';
import { type Due, type DueLocation, insertWrite, replaceWrite } from './run-store.ts';

/** What a message asks for: a time of the schedule, or a run that is in the history. */
export interface RunRequest extends DueLocation {
  /** Only for times: the job as it fired when they were arranged. */
  scheduleVersion?: number;
}

/** A run that was begun, and the job as it is then. */
export interface StartedRun {
  job: JobRow;
  run: RunRow;
}

export type ClaimCheck =
  | { step: 'begin'; job: JobRow }
  | { step: 'lost'; job: JobRow; run: RunRow }
  | { step: 'nothing' | 'outdated' | 'busy' };

/** Is the message of times at which the job fires no more? A run of them that was begun goes on all the same. */
function isOutdated({ job, run }: Due, { scheduleVersion }: RunRequest): boolean {
  const wasBegun = run !== undefined && run.attemptsMade > 0;
  const isCurrent = job?.isEnabled && job.scheduleVersion === scheduleVersion;
  return scheduleVersion !== undefined && !wasBegun && !isCurrent;
}

/** Decides by what was found. */
export function claimCheckOf(due: Due, asked: RunRequest, nowMs: number): ClaimCheck {
  const { job, run } = due;
  if (isOutdated(due, asked)) return { step: 'outdated' };
  if (job === undefined || (run === undefined && asked.scheduleVersion === undefined))
    return { step: 'nothing' };
  const step = nextStepOf(run, nowMs);
  if (step === 'begin') return { step: 'begin', job };
  if (step === 'lost' && run !== undefined) return { step: 'lost', job, run };
  return step === 'busy' ? { step: 'busy' } : { step: 'nothing' };
}

/** A toggle of the platform itself is looked up under a name that no tenant has. */
const platformScope = { tenantId: 'platform' };

/** Why a run must not be; undefined when it may. Asks for a feature and for toggles only where the job names them. */
export async function skipOf(
  job: JobRow,
  { isClosed, names }: { isClosed: boolean; names: HomeNames },
): Promise<Skip | undefined> {
  if (isClosed) return { reason: 'closed' };
  if (!job.isEnabled) return { reason: 'disabled' };
  const scope = job.tenantId === null ? platformScope : { tenantId: job.tenantId };
  if (job.requireFeature !== null && !(await isFeatureOn(scope, job.requireFeature)))
    return { reason: 'feature_off' };
  return conditionSkip(job, names, scope, Date.now());
}

/** The job with its next run moved on, and the writes that do so; none when it is further on already. */
function advance(
  job: JobRow,
  { scheduleVersion, place }: RunRequest,
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

/** The write that puts a run's next state where its last one was. */
function claimWrite(before: RunRow | undefined, after: RunRow): Write {
  return before === undefined ? insertWrite(after) : replaceWrite(before, after);
}

/** A claim on its way: the writes that make it, and what has begun once they are made; nothing when it is skipped. */
export interface Claim {
  writes: Write[];
  begun: StartedRun | undefined;
}

/** The claim of a run that is to begin, or to be skipped for a reason. In their transaction the writes throw StaleError. */
export async function claimOf(
  job: JobRow,
  before: RunRow | undefined,
  asked: RunRequest,
  skip: Skip | undefined,
): Promise<Claim> {
  await prepare(job);
  const nowMs = Date.now();
  const { job: advanced, writes } = advance(job, asked, nowMs);
  const run = begun(before ?? newRun(job, asked.place, 'waiting', null, nowMs), advanced, nowMs);
  if (skip !== undefined) {
    const skipped = completed(run, advanced, { skipped: true, ...skip }, nowMs);
    const told = skippedEvent(job, skipped, skip.reason, nowMs);
    return { writes: [claimWrite(before, skipped), ...writes, told], begun: undefined };
  }
  // A queue's run is over in no time: its start is published together with its end, in one write less before it.
  const started = job.targetType === 'command' ? [startedEvent(job, run)] : [];
  return { writes: [claimWrite(before, run), ...writes, ...started], begun: { job: advanced, run } };
}
