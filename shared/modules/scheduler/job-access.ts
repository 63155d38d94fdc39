/** Decides which jobs a caller can see and manage. */
import { superAdminFeature } from '../../kernel/base/features.ts';
import type { Principal, Scope } from '../../kernel/base/principal.ts';
import { MissingFeatureError, NotFoundError, requireFound } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../kernel/http/operation.ts';
import { RightsExceededError, reachOf } from '../identity/public.ts';
import type { JobScope } from './firing-jobs.ts';
import type { JobRow } from './job.ts';
import { findJob, findJobs } from './job-store.ts';

/** Who reads or changes jobs, and the selected scope, of which each part may be missing. */
export type JobCaller = Actor<Partial<Scope>>;

/** Only super admins can access platform jobs. Throws MissingFeatureError. */
export function assertSuperAdmin(principal: Principal): void {
  if (!principal.isSuperAdmin) throw new MissingFeatureError([superAdminFeature]);
}

/**
 * Jobs of a tenant act in all of its organizations, so only callers who may select every organization can
 * manage them. Throws RightsExceededError.
 */
export function assertMayManage(
  principal: Principal,
  { tenantId, organizationId }: Pick<JobRow, 'tenantId' | 'organizationId'>,
): void {
  if (tenantId === null || organizationId !== null) return;
  if (reachOf(principal) !== null) throw new RightsExceededError(['organizations: all']);
}

/**
 * The job that `find` returns for its id in the selected tenant and organizations or, for super admins, in the
 * platform. Throws NotFoundError if it does not exist, was deleted, or is a job of others or of the platform.
 */
export async function visibleJob(
  { scope, context: { principal } }: JobCaller,
  find: (scope: JobScope) => Promise<JobRow | undefined>,
): Promise<JobRow> {
  const { tenantId, organizationIds = [] } = scope;
  const job = tenantId === undefined ? undefined : await find({ tenantId });
  if (job !== undefined) {
    const isVisible = job.organizationId === null || organizationIds.includes(job.organizationId);
    if (!isVisible) throw new NotFoundError('Job');
    return job;
  }
  return requireFound(principal.isSuperAdmin ? await find({ tenantId: null }) : undefined, 'Job');
}

/** The live job. Throws NotFoundError. One request, two for a platform job. */
export function liveJob(caller: JobCaller, id: string): Promise<JobRow> {
  return visibleJob(caller, (scope) => findJob(scope, id));
}

/**
 * The live job, for a caller that changes, runs or deletes it. Throws what `liveJob` throws, and
 * RightsExceededError.
 */
export async function managedJob(caller: JobCaller, id: string): Promise<JobRow> {
  const job = await liveJob(caller, id);
  assertMayManage(caller.context.principal, job);
  return job;
}

/**
 * The live jobs with these ids that the caller can see, by id: of the selected tenant and organizations and,
 * for super admins, of the platform. One request per 100 ids, twice as many for super admins.
 */
export async function findVisibleJobs(
  { scope, context: { principal } }: JobCaller,
  ids: readonly string[],
): Promise<Map<string, JobRow>> {
  const { tenantId, organizationIds = [] } = scope;
  const homes = [...(principal.isSuperAdmin ? [null] : []), ...(tenantId === undefined ? [] : [tenantId])];
  const jobs = await findJobs(homes.flatMap((home) => ids.map((id) => ({ scope: { tenantId: home }, id }))));
  const isVisible = ({ organizationId }: JobRow) =>
    organizationId === null || organizationIds.includes(organizationId);
  return new Map(jobs.filter(isVisible).map((job) => [job.id, job]));
}
