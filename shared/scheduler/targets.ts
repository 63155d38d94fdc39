/** Queues that jobs may send to. */
import { platformConfig } from '../platform.config.ts';
import type { QueueName } from '../workers/queues.ts';

/** The built-in queue, for a team's own consumer, and those of the configuration. */
export const jobQueueNames = ['jobs', ...Object.keys(platformConfig.jobQueues)] as readonly QueueName[];

/** The queue of this name when jobs may send to it. */
export function jobQueueNamed(name: string): QueueName | undefined {
  return jobQueueNames.find((queue) => queue === name);
}
