/** Creates, changes, deletes and restores scheduled jobs, and checks the caller's rights. */
import { randomUUID } from 'node:crypto';
import { InvalidInputError, ScopeRequiredError, StaleError } from '../../kernel/errors/errors.ts';
import { requiredId } from '../../kernel/http/delete-target.ts';
import type { Precondition, Target } from '../../kernel/http/operation.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import type { Write } from '../../kernel/table/write.ts';
import { JobReplacedError, ScheduleValueError } from './errors.ts';
import {
  changedJob,
  firesDifferently,
  type JobRow,
  newJob,
  type OwnerScope,
  restoredJob,
  revertedJob,
  withoutSameTarget,
} from './job.ts';
import { assertMayManage, assertSuperAdmin, type JobCaller, managedJob, visibleJob } from './job-access.ts';
import {
  assertCommand,
  assertComplete,
  assertSchedule,
  assertTarget,
  assertTargetStays,
  checkedZone,
  type LoadCommands,
} from './job-checks.ts';
import { assertCondition } from './job-condition.ts';
import type { CreateJob, UpdateJob } from './job-fields-contract.ts';
import { jobReply } from './job-reads.ts';
import { followChange, startFiring, stopFiring } from './job-schedules.ts';
import * as store from './job-store.ts';
import { nextRunMs } from './timing/schedule.ts';

type GivenScope = Pick<CreateJob, 'scopeType' | 'tenantId' | 'organizationId'>;

/**
 * The tenant and organization of a job with this scope. Throws ScopeRequiredError, InvalidInputError,
 * MissingFeatureError and RightsExceededError.
 */
function scopeOfInput({ scope, context: { principal } }: JobCaller, input: GivenScope): OwnerScope {
  const { scopeType, tenantId: givenTenant, organizationId: givenOrganization } = input;
  if (scopeType === 'system') {
    assertSuperAdmin(principal);
    for (const [field, given] of Object.entries({ tenantId: givenTenant, organizationId: givenOrganization }))
      if (given) throw new InvalidInputError({ [field]: 'must not be given with scopeType system' });
    return { scopeType, tenantId: null, organizationId: null };
  }
  const { tenantId, organizationId } = scope;
  if (tenantId === undefined) throw new ScopeRequiredError('tenant');
  if (scopeType === 'tenant') {
    assertMayManage(principal, { tenantId, organizationId: null });
    return { scopeType, tenantId, organizationId: null };
  }
  if (organizationId === undefined) throw new ScopeRequiredError('organization');
  return { scopeType, tenantId, organizationId };
}

const withNextRun = (job: JobRow, nowMs: number): JobRow => ({
  ...job,
  nextRunAtMs: job.isEnabled ? nextRunMs(job, nowMs) : null,
});

/** A platform module that creates jobs of its own. */
export interface ModuleSource {
  name: string;
  /** The module's writes in the transaction that stores or deletes its job. */
  moduleWrites?: (job: JobRow) => Write[];
}

/**
 * Creates a job and its schedules; `source` is the module that creates it. Throws ScopeRequiredError,
 * InvalidInputError, MissingFeatureError, RightsExceededError, ScheduleValueError, UnknownCommandError, and
 * UnavailableError without any effect.
 */
export async function addJob(
  caller: JobCaller,
  input: CreateJob,
  loadCommands: LoadCommands,
  source?: ModuleSource,
): Promise<JobRow> {
  const { context } = caller;
  const scope = scopeOfInput(caller, input);
  const zone = checkedZone(input.timezone ?? 'UTC');
  const people = newJob(randomUUID(), scope, input, zone, context);
  const draft: JobRow = source ? { ...people, sourceType: 'module', sourceModule: source.name } : people;
  assertTarget(draft);
  await assertCondition(draft);
  assertSchedule(draft, context.nowMs);
  await assertCommand(draft, context.principal, loadCommands);
  const job = withNextRun(draft, context.nowMs);
  await startFiring(job, () => store.insertJob(job, context, source?.moduleWrites?.(job)), context.nowMs);
  return job;
}

