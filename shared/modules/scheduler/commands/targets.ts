/** Queues that jobs may send to. */
import { platformConfig } from '../../../extensions/config.ts';

type JobQueueName = 'jobs' | keyof typeof platformConfig.jobQueues;

/** The built-in queue, for a team's own consumer, and those of the configuration. */
export const jobQueueNames = ['jobs', ...Object.keys(platformConfig.jobQueues)] as readonly JobQueueName[];

/** The queue of this name when jobs may send to it. */
export function jobQueueNamed(name: string): JobQueueName | undefined {
  return jobQueueNames.find((queue) => queue === name);
}
