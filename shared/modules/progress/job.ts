/** Jobs of background work: pure decisions. What a job is, how far it is, what a move makes of it. */
import { progressLimits } from './limits.ts';

export const jobStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];
export const endedStatuses = ['completed', 'failed', 'cancelled'] as const satisfies readonly JobStatus[];
export type EndedStatus = (typeof endedStatuses)[number];

/** What the lists of jobs know of one; enough to write any change of it without reading it first. */
export interface JobHead {
  id: string;
  tenantId: string;
  organizationId: string;
  jobType: string;
  name: string;
  parentJobId: string | null;
  createdAtMs: number;
  /** Null until it begins. */
  startedAtMs: number | null;
  /** The shard in which the sweep finds it; absent before it is stored, and in the head that a sync run has of its job. */
  watchShard?: number;
}

/** A job as it is stored. */
export interface ProgressJob extends JobHead {
  description: string | null;
  status: JobStatus;
  processedCount: number;
  totalCount: number | null;
  progressPercent: number;
  etaSeconds: number | null;
  /** Null in jobs of before it was noted. */
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
  /** When browsers were told of it last, which percentage, and whether they do not know of a move yet. */
  toldAtMs: number;
  toldPercent: number;
  hasUntold: boolean;
  revision: number;
}

/** What changes with every word of a worker, and is no news by itself. */
export const bookkeeping: readonly (keyof ProgressJob)[] = [
  'updatedAtMs',
  'heartbeatAtMs',
  'toldAtMs',
  'toldPercent',
  'hasUntold',
  'revision',
];

/** What makes a new job; what is left out is null, 0 or false. */
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

/** A job that waits to begin. */
export function newJob({ nowMs, ...given }: NewJob): ProgressJob {
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
    ...given,
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
 * Runs of the data sync have leases and a reaper of their own and are polled: their jobs are written by the sync
 * engine, publish nothing, and are never held to have lost their worker.
 */
export const syncJobType = (direction: 'import' | 'export'): string => `${syncJobPrefix}${direction}`;
const syncJobPrefix = 'data_sync:';
export const isSyncJob = ({ jobType }: Pick<JobHead, 'jobType'>): boolean =>
  jobType.startsWith(syncJobPrefix);

export const isEnd = (status: JobStatus): status is EndedStatus =>
  endedStatuses.some((ended) => ended === status);

/** How much is done, in whole percent; 0 as long as the total is not known. */
export function percentOf(processedCount: number, totalCount: number | null): number {
  if (totalCount === null || totalCount <= 0) return 0;
  return Math.min(100, Math.max(0, Math.round((processedCount / totalCount) * 100)));
}

/** Seconds until the rest is done at the pace so far; null when there is no pace, or no telling how much is left. */
export function etaOf(
  { processedCount, totalCount }: { processedCount: number; totalCount: number | null },
  { startedAtMs, nowMs }: { startedAtMs: number | null; nowMs: number },
): number | null {
  if (totalCount === null || startedAtMs === null || processedCount <= 0) return null;
  const elapsedMs = Math.max(0, nowMs - startedAtMs);
  const remaining = Math.max(0, totalCount - processedCount);
  const seconds = Math.ceil((remaining * elapsedMs) / processedCount / 1_000);
  // Beyond all time, and beyond what the table holds.
  return seconds <= progressLimits.maxEtaSeconds ? seconds : null;
}

/** When a pending or running job counts as lost; null when it never does. */
export function staleAtMs(
  job: Pick<ProgressJob, 'jobType' | 'status' | 'heartbeatAtMs' | 'updatedAtMs'>,
): number | null {
  if (isSyncJob(job) || isEnd(job.status)) return null;
  if (job.status === 'pending') return job.updatedAtMs + progressLimits.pendingHours * 3_600_000;
  return (job.heartbeatAtMs ?? job.updatedAtMs) + progressLimits.heartbeatSeconds * 1_000;
}

/** What a job that has lost its worker says of it. */
const staleMessage = ({ status }: ProgressJob): string =>
  status === 'pending'
    ? `Job stale: not begun within ${progressLimits.pendingHours} hours`
    : `Job stale: no heartbeat for ${progressLimits.heartbeatSeconds} seconds`;

/** The job as it is now: one that has lost its worker has failed, also before the sweep records it. */
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