/** Creates a job of a user. Throws what `addJob` throws. */
export const createJob = (loadCommands: LoadCommands) => async (caller: JobCaller, input: CreateJob) =>
  jobReply(await addJob(caller, input, loadCommands));

/** The scope of a job after a change; unchanged unless the change contains a scope. Throws as `scopeOfInput`. */
function scopeAfter(before: JobRow, { scopeType, ...given }: UpdateJob, caller: JobCaller): OwnerScope {
  const stays = scopeType === undefined || (scopeType === before.scopeType && scopeType !== 'system');
  return stays ? before : scopeOfInput(caller, { ...given, scopeType });
}

async function changed(
  before: JobRow,
  given: UpdateJob,
  caller: JobCaller,
  loadCommands: LoadCommands,
  source: ModuleSource | undefined,
  takesOver = false,
): Promise<JobRow> {
  const { context } = caller;
  const isOfOther = before.sourceModule !== null && before.sourceModule !== source?.name;
  const changes = isOfOther ? withoutSameTarget(before, given) : given;
  assertComplete(before, changes);
  if (isOfOther) assertTargetStays(before, changes);
  const zone = changes.timezone === undefined ? undefined : checkedZone(changes.timezone);
  const scope = scopeAfter(before, changes, caller);
  const draft = changedJob(before, changes, { scope, timezone: zone, takesOver }, context);
  const setsTarget = draft.owner !== before.owner;
  // Another change is possible even if a deployment has removed the queue: the job can be disabled.
  if (setsTarget) assertTarget(draft);
  if (changes.condition !== undefined) await assertCondition(draft);
  assertSchedule(draft, context.nowMs);
  // A caller that does not change the command needs no right for it.
  if (setsTarget) await assertCommand(draft, context.principal, loadCommands);
  return firesDifferently(before, draft) ? withNextRun(draft, context.nowMs) : draft;
}

const timeFields = ['scheduleType', 'scheduleValue', 'timezone', 'isEnabled', 'scopeType'] as const;
const givesTimes = (changes: UpdateJob): boolean => timeFields.some((field) => changes[field] !== undefined);

/** Stores a change of the job read as `before`, if it differs. Throws StaleError if the job has changed since. */
async function storeChange(
  caller: JobCaller,
  before: JobRow,
  changes: UpdateJob,
  loadCommands: LoadCommands,
  source?: ModuleSource,
): Promise<JobRow> {
  const after = await changed(before, changes, caller, loadCommands, source);
  await store.replaceJob(before, after, caller.context);
  return after;
}

/** Reverts a stored change, unless the job has changed since. Throws UnfinishedError. */
async function revert(before: JobRow, after: JobRow, context: JobCaller['context']): Promise<void> {
  const reverted = withNextRun(revertedJob(before, after, context), context.nowMs);
  try {
    await store.replaceJob(after, reverted, context);
  } catch (error) {
    if (error instanceof StaleError) return;
    throw error;
  }
  await followChange(after, reverted, context.nowMs);
}

/**
 * Applies a stored change to EventBridge. Reverts it if EventBridge refuses the schedule, because the job would never
 * fire again. Throws ScheduleValueError and UnfinishedError.
 */
async function applyChange(
  { context }: JobCaller,
  before: JobRow,
  after: JobRow,
  again: boolean,
): Promise<void> {
  try {
    await followChange(before, after, context.nowMs, again);
  } catch (error) {
    const isRefused = error instanceof ScheduleValueError && firesDifferently(before, after);
    if (isRefused) await revert(before, after, context);
    throw error;
  }
}

/**
 * Changes the given fields and the scope of a job, and updates its schedules; `source` is the module that changes it.
 * Throws NotFoundError, StaleError, UnfinishedError, LimitReachedError and what `addJob` throws for the fields.
 */
export async function changeJob(
  caller: JobCaller,
  { ifMatch, ...changes }: UpdateJob & Precondition,
  loadCommands: LoadCommands,
  source?: ModuleSource,
): Promise<JobRow> {
  const { before, after } = await updateWithRetry(
    () => managedJob(caller, changes.id),
    ifMatch,
    async (before) => ({ before, after: await storeChange(caller, before, changes, loadCommands, source) }),
  );
  await applyChange(caller, before, after, givesTimes(changes));
  return after;
}

