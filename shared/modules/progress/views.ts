/** Jobs as the API and events show them. */
import type { ActiveJob, Job, ListedJob } from './common-contract.ts';
import type { ProgressJob } from './job.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export function toActive(job: ProgressJob): ActiveJob {
  return {
    id: job.id,
    jobType: job.jobType,
    name: job.name,
    description: job.description,
    status: job.status,
    progressPercent: job.progressPercent,
    processedCount: job.processedCount,
    totalCount: job.totalCount,
    etaSeconds: job.etaSeconds,
    cancellable: job.cancellable,
    meta: job.meta === null ? null : { ...job.meta },
    startedAt: isoOrNull(job.startedAtMs),
    finishedAt: isoOrNull(job.finishedAtMs),
    errorMessage: job.errorMessage,
  };
}

export function toListed(job: ProgressJob): ListedJob {
  const { parentJobId, tenantId, organizationId, createdAtMs } = job;
  return { ...toActive(job), parentJobId, createdAt: iso(createdAtMs), tenantId, organizationId };
}

export function toJob(job: ProgressJob): Job {
  return {
    ...toListed(job),
    resultSummary: job.resultSummary === null ? null : { ...job.resultSummary },
    errorStack: job.errorStack,
    createdBy: job.createdBy,
    startedByUserId: job.startedByUserId,
    heartbeatAt: isoOrNull(job.heartbeatAtMs),
    cancelRequestedAt: isoOrNull(job.cancelRequestedAtMs),
    cancelledByUserId: job.cancelledByUserId,
    partitionIndex: job.partitionIndex,
    partitionCount: job.partitionCount,
    updatedAt: iso(job.updatedAtMs),
  };
}

/** What every event of a job says. */
export function toEventData(job: ProgressJob, stale: boolean): Record<string, unknown> {
  const { createdAt, tenantId, organizationId, ...shown } = toListed(job);
  const { cancelRequestedAtMs, resultSummary } = job;
  return { ...shown, jobId: job.id, cancelRequestedAt: isoOrNull(cancelRequestedAtMs), resultSummary, stale };
}
