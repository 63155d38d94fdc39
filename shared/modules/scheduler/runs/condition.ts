/** The condition of a job: over its tenant and organization, the job itself, the time, and the tenant's toggles. */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { decideFor, loadCondition } from '../../../kernel/conditions/stored-condition.ts';
import { timeParts } from '../../../kernel/conditions/time-parts.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { findToggleValues } from '../../toggles/public.ts';
import type { JobRow } from '../job.ts';
import { togglesOf } from '../job-condition.ts';

/** Names of the tenant and the organization that a job belongs to; null where it belongs to none. */
export interface HomeNames {
  tenant: string | null;
  organization: string | null;
}

/** Why a run is skipped, as its result says it. */
export interface Skip {
  reason: 'closed' | 'disabled' | 'feature_off' | 'condition_not_met' | 'condition_not_evaluated';
  /** The comparison that decided the condition, without its values. */
  decidedBy?: { path: string; field: string; operator: string };
}

/** What conditions look at. */
function dataOf(job: JobRow, names: HomeNames, toggles: object, nowMs: number): object {
  const { id, name, tenantId, organizationId } = job;
  return {
    ...(tenantId !== null && { tenant: { id: tenantId, name: names.tenant } }),
    ...(organizationId !== null && { organization: { id: organizationId, name: names.organization } }),
    job: { id, name },
    time: timeParts(nowMs),
    toggles,
  };
}

/**
 * Why the job's condition keeps it from running now; undefined when it may run. At most one DynamoDB request, for the toggles that
 * the condition names. One that cannot be evaluated in its time skips the run as well: a job that must not run is worse than
 * one that waits for its next time.
 */
export async function conditionSkip(
  job: JobRow,
  names: HomeNames,
  scope: TenantScope,
  nowMs: number,
): Promise<Skip | undefined> {
  if (job.condition === null) return undefined;
  const condition = await loadCondition(toJson(job.condition));
  const toggles = await findToggleValues(scope, togglesOf(condition), nowMs);
  try {
    const { result, decidedBy } = decideFor(condition, dataOf(job, names, toggles, nowMs), nowMs);
    if (result) return undefined;
    if (decidedBy === null) return { reason: 'condition_not_met' };
    const { path, field, operator } = decidedBy;
    return { reason: 'condition_not_met', decidedBy: { path, field, operator } };
  } catch (error) {
    log('warn', 'a condition was not evaluated', { jobId: job.id, error: describeError(error) });
    return { reason: 'condition_not_evaluated' };
  }
}
