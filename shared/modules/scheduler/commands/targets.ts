/** Queues to which jobs can send. */
import { platformConfig } from '../../../extensions/config.ts';
import type { JobQueueSpec } from '../../../kernel/queues/worker-spec.ts';

/** The built-in queue, for a team's own consumer, and the configured queues. */
export const jobQueues: Readonly<Record<string, JobQueueSpec>> = {
  jobs: {
    summary: 'Messages of scheduled jobs for your own consumer',
    maxReceiveCount: 5,
    retentionDays: 14,
  },
  ...platformConfig.jobQueues,
};

export const jobQueueNames: readonly string[] = Object.keys(jobQueues);

/** The queue of this name, if jobs can send to it. */
export function jobQueueNamed(name: string): string | undefined {
  return jobQueueNames.find((queue) => queue === name);
}
