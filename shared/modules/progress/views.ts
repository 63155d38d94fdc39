/** Converts jobs to the shapes of the API and of events. */
import { toIso, toIsoOrNull } from '../../kernel/base/times.ts';
import type { ProgressJob } from './job.ts';
import type { ActiveJob, Job, ListedJob } from './job-contract.ts';

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
    startedAt: toIsoOrNull(job.startedAtMs),
    finishedAt: toIsoOrNull(job.finishedAtMs),
    errorMessage: job.errorMessage,
  };
}

export function toListed(job: ProgressJob): ListedJob {
  const { parentJobId, tenantId, organizationId, createdAtMs } = job;
  return { ...toActive(job), parentJobId, createdAt: toIso(createdAtMs), tenantId, organizationId };
}

export function toJob(job: ProgressJob): Job {
  return {
    ...toListed(job),
    resultSummary: job.resultSummary === null ? null : { ...job.resultSummary },
    errorStack: job.errorStack,
    createdBy: job.createdBy,
    startedByUserId: job.startedByUserId,
    heartbeatAt: toIsoOrNull(job.heartbeatAtMs),
    cancelRequestedAt: toIsoOrNull(job.cancelRequestedAtMs),
    cancelledByUserId: job.cancelledByUserId,
    partitionIndex: job.partitionIndex,
    partitionCount: job.partitionCount,
    updatedAt: toIso(job.updatedAtMs),
  };
}

/** Returns the data of a job's events. */
export function toEventData(job: ProgressJob, stale: boolean): Record<string, unknown> {
  const { createdAt, tenantId, organizationId, ...shown } = toListed(job);
  const { cancelRequestedAtMs, resultSummary } = job;
  return {
    ...shown,
    jobId: job.id,
    cancelRequestedAt: toIsoOrNull(cancelRequestedAtMs),
    resultSummary,
    stale,
  };
}
