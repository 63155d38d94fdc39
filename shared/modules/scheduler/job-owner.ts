/** The owner in whose name a job's command runs, and the owner's current rights. */

import type { Feature } from '../../kernel/auth/features.ts';
import { hasFeature, type Principal, reachesAll } from '../../kernel/auth/principal.ts';
import { PermanentError } from '../../kernel/queues/errors.ts';
import { currentPrincipal } from '../identity/public.ts';
import type { JobRow } from './job.ts';

/** The rights of a platform module in the jobs that it has created. */
const moduleSubject = 'system:';

/** Jobs of a tenant act in all of its organizations, so their owners must reach every one, as when they are created. */
function mayActIn(owner: Principal, { tenantId, organizationId }: JobRow): boolean {
  if (owner.isSuperAdmin) return true;
  if (tenantId === null || owner.tenantId !== tenantId) return false;
  if (reachesAll(owner)) return true;
  return organizationId !== null && owner.organizationIds?.includes(organizationId) === true;
}

/** The owner's rights, restricted to the job's tenant and organization. */
function confined(owner: Principal, { tenantId, organizationId }: JobRow): Principal {
  return {
    subject: owner.subject,
    tenantId,
    organizationId,
    organizationIds: organizationId === null ? owner.organizationIds : [organizationId],
    features: owner.isSuperAdmin ? ['*'] : owner.features,
    isSuperAdmin: false,
  };
}

/**
 * The owner with its current rights, restricted to the job's scope. Throws PermanentError if the owner was
 * deleted, may no longer act in the job's scope, or lacks the feature.
 */
export async function ownerOf(job: JobRow, feature: Feature | undefined, nowMs: number): Promise<Principal> {
  const { subject, tenantId } = job.owner;
  const owner = subject.startsWith(moduleSubject)
    ? { subject, tenantId, organizationId: null, organizationIds: null, features: ['*'], isSuperAdmin: true }
    : await currentPrincipal(tenantId, subject, nowMs);
  if (owner === undefined || !mayActIn(owner, job))
    throw new PermanentError('The owner of the job no longer has access to its tenant or organization.');
  if (feature !== undefined && !hasFeature(owner, feature))
    throw new PermanentError(`The owner of the job no longer has the feature ${feature}.`);
  return confined(owner, job);
}
