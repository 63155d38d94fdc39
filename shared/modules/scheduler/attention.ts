/** Enabled jobs whose last run has failed. */
import type { AttentionHome, AttentionSources, FoundCause } from '../../kernel/modules/attention.ts';
import type { JobRow } from './job.ts';
import { findJobs } from './job-store.ts';
import { latestFailures, type StoredFailure } from './runs/failed-runs.ts';

/** A completed run ends the cause of a job; so does disabling, deleting or moving it. `failures` are the latest first. */
export function causeOfJob(job: JobRow, failures: readonly StoredFailure[]): FoundCause | undefined {
  const { id, name, isEnabled, lastRunAtMs } = job;
  const recent = failures.filter(({ failedAtMs }) => failedAtMs > (lastRunAtMs ?? 0));
  const [latest] = recent;
  if (!isEnabled || latest === undefined) return undefined;
  return {
    ...{ key: id, resourceId: id, title: name, message: latest.error, count: recent.length },
    sinceMs: recent.at(-1)?.failedAtMs ?? null,
    lastSeenMs: latest.failedAtMs,
    occurrence: `failing ${lastRunAtMs ?? ''}`,
  };
}

async function failingJobs(home: AttentionHome, nowMs: number) {
  const { failures, isComplete } = await latestFailures(home, nowMs);
  const byJob = Map.groupBy(failures, ({ jobId }) => jobId);
  const jobs = await findJobs([...byJob.keys()].map((id) => ({ scope: home, id })));
  const causes = jobs
    .filter(({ organizationId }) => organizationId === home.organizationId)
    .flatMap((job) => causeOfJob(job, byJob.get(job.id) ?? []) ?? []);
  return { causes, isComplete };
}

export const attentionSources: AttentionSources = {
  failing_job: {
    feature: 'scheduler.jobs.view',
    resource: 'scheduler.job',
    levels: ['organization', 'tenant', 'platform'],
    find: failingJobs,
  },
};
