/** Reads, creates, updates and cancels progress jobs. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { toJson } from '../../kernel/base/json.ts';
import { type Scope, userIdOf } from '../../kernel/base/principal.ts';
import { InvalidInputError, NotFoundError } from '../../kernel/errors/errors.ts';
import type { Created } from '../../kernel/http/create-once.ts';
import type { Actor, Caller, Precondition, RequestContext, Target } from '../../kernel/http/operation.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../kernel/http/reply.ts';
import { transact, type Write } from '../../kernel/table/write.ts';
import { cancelledJob, type JobChange, updatedJob } from './change.ts';
import { publishProgress, recordCreation, recordStaleJob, recordTransition } from './changes.ts';
import type { CreateProgressJob, UpdateProgressJob } from './contract.ts';
import { ProgressJobManagedError, ProgressJobNotCancellableError } from './errors.ts';
import { isEnd, isManaged, isSyncJob, jobAt, newJob, type ProgressJob } from './job.ts';
import { documentProblem } from './job-contract.ts';
import { changeJobWrites, createJobWrites, findJob } from './job-store.ts';
import { progressLimits } from './limits.ts';
import { toJob } from './views.ts';

/** Returns the job as it is stored and as it is now, with the revision that callers see. Throws NotFoundError. */
async function currentJob(scope: Scope, id: string, nowMs: number) {
  const stored = await findJob(scope, id, nowMs);
  if (stored === undefined) throw new NotFoundError('Job', 'Not found');
  const job = jobAt(stored, nowMs);
  return { stored, job, revision: job.revision };
}

/** Returns the job as it is now. Throws NotFoundError. */
export async function getProgressJob({ scope, context }: Caller, { id }: Target) {
  const { job, revision } = await currentJob(scope, id, context.nowMs);
  return withRevision(toJob(job), revision);
}

/** Builds the writes of a new job with its audit entry and its event. */
export const recordedJobWrites = (job: ProgressJob, context: ChangeContext): Write[] => [
  ...createJobWrites(job),
  ...recordCreation(job, context),
];

/** Creates a job, its audit entry and its event in one transaction. */
export async function createProgressJob(
  { scope, context }: Caller,
  { ifMatch: _, ...input }: CreateProgressJob & Precondition,
) {
  const { tenantId, organizationId } = scope;
  const { principal, nowMs } = context;
  const fields = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const job = newJob({
    jobType: input.jobType,
    name: input.name,
    ...fields,
    id: randomUUID(),
    tenantId,
    organizationId,
    createdBy: principal.subject,
    startedByUserId: userIdOf(principal.subject),
    nowMs,
  });
  await transact(recordedJobWrites(job, context));
  return { id: job.id };
}

/** Returns a job that was created before. */
export async function createdProgressJob(_: unknown, { id }: Created) {
  return { id };
}

/** Stores a change with its event. Throws StaleError. */
async function save(before: ProgressJob, { after, event }: JobChange, context: ChangeContext): Promise<void> {
  const isProgress = event === 'started' || (event === 'updated' && !isCancelRequest(before, after));
  const eventWrites =
    event === undefined
      ? []
      : isProgress
        ? [publishProgress(after, event, context.nowMs)]
        : recordTransition(before, after, event, context);
  await transact([...changeJobWrites(before, after), ...eventWrites]);
}

const isCancelRequest = (before: ProgressJob, after: ProgressJob): boolean =>
  before.cancelRequestedAtMs !== after.cancelRequestedAtMs;

/** Records that a job has lost its worker. Throws StaleError if another writer has changed the job. */
export async function failStale(job: ProgressJob, context: ChangeContext): Promise<ProgressJob> {
  const failed = jobAt(job, context.nowMs);
  await transact([...changeJobWrites(job, failed), ...recordStaleJob(job, failed, context)]);
  return failed;
}

function assertMeta({ meta }: ProgressJob): void {
  if (Buffer.byteLength(toJson(meta)) > progressLimits.documentBytes)
    throw new InvalidInputError({ meta: documentProblem });
}

/**
 * Applies an update of a worker. A job that has ended or is stale stays unchanged. Throws NotFoundError,
 * ProgressJobManagedError, InvalidInputError and StaleError.
 */
export async function updateProgressJob(caller: Caller, update: UpdateProgressJob & Target) {
  const job = await applyUpdate(caller, update, (stored) => {
    if (isManaged(stored)) throw new ProgressJobManagedError();
  });
  const { progressPercent, status, cancelRequestedAtMs, revision } = job;
  const cancelRequested = cancelRequestedAtMs !== null;
  return withRevision({ ok: true as const, progressPercent, status, cancelRequested }, revision);
}

/** The same for the platform's own work, which updates its managed jobs. */
export const updateManagedJob = (caller: Caller, update: UpdateProgressJob & Target): Promise<ProgressJob> =>
  applyUpdate(caller, update, () => {});

function applyUpdate(
  { scope, context }: Caller,
  { id, ifMatch, ...input }: UpdateProgressJob & Target,
  assertAllowed: (job: ProgressJob) => void,
): Promise<ProgressJob> {
  const read = () => currentJob(scope, id, context.nowMs);
  return updateWithRetry(read, ifMatch, async ({ stored: before, job }) => {
    assertAllowed(before);
    if (isEnd(before.status)) return before;
    if (isEnd(job.status)) return failStale(before, context);
    const change = updatedJob(before, input, context.nowMs);
    assertMeta(change.after);
    await save(before, change, context);
    return change.after;
  });
}

/** Cancels the sync run of a job. Throws an error if the run cannot be cancelled. */
export type CancelSyncRun = (job: ProgressJob, context: RequestContext) => Promise<void>;

/** Throws NotFoundError, ProgressJobNotCancellableError, StaleError, and the errors of `cancelSyncRun`. */
export const cancelProgressJob =
  (cancelSyncRun: CancelSyncRun) =>
  async ({ scope, context }: Actor, { id, ifMatch }: Target) => {
    const read = () => currentJob(scope, id, context.nowMs);
    await updateWithRetry(read, ifMatch, async ({ stored: before, job }) => {
      if (!job.cancellable || isEnd(job.status)) throw new ProgressJobNotCancellableError();
      if (isSyncJob(before)) return cancelSyncRun(before, context);
      const change = cancelledJob(before, userIdOf(context.principal.subject), context.nowMs);
      if (change !== undefined) await save(before, change, context);
    });
    return { ok: true as const };
  };
