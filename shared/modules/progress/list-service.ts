/** What goes on, and lists of jobs, as callers ask for them. */

import type { Scope } from '../../kernel/auth/principal.ts';
import { toList, toListRequest } from '../../kernel/lists/list.ts';
import { type ListJobs, momentOf } from './contract.ts';
import { isEnd, type JobStatus, jobAt, jobStatuses, type ProgressJob } from './job.ts';
import type { ActiveJob } from './job-contract.ts';
import { findActive, type JobListField, listJobs as readJobs } from './job-store.ts';
import type { ProgressList } from './keys.ts';
import { progressLimits } from './limits.ts';
import { toActive, toListed } from './views.ts';

const latest =
  (momentOfJob: (job: ProgressJob) => number) =>
  (a: ProgressJob, b: ProgressJob): number =>
    momentOfJob(b) - momentOfJob(a) || (a.id < b.id ? -1 : 1);

/** What goes on among these jobs, and what has just ended; pure. */
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

export async function listActive(
  scope: Scope,
  nowMs: number,
): Promise<{ active: ActiveJob[]; recentlyCompleted: ActiveJob[] }> {
  const { active, recentlyCompleted } = activity(await findActive(scope, nowMs), nowMs);
  return { active: active.map(toActive), recentlyCompleted: recentlyCompleted.map(toActive) };
}

/** The lists that may hold jobs in these states: who asks for what goes on does not read the history. */
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

/** One page of jobs, by the conventions of generic lists. Throws PageTooLargeError. */
export async function listJobs(scope: Scope, query: ListJobs, nowMs: number) {
  const { status, jobType, parentJobId, includeCompleted = false, completedSince } = query;
  const wanted = status ?? jobStatuses.filter((one) => includeCompleted || !isEnd(one));
  const { items, total } = await readJobs(scope, listsOf(wanted, query), {
    ...toListRequest<JobListField>(query),
    filters: {
      status: wanted.length === jobStatuses.length ? undefined : wanted,
      jobType,
      parentJobId,
      finishedAt: completedSince === undefined ? undefined : momentOf(completedSince),
    },
  });
  return toList(query, { items: items.map((job) => toListed(jobAt(job, nowMs))), total });
}
