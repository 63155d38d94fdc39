/** Messages of the queue `scheduler-execution`: from EventBridge Scheduler, from the tick, and for further attempts. */
import type { Message } from '../../../kernel/queues/message.ts';
import type { DueJob } from '../due-jobs.ts';
import type { JobRow } from '../job.ts';
import type { Rate } from '../timing/schedule.ts';

/** A job is due. Sent by EventBridge, and with a delay by the plan of a tick. */
export interface DueData {
  jobId: string;
  /** The schedule's version when the message was created; the message is ignored if the job has a later one. */
  scheduleVersion: number;
  /** ISO 8601, in EventBridge's format. */
  scheduledTime: string;
  /** The interval, for which EventBridge may report a time that is early. */
  rate?: Rate;
}

/** The runs of a job from a time on must be planned. */
export interface PlanData {
  jobId: string;
  dueAtMs: number;
}

/** A run in the history: started manually, or retried. */
export interface RunData {
  jobId: string;
  runId: string;
}

export type JobMessage = Message<DueData | PlanData | RunData>;

export const messageTypes = { fire: 'scheduler.fire', plan: 'scheduler.plan', run: 'scheduler.run' } as const;

type Of = Pick<JobRow, 'id' | 'tenantId' | 'organizationId'>;

function messageOf<Data>(
  type: keyof typeof messageTypes,
  { tenantId, organizationId }: Of,
  id: string,
  data: Data,
): Message<Data> {
  return { v: 1, id, type: messageTypes[type], tenantId, organizationId, idempotencyKey: id, data };
}

/** The message of a firing. `scheduledTime` may be EventBridge's placeholder for the time. */
export function dueMessage(
  job: Of & Pick<JobRow, 'scheduleVersion'>,
  scheduledTime: string,
  rate?: Rate,
): Message<DueData> {
  const { id: jobId, scheduleVersion } = job;
  const data = { jobId, scheduleVersion, scheduledTime, ...(rate && { rate }) };
  return messageOf('fire', job, `${jobId}-${scheduledTime}`, data);
}

export const planMessage = (job: DueJob): Message<PlanData> =>
  messageOf('plan', job, `${job.id}-plan-${job.dueAtMs}`, { jobId: job.id, dueAtMs: job.dueAtMs });

export const runMessage = (job: Of, runId: string): Message<RunData> =>
  messageOf('run', job, runId, { jobId: job.id, runId });
