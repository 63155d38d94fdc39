/**
 * The condition of a job, evaluated on its tenant and organization, the job itself, the time, and the
 * tenant's toggles.
 */

import { toJson } from '../../../kernel/base/json.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { decideFor, loadCondition } from '../../../kernel/conditions/stored-condition.ts';
import { timeParts } from '../../../kernel/conditions/time-parts.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { findToggleValues } from '../../toggles/public.ts';
import type { JobRow } from '../job.ts';
import { togglesOf } from '../job-condition.ts';

/** Names of the job's tenant and organization; null if it has none. */
export interface HomeNames {
  tenant: string | null;
  organization: string | null;
}

/** The result of a skipped run. */
export interface Skip {
  reason: 'closed' | 'disabled' | 'feature_off' | 'condition_not_met' | 'condition_not_evaluated';
  /** The comparison that decided the condition, without its values. */
  decidedBy?: { path: string; field: string; operator: string };
}

/** The data of the condition. */
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
 * Why the job's condition prevents a run now; undefined if it may run. At most one DynamoDB request, for the
 * toggles in the condition. If the condition cannot be evaluated in time, the run is skipped, because a run
 * that must not happen is worse than a missed one.
 */
export async function conditionSkip(
  job: JobRow,
  names: HomeNames,
  scope: TenantScope,
  nowMs: number,
  readToggles = findToggleValues,
): Promise<Skip | undefined> {
  if (job.condition === null) return undefined;
  const condition = await loadCondition(toJson(job.condition));
  const toggles = await readToggles(scope, togglesOf(condition), nowMs);
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
