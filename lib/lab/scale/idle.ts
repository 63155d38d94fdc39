/** Reads of the sweeps in an idle stage: a Query of an empty partition costs as much as one item. */
import { outboxShards } from '../../../shared/kernel/table/keys.ts';
import { fileWorkShards, placementShards } from '../../../shared/modules/attachments/keys.ts';
import { deferredDueShards, digestDueShards } from '../../../shared/modules/email/keys.ts';
import { paymentDueShards } from '../../../shared/modules/payments/keys.ts';
import { progressWatchShards } from '../../../shared/modules/progress/keys.ts';
import { jobDueShards, scheduledShards } from '../../../shared/modules/scheduler/keys.ts';
import { activeSyncShards } from '../../../shared/modules/sync/keys.ts';
import { triggerOf } from './triggers.ts';

export interface IdleSweep {
  /** Name of the scheduled worker. */
  worker: string;
  partitions: number;
  /** Read units of one empty partition. */
  unitsPerPartition: number;
}

/** A strongly consistent Query costs a unit, others half a unit; some sweeps read their partitions in turn. */
export const idleSweeps: readonly IdleSweep[] = [
  { worker: 'sweep', partitions: outboxShards, unitsPerPartition: 1 },
  { worker: 'recoverStalledRuns', partitions: activeSyncShards, unitsPerPartition: 1 },
  { worker: 'sweepProgress', partitions: progressWatchShards, unitsPerPartition: 1 },
  { worker: 'tickJobs', partitions: jobDueShards, unitsPerPartition: 1 },
  { worker: 'sweepPayments', partitions: paymentDueShards, unitsPerPartition: 0.5 },
  { worker: 'sweepFiles', partitions: fileWorkShards + placementShards, unitsPerPartition: 1 },
  { worker: 'sweepDigests', partitions: digestDueShards + deferredDueShards, unitsPerPartition: 1 },
  { worker: 'requestChecks', partitions: 1, unitsPerPartition: 1 },
  { worker: 'reconcileSchedules', partitions: scheduledShards, unitsPerPartition: 2 },
];

/** Minutes between two runs of a scheduled worker. Throws for an unknown worker. */
export const minutesOf = (worker: string): number => triggerOf(worker, 'schedule').everyMinutes;

export const idleUnitsPerMinute = ({ worker, partitions, unitsPerPartition }: IdleSweep): number =>
  (partitions * unitsPerPartition) / minutesOf(worker);