/** Changes a job for a user. Throws what `changeJob` throws. */
export const updateJob =
  (loadCommands: LoadCommands) => async (caller: JobCaller, input: UpdateJob & Precondition) =>
    jobReply(await changeJob(caller, input, loadCommands));

/**
 * Makes the job run as the caller, who needs the rights of its command. Throws NotFoundError, RightsExceededError,
 * StaleError and what a change of the target throws.
 */
export const takeOverJob =
  (loadCommands: LoadCommands) =>
  (caller: JobCaller, { id, ifMatch }: Target) =>
    updateWithRetry(
      () => managedJob(caller, id),
      ifMatch,
      async (before) => {
        const after = await changed(before, { id }, caller, loadCommands, undefined, true);
        await store.replaceJob(before, after, caller.context);
        return jobReply(after);
      },
    );

/**
 * Enables or disables the job read as `before`, and returns whether it changed. Always updates its schedules,
 * so that an interrupted earlier call is completed. Throws StaleError, ScheduleValueError and UnfinishedError.
 */
export async function switchJob(
  caller: JobCaller,
  before: JobRow,
  isEnabled: boolean,
  loadCommands: LoadCommands,
): Promise<boolean> {
  const isChange = before.isEnabled !== isEnabled;
  const after = isChange
    ? await storeChange(caller, before, { id: before.id, isEnabled }, loadCommands)
    : before;
  await applyChange(caller, before, after, true);
  return isChange;
}

/** Deletes the job read as `before`. Throws StaleError if it has changed since. */
export async function removeJob(caller: JobCaller, before: JobRow, source?: ModuleSource): Promise<void> {
  const deleted = await store.removeJob(before, caller.context, source?.moduleWrites?.(before));
  try {
    await stopFiring(deleted);
  } catch (error) {
    // A remaining schedule finds no job; the daily clean-up deletes it.
    log('error', 'schedules of a deleted job were not deleted', {
      jobId: before.id,
      error: describeError(error),
    });
  }
}

/** Deletes a job; `source` is the module that deletes it. Throws NotFoundError, RightsExceededError and StaleError. */
export async function dropJob(
  caller: JobCaller,
  { id, ifMatch }: Target,
  source?: ModuleSource,
): Promise<void> {
  await updateWithRetry(
    () => managedJob(caller, id),
    ifMatch,
    (before) => removeJob(caller, before, source),
  );
}

/** Deletes a job for a user. Throws InvalidInputError and what `dropJob` throws. */
export async function deleteJob(caller: JobCaller, { ifMatch, ...input }: Partial<Target>) {
  await dropJob(caller, { id: requiredId(input), ifMatch });
  return { ok: true };
}

/**
 * The writes of the module that created the job, when it is restored; none for a job of a user. They throw StaleError if
 * another live job has taken the place of this one. `isLive` says whether the tenant has a live job with an id.
 */
type RestoringWrites = (job: JobRow, isLive: (jobId: string) => Promise<boolean>) => Promise<Write[]>;

/**
 * Restores a deleted job. Throws NotFoundError, RightsExceededError, JobReplacedError and
 * UnfinishedError.
 */
export const undoDeleteJob =
  (restoringWrites: RestoringWrites) =>
  async (caller: JobCaller, { id }: Target) => {
    const { context } = caller;
    const before = await visibleJob(caller, (scope) => store.findDeletedJob(scope, id, context.nowMs));
    assertMayManage(context.principal, before);
    // Loads the parser, which computes the next run of the valid expression.
    assertSchedule(before, context.nowMs);
    const after = withNextRun(restoredJob(before, context), context.nowMs);
    const isLive = async (other: string) => (await store.findJob(after, other)) !== undefined;
    try {
      await store.restoreJob(before, after, context, await restoringWrites(after, isLive));
    } catch (error) {
      throw error instanceof StaleError ? new JobReplacedError() : error;
    }
    await followChange({ ...before, isEnabled: false }, after, context.nowMs);
    return jobReply(after);
  };
