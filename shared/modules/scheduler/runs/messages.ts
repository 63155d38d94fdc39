/** Messages of the queue `scheduler-execution`: from EventBridge Scheduler, from ticks, and from runs that go on. */
import type { Message } from '../../../kernel/queues/message.ts';
import type { JobRow } from '../job.ts';
import type { Rate } from '../timing/schedule.ts';

/** A job is due, or a minute of it is to be filled. Sent by EventBridge, and by ticks with an exact time. */
export interface DueData {
  jobId: string;
  /** The job as it fired when this was arranged; a job that fires otherwise by now ignores it. */
  scheduleVersion: number;
  /** ISO 8601, as EventBridge names it. */
  scheduledTime: string;
  /** What times are counted by, where EventBridge may name one early. */
  rate?: Rate;
}

/** A run that is in the history already: started by hand, or tried again. */
export interface RunData {
  jobId: string;
  runId: string;
}

export const messageTypes = { fire: 'scheduler.fire', tick: 'scheduler.tick', run: 'scheduler.run' } as const;

type Of = Pick<JobRow, 'id' | 'tenantId' | 'organizationId' | 'scheduleVersion'>;

/** The message of a time: `scheduledTime` may be what EventBridge replaces by the time. */
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
