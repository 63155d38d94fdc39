/**
 * Messages of the queue `scheduler-execution`: from EventBridge Scheduler, from ticks, and for further
 * attempts.
 */
import type { Message } from '../../../kernel/queues/message.ts';
import type { JobRow } from '../job.ts';
import type { Rate } from '../timing/schedule.ts';

/** A job is due, or its runs of a minute must be sent. Sent by EventBridge, and by ticks with an exact time. */
export interface DueData {
  jobId: string;
  /** The schedule's version when the message was created; the message is ignored if the job has a later one. */
  scheduleVersion: number;
  /** ISO 8601, in EventBridge's format. */
  scheduledTime: string;
  /** The interval, for which EventBridge may report a time that is early. */
  rate?: Rate;
}

/** A run in the history: started manually, or retried. */
export interface RunData {
  jobId: string;
  runId: string;
}

export const messageTypes = { fire: 'scheduler.fire', tick: 'scheduler.tick', run: 'scheduler.run' } as const;

type Of = Pick<JobRow, 'id' | 'tenantId' | 'organizationId' | 'scheduleVersion'>;

/** The message of a firing. `scheduledTime` may be EventBridge's placeholder for the time. */
export function dueMessage(
  job: Of,
  kind: 'fire' | 'tick',
  scheduledTime: string,
  rate?: Rate,
): Message<DueData> {
  const { id: jobId, tenantId, organizationId, scheduleVersion } = job;
  const id = `${jobId}-${scheduledTime}`;
  return {
    v: 1,
    id,
    type: messageTypes[kind],
    tenantId,
    organizationId,
    idempotencyKey: id,
    data: { jobId, scheduleVersion, scheduledTime, ...(rate && { rate }) },
  };
}

export function runMessage(
  { id: jobId, tenantId, organizationId }: Omit<Of, 'scheduleVersion'>,
  runId: string,
): Message<RunData> {
  return {
    v: 1,
    id: runId,
    type: messageTypes.run,
    tenantId,
    organizationId,
    idempotencyKey: runId,
    data: { jobId, runId },
  };
}
