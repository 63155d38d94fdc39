/** Lists active jobs, and jobs by filters. */

import type { Caller } from '../../kernel/http/operation.ts';
import { lowerBoundMs } from '../../kernel/http/time-range.ts';
import { toList, toListRequest } from '../../kernel/lists/list.ts';
import type { ListJobs } from './contract.ts';
import { isEnd, type JobStatus, jobAt, jobStatuses, type ProgressJob } from './job.ts';
import { findActive, type JobListField, listJobs } from './job-store.ts';
import type { ProgressList } from './keys.ts';
import { progressLimits } from './limits.ts';
import { toActive, toListed } from './views.ts';

const latest =
  (timeOf: (job: ProgressJob) => number) =>
  (a: ProgressJob, b: ProgressJob): number =>
    timeOf(b) - timeOf(a) || (a.id < b.id ? -1 : 1);

/** Selects the active and the recently ended jobs. Pure. */
export function activity(jobs: readonly ProgressJob[], nowMs: number) {
  const sinceMs = nowMs - progressLimits.recentSeconds * 1_000;
  const current = jobs.map((job) => jobAt(job, nowMs));
  const isRecent = ({ status, finishedAtMs }: ProgressJob) =>
    status !== 'cancelled' && isEnd(status) && (finishedAtMs ?? 0) >= sinceMs;
  return {
    active: current
      .filter(({ status }) => !isEnd(status))
      .toSorted(latest(({ createdAtMs }) => createdAtMs))
      .slice(0, progressLimits.activeJobs),
    recentlyCompleted: current
      .filter(isRecent)
      .toSorted(latest(({ finishedAtMs }) => finishedAtMs ?? 0))
      .slice(0, progressLimits.recentJobs),
  };
}

export async function listActiveJobs({ scope, context: { nowMs } }: Caller) {
  const { active, recentlyCompleted } = activity(await findActive(scope, nowMs), nowMs);
  return { active: active.map(toActive), recentlyCompleted: recentlyCompleted.map(toActive) };
}

/** Returns the lists that may contain jobs with these states, so that a query for active jobs skips the history. */
export function listsOf(
  statuses: readonly JobStatus[],
  { parentJobId, completedSince }: Pick<ListJobs, 'parentJobId' | 'completedSince'>,
): ProgressList[] {
  const active: ProgressList[] = parentJobId === undefined ? ['ACTIVE', 'PARTS'] : ['PARTS'];
  return [
    ...(statuses.every(isEnd) || completedSince !== undefined ? [] : active),
    ...(statuses.some(isEnd) ? (['ENDED'] as const) : []),
  ];
}

/** Returns one page of jobs. Throws PageTooLargeError. */
export async function listProgressJobs({ scope, context: { nowMs } }: Caller, query: ListJobs) {
  const { status, jobType, parentJobId, includeCompleted = false, completedSince } = query;
  // Only ended jobs have a time of their end.
  const includesEnded = includeCompleted || completedSince !== undefined;
  const statuses = status ?? jobStatuses.filter((state) => includesEnded || !isEnd(state));
  const { items, total } = await listJobs(scope, listsOf(statuses, query), {
    ...toListRequest<JobListField>(query),
    filters: {
      status: statuses.length === jobStatuses.length ? undefined : statuses,
      jobType,
      parentJobId,
      finishedAt: completedSince === undefined ? undefined : lowerBoundMs(completedSince),
    },
  });
  return toList(query, { items: items.map((job) => toListed(jobAt(job, nowMs))), total });
}
