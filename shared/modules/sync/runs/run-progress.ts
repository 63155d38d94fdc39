/** The progress job of a run: its writes are part of the transactions of the run, so that the two never differ. */
import { userIdOf } from '../../../kernel/auth/principal.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { type JobHead, newJob, type ProgressJob, syncJobType } from '../../progress/job.ts';
import {
  beginJobWrites,
  createJobWrites,
  finishJobWrites,
  lateMoveJobWrites,
  moveJobWrites,
} from '../../progress/job-store.ts';
import { countsOf, type EndedStatus, processedOf, type StoredRun } from './run.ts';

function headOf(run: StoredRun): JobHead {
  const { progressJobId, tenantId, organizationId, integrationId, entityType, direction } = run;
  const { createdAtMs, startedAtMs, retryOf } = run;
  const what = `${integrationId} - ${entityType}`;
  return {
    ...{ tenantId, organizationId, createdAtMs, startedAtMs },
    id: progressJobId,
    jobType: syncJobType(direction),
    name: retryOf === null ? `Data sync ${what}` : `Retry data sync ${what}`,
    parentJobId: null,
  };
}

const moveOf = (run: StoredRun, nowMs: number) => ({
  processedCount: processedOf(run),
  totalCount: run.totalCount,
  nowMs,
});

function jobOf(run: StoredRun): ProgressJob {
  const { integrationId, entityType, direction, totalCount, createdAtMs } = run;
  return newJob({
    ...headOf(run),
    description: `${entityType} ${direction}`,
    totalCount,
    createdBy: run.triggeredBy,
    startedByUserId: userIdOf(run.triggeredBy),
    cancellable: true,
    meta: { integrationId, entityType, direction, runId: run.id },
    nowMs: createdAtMs,
  });
}

export const progressCreated = (run: StoredRun): Write[] => createJobWrites(jobOf(run));
export const progressBegun = (run: StoredRun, nowMs: number): Write[] => beginJobWrites(headOf(run), nowMs);
export const progressMoved = (run: StoredRun, nowMs: number): Write[] =>
  moveJobWrites(headOf(run), moveOf(run, nowMs));
export const progressLate = (run: StoredRun, nowMs: number): Write[] =>
  lateMoveJobWrites(headOf(run), moveOf(run, nowMs));
export function progressEnded(run: StoredRun, status: EndedStatus, nowMs: number): Write[] {
  const { nowMs: _, ...counts } = moveOf(run, nowMs);
  return finishJobWrites(headOf(run), {
    status,
    nowMs,
    counts,
    resultSummary: { ...countsOf(run), batchesCompleted: run.batchesCompleted },
    ...(status === 'failed' && { errorMessage: run.lastError }),
  });
}
