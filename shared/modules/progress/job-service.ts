/** What can be done with jobs of background work: read, decide, write. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { type Principal, type Scope, userIdOf } from '../../kernel/auth/principal.ts';
import type { AppError } from '../../kernel/errors/app-error.ts';
import { InvalidInputError, NotFoundError } from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { transact } from '../../kernel/table/write.ts';
import { cancelledJob, type JobChange, updatedJob } from './change.ts';
import { publishMove, recordCreation, recordDecision, recordLoss } from './changes.ts';
import type { CreateProgressJob, UpdateProgressJob } from './contract.ts';
import { ProgressJobManagedError, ProgressJobNotCancellableError } from './errors.ts';
import { isEnd, isSyncJob, jobAt, newJob, type ProgressJob } from './job.ts';
import { documentProblem } from './job-contract.ts';
import { changeJobWrites, createJobWrites, findJob } from './job-store.ts';
import { progressLimits } from './limits.ts';

/** The job as it is stored, and as it is now, whose revision callers have seen. Throws what `missing` makes. */
async function currentJob(scope: Scope, id: string, nowMs: number, missing: () => AppError) {
  const stored = await findJob(scope, id, nowMs);
  if (stored === undefined) throw missing();
  const job = jobAt(stored, nowMs);
  return { stored, job, revision: job.revision };
}

/** The job as it is now. Throws NotFoundError. */
export async function getJob(scope: Scope, id: string, nowMs: number): Promise<ProgressJob> {
  const { job } = await currentJob(scope, id, nowMs, () => new NotFoundError('Job', 'Not found'));
  return job;
}

/** One transaction. */
export async function createJob(
  scope: Scope,
  input: CreateProgressJob,
  context: ChangeContext,
): Promise<ProgressJob> {
  const { tenantId, organizationId } = scope;
  const { principal, nowMs } = context;
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const job = newJob({
    jobType: input.jobType,
    name: input.name,
    ...given,
    id: randomUUID(),
    tenantId,
    organizationId,
    createdBy: principal.subject,
    startedByUserId: userIdOf(principal.subject),
    nowMs,
  });
  await transact([...createJobWrites(job), ...recordCreation(job, context)]);
  return job;
}

/** Stores a change and tells of it. Throws StaleError. */
async function save(before: ProgressJob, { after, event }: JobChange, context: ChangeContext): Promise<void> {
  const isMove = event === 'started' || (event === 'updated' && !isCancelRequest(before, after));
  const telling =
    event === undefined
      ? []
      : isMove
        ? [publishMove(after, event, context.nowMs)]
        : recordDecision(before, after, event, context);
  await transact([...changeJobWrites(before, after), ...telling]);
}

const isCancelRequest = (before: ProgressJob, after: ProgressJob): boolean =>
  before.cancelRequestedAtMs !== after.cancelRequestedAtMs;

/** Writes down that a job has lost its worker. Throws StaleError when it was heard of after all. */
export async function failStale(job: ProgressJob, context: ChangeContext): Promise<ProgressJob> {
  const failed = jobAt(job, context.nowMs);
  await transact([...changeJobWrites(job, failed), ...recordLoss(job, failed, context)]);
  return failed;
}

function assertMeta({ meta }: ProgressJob): void {
  if (Buffer.byteLength(toJson(meta)) > progressLimits.documentBytes)
    throw new InvalidInputError({ meta: documentProblem });
}

/**
 * What a worker says of its job; one that has ended, or has lost its worker, stays so. Throws NotFoundError,
 * ProgressJobManagedError, InvalidInputError and StaleError.
 */
export function updateJob(
  scope: Scope,
  id: string,
  given: UpdateProgressJob,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<ProgressJob> {
  const read = () => currentJob(scope, id, context.nowMs, () => new NotFoundError('Job', 'Not found'));
  return updateWithRetry(read, ifMatch, async ({ stored: before, job }) => {
    if (isSyncJob(before)) throw new ProgressJobManagedError();
    if (isEnd(before.status)) return before;
    if (isEnd(job.status)) return failStale(before, context);
    const change = updatedJob(before, given, context.nowMs);
    assertMeta(change.after);
    await save(before, change, context);
    return change.after;
  });
}

/** Cancels the run that a job shows. Throws what says that it cannot be. */
export type CancelSyncRun = (job: ProgressJob, context: CallerContext) => Promise<void>;

/** A change that a caller makes over HTTP. */
export type CallerContext = ChangeContext & { principal: Principal };

/** Throws NotFoundError, ProgressJobNotCancellableError and StaleError, and what `cancelSyncRun` throws. */
export function cancelJob(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: CallerContext,
  cancelSyncRun: CancelSyncRun,
): Promise<void> {
  const read = () => currentJob(scope, id, context.nowMs, () => new NotFoundError('Job', 'Not found'));
  return updateWithRetry(read, ifMatch, async ({ stored: before, job }) => {
    if (!job.cancellable || isEnd(job.status)) throw new ProgressJobNotCancellableError();
    if (isSyncJob(before)) return cancelSyncRun(before, context);
    const change = cancelledJob(before, userIdOf(context.principal.subject), context.nowMs);
    if (change !== undefined) await save(before, change, context);
  });
}
