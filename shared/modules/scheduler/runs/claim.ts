/** Starts runs: reads what is needed, decides, and returns the writes of the claim. */
import type { FeatureTitles } from '../../../kernel/base/features.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { isFeatureOn } from '../../toggles/public.ts';
import type { JobRow } from '../job.ts';
import { advanceWrites } from '../job-store.ts';
import { nextRunMs } from '../timing/schedule.ts';
import { conditionSkip, type HomeNames, type Skip } from './condition.ts';
import {
  completed,
  newRun,
  nextStepOf,
  type RunRow,
  skippedEvent,
  startedRow,
  startedWrites,
} from './run.ts';
import { type Due, type DueLocation, insertWrite, replaceWrite } from './run-store.ts';

/** What a message requests: the firing of a schedule, or a run in the history. */
export interface RunRequest extends DueLocation {
  /** Only for firings: the schedule's version when the message was created. */
  scheduleVersion?: number;
}

/** A started run with its job. */
export interface StartedRun {
  job: JobRow;
  run: RunRow;
}

export type ClaimCheck =
  | { step: 'begin'; job: JobRow }
  | { step: 'lost'; job: JobRow; run: RunRow }
  | { step: 'nothing' | 'outdated' | 'busy' };

/**
 * Whether the message belongs to an earlier version of the schedule. Its run continues if it has already
 * started.
 */
function isOutdated({ job, run }: Due, { scheduleVersion }: RunRequest): boolean {
  const wasBegun = run !== undefined && run.attemptsMade > 0;
  const isCurrent = job?.isEnabled && job.scheduleVersion === scheduleVersion;
  return scheduleVersion !== undefined && !wasBegun && !isCurrent;
}

/** Decides from the stored job and run. */
export function claimCheckOf(due: Due, request: RunRequest, nowMs: number): ClaimCheck {
  const { job, deletedJob, run } = due;
  if (isOutdated(due, request)) return { step: 'outdated' };
  const step = nextStepOf(run, nowMs, job);
  if (job === undefined) {
    // The attempt of a deleted job is not repeated, but one whose worker was stopped has no other end.
    if (run?.state !== 'active' || deletedJob === undefined) return { step: 'nothing' };
    return step === 'busy' ? { step } : { step: 'lost', job: deletedJob, run };
  }
  if (run === undefined && request.scheduleVersion === undefined) return { step: 'nothing' };
  if (step === 'begin') return { step: 'begin', job };
  if (step === 'lost' && run !== undefined) return { step: 'lost', job, run };
  return step === 'busy' ? { step: 'busy' } : { step: 'nothing' };
}

/** The scope of platform-wide toggles, whose name no tenant has. */
const platformScope = { tenantId: 'platform' };

/** Why a run is skipped; undefined if it may start. Reads feature and toggles only if the job uses them. */
export async function skipOf(
  job: JobRow,
  { isClosed, names }: { isClosed: boolean; names: HomeNames },
  features: FeatureTitles,
): Promise<Skip | undefined> {
  if (isClosed) return { reason: 'closed' };
  if (!job.isEnabled) return { reason: 'disabled' };
  const scope = job.tenantId === null ? platformScope : { tenantId: job.tenantId };
  if (job.requireFeature !== null && !(await isFeatureOn(scope, job.requireFeature, features)))
    return { reason: 'feature_off' };
  return conditionSkip(job, names, scope, Date.now());
}

/** The job with its next run advanced, and the writes for it; none if it is already later. */
function advance(
  job: JobRow,
  { scheduleVersion, location }: RunRequest,
  nowMs: number,
): { job: JobRow; writes: Write[] } {
  if (scheduleVersion === undefined) return { job, writes: [] };
  const nextRunAtMs = nextRunMs(job, Math.max(nowMs, location.atMs));
  if (nextRunAtMs <= (job.nextRunAtMs ?? 0)) return { job, writes: [] };
  return {
    job: { ...job, nextRunAtMs },
    writes: advanceWrites(job, nextRunAtMs, () => new StaleError()),
  };
}

/** The write that replaces a run's state. */
function claimWrite(before: RunRow | undefined, after: RunRow): Write {
  return before === undefined ? insertWrite(after) : replaceWrite(before, after);
}

/** The writes of a claim, and the run that starts with them; no run if it is skipped. */
export interface Claim {
  writes: Write[];
  startedRun: StartedRun | undefined;
}

/** The claim of a run that starts or is skipped. Within a transaction, its writes throw StaleError. */
export function claimOf(
  job: JobRow,
  before: RunRow | undefined,
  request: RunRequest,
  skip: Skip | undefined,
): Claim {
  const nowMs = Date.now();
  const { job: advanced, writes } = advance(job, request, nowMs);
  const run = startedRow(before ?? newRun(job, request.location, 'waiting', null, nowMs), advanced, nowMs);
  if (skip !== undefined) {
    const skipped = completed(run, advanced, { skipped: true, ...skip }, nowMs);
    const event = skippedEvent(job, skipped, skip.reason, nowMs);
    return { writes: [claimWrite(before, skipped), ...writes, event], startedRun: undefined };
  }
  // A queue's run takes almost no time, so its start is published with its end, which saves a write.
  const started = job.targetType === 'command' ? startedWrites(job, run) : [];
  return { writes: [claimWrite(before, run), ...writes, ...started], startedRun: { job: advanced, run } };
}
