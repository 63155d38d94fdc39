/** Lists failed runs over all jobs of an organization, in addition to the history of each job. */

import { toIso } from '../../../kernel/base/times.ts';
import { lowerBoundMs } from '../../../kernel/http/time-range.ts';
import { listEntries } from '../../../kernel/table/entries.ts';
import { fromItem, isExpired, toItem } from '../../../kernel/table/item.ts';
import { newestFirstRange } from '../../../kernel/table/keys.ts';
import { queryAll } from '../../../kernel/table/read.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { JobCaller } from '../job-access.ts';
import { failedRunKey, failedRunsPartition } from '../keys.ts';
import type { FailedRun, ListFailedRuns } from './failed-runs-contract.ts';
import type { RunRow } from './run.ts';

const entity = 'failed_job_run';

export interface StoredFailure {
  id: string;
  jobId: string;
  jobName: string;
  error: string;
  triggerType: RunRow['triggerType'];
  attemptsMade: number;
  scheduledAtMs: number;
  failedAtMs: number;
}

/** The write that lists a failed run, for the transaction of the run's end. */
export function failedRunWrite(run: RunRow, failedAtMs: number): Write {
  const { id, jobId, jobName, triggerType, attemptsMade, scheduledAtMs } = run;
  const failure: StoredFailure = {
    ...{ id, jobId, jobName, triggerType, attemptsMade, scheduledAtMs, failedAtMs },
    error: run.error ?? '',
  };
  return { put: { ...toItem(failedRunKey(run, failedAtMs, id), entity, failure), ttl: run.ttl } };
}

const toFailedRun = ({ scheduledAtMs, failedAtMs, ...run }: StoredFailure): FailedRun => ({
  ...run,
  scheduledAt: toIso(scheduledAtMs),
  failedAt: toIso(failedAtMs),
});

/**
 * One page of failed runs of the jobs that the caller can see. One Query for each selected organization and
 * the tenant.
 */
export async function listFailedRuns({ scope, context }: JobCaller, query: ListFailedRuns) {
  const { page, pageSize, withTotal, since } = query;
  const { tenantId, organizationIds = [] } = scope;
  const owners = [
    ...(tenantId === undefined
      ? []
      : [null, ...organizationIds].map((organizationId) => ({ tenantId, organizationId }))),
    ...(context.principal.isSuperAdmin ? [{ tenantId: null, organizationId: null }] : []),
  ];
  const { items, total, totalIsExact } = await listEntries(owners.map(failedRunsPartition), {
    page,
    pageSize,
    withTotal,
    range: newestFirstRange(lowerBoundMs(since), Number.MAX_SAFE_INTEGER),
    matches: () => true,
    nowSeconds: Math.floor(context.nowMs / 1_000),
  });
  const data = items.map((item) => toFailedRun(fromItem<StoredFailure>(item, entity)));
  return { data, meta: { total, totalIsExact, pageSize, page } };
}

/** Failed runs that are read to find the jobs that fail now. */
const maxLatest = 500;

/** The latest failed runs of the jobs of an organization, a tenant or the platform, eventually consistent. One Query. */
export async function latestFailures(
  home: Pick<RunRow, 'tenantId' | 'organizationId'>,
  nowMs: number,
): Promise<{ failures: StoredFailure[]; isComplete: boolean }> {
  const items = await queryAll({ pk: failedRunsPartition(home), limit: maxLatest, consistent: false });
  const failures = items
    .filter((item) => !isExpired(item, nowMs / 1_000))
    .map((item) => fromItem<StoredFailure>(item, entity));
  return { failures, isComplete: items.length < maxLatest };
}
