/** The type of a progress job, its percentage and estimate, and when it is stale. Pure. */
import { progressLimits } from './limits.ts';

export const jobStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];
export const endedStatuses = ['completed', 'failed', 'cancelled'] as const satisfies readonly JobStatus[];
export type EndedStatus = (typeof endedStatuses)[number];

/** The immutable fields of a job, and its start. They suffice to write any change without reading the job. */
export interface JobHead {
  id: string;
  tenantId: string;
  organizationId: string;
  jobType: string;
  name: string;
  parentJobId: string | null;
  createdAtMs: number;
  /** Null until the job starts. */
  startedAtMs: number | null;
}

/** A job as it is stored. */
export interface ProgressJob extends JobHead {
  description: string | null;
  status: JobStatus;
  processedCount: number;
  totalCount: number | null;
  progressPercent: number;
  etaSeconds: number | null;
  /** Null for jobs of the platform. */
  createdBy: string | null;
  startedByUserId: string | null;
  heartbeatAtMs: number | null;
  finishedAtMs: number | null;
  resultSummary: Readonly<Record<string, unknown>> | null;
  errorMessage: string | null;
  errorStack: string | null;
  meta: Readonly<Record<string, unknown>> | null;
  cancellable: boolean;
  cancelledByUserId: string | null;
  cancelRequestedAtMs: number | null;
  partitionIndex: number | null;
  partitionCount: number | null;
  updatedAtMs: number;
  /** When the last event was published. */
  toldAtMs: number;
  /** Percentage in the last published event. */
  toldPercent: number;
  /** Whether a visible change has not been published yet. */
  hasUntold: boolean;
  revision: number;
}

/** Fields that change with every update of a worker. Their changes alone are not published. */
export const bookkeeping: readonly (keyof ProgressJob)[] = [
  'updatedAtMs',
  'heartbeatAtMs',
  'toldAtMs',
  'toldPercent',
  'hasUntold',
  'revision',
];

/** Fields of a new job; absent fields become null, 0 or false. */
export interface NewJob {
  id: string;
  tenantId: string;
  organizationId: string;
  jobType: string;
  name: string;
  description?: string | null;
  totalCount?: number | null;
  createdBy?: string | null;
  startedByUserId?: string | null;
  meta?: Readonly<Record<string, unknown>> | null;
  cancellable?: boolean;
  parentJobId?: string | null;
  partitionIndex?: number | null;
  partitionCount?: number | null;
  nowMs: number;
}

/** Creates a pending job. */
export function newJob({ nowMs, ...fields }: NewJob): ProgressJob {
  return {
    description: null,
    totalCount: null,
    createdBy: null,
    startedByUserId: null,
    meta: null,
    cancellable: false,
    parentJobId: null,
    partitionIndex: null,
    partitionCount: null,
    ...fields,
    status: 'pending',
    processedCount: 0,
    progressPercent: 0,
    etaSeconds: null,
    startedAtMs: null,
    heartbeatAtMs: null,
    finishedAtMs: null,
    resultSummary: null,
    errorMessage: null,
    errorStack: null,
    cancelledByUserId: null,
    cancelRequestedAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    toldAtMs: nowMs,
    toldPercent: 0,
    hasUntold: false,
    revision: 1,
  };
}

/**
 * Job type of sync runs. Sync runs have leases and a watchdog of their own, and browsers poll them. So only data sync
 * writes their jobs, and these jobs publish no events and never become stale.
 */
export const syncJobType = (direction: 'import' | 'export'): string => `${syncJobPrefix}${direction}`;
const syncJobPrefix = 'data_sync:';
export const isSyncJob = ({ jobType }: Pick<JobHead, 'jobType'>): boolean =>
  jobType.startsWith(syncJobPrefix);

/** Job type of replays of webhooks. Their pages wait for rate limits and redelivery, so their heartbeats are rare. */
export const replayJobType = 'webhooks:replay';

/** Jobs that only the platform's own work updates. */
export const isManaged = (job: Pick<JobHead, 'jobType'>): boolean =>
  isSyncJob(job) || job.jobType === replayJobType;

const heartbeatSecondsOf = ({ jobType }: Pick<JobHead, 'jobType'>): number =>
  jobType === replayJobType ? progressLimits.replayHeartbeatSeconds : progressLimits.heartbeatSeconds;

export const isEnd = (status: JobStatus): status is EndedStatus =>
  endedStatuses.some((ended) => ended === status);

/** Returns the progress in whole percent, 100 only when all is processed; 0 without a total. */
export function percentOf(processedCount: number, totalCount: number | null): number {
  if (totalCount === null || totalCount <= 0) return 0;
  const most = processedCount < totalCount ? 99 : 100;
  return Math.min(most, Math.max(0, Math.round((processedCount / totalCount) * 100)));
}

/** Estimates the remaining seconds from the average pace; null without a total, a start or a processed item. */
export function etaOf(
  { processedCount, totalCount }: { processedCount: number; totalCount: number | null },
  { startedAtMs, nowMs }: { startedAtMs: number | null; nowMs: number },
): number | null {
  if (totalCount === null || startedAtMs === null || processedCount <= 0) return null;
  const elapsedMs = Math.max(0, nowMs - startedAtMs);
  const remaining = Math.max(0, totalCount - processedCount);
  const seconds = Math.ceil((remaining * elapsedMs) / processedCount / 1_000);
  // A very slow pace would give a number that DynamoDB cannot store.
  return seconds <= progressLimits.maxEtaSeconds ? seconds : null;
}

/** Returns when a pending or running job becomes stale; null if it never does. */
export function staleAtMs(
  job: Pick<ProgressJob, 'jobType' | 'status' | 'heartbeatAtMs' | 'updatedAtMs'>,
): number | null {
  if (isSyncJob(job) || isEnd(job.status)) return null;
  if (job.status === 'pending') return job.updatedAtMs + progressLimits.pendingHours * 3_600_000;
  return (job.heartbeatAtMs ?? job.updatedAtMs) + heartbeatSecondsOf(job) * 1_000;
}

/** Error message of a stale job. */
const staleMessage = (job: ProgressJob): string =>
  job.status === 'pending'
    ? `Job stale: not started within ${progressLimits.pendingHours} hours`
    : `Job stale: no heartbeat for ${heartbeatSecondsOf(job)} seconds`;

/** Returns the job as it is now: a stale job has failed, even if the sweep has not recorded it yet. */
export function jobAt(job: ProgressJob, nowMs: number): ProgressJob {
  const atMs = staleAtMs(job);
  if (atMs === null || nowMs < atMs) return job;
  return {
    ...job,
    status: 'failed',
    errorMessage: staleMessage(job),
    etaSeconds: 0,
    finishedAtMs: atMs,
    updatedAtMs: atMs,
    hasUntold: false,
    revision: job.revision + 1,
  };
}
