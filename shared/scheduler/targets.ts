/** What jobs may do: queues that they may send to, and commands that they may run. */
import { platformConfig } from '../platform.config.ts';
import type { QueueName } from '../workers/queues.ts';
import { commands } from './commands.ts';

/** The built-in queue, for a team's own consumer, and those of the configuration. */
export const jobQueueNames = ['jobs', ...Object.keys(platformConfig.jobQueues)] as readonly QueueName[];

/** The queue of this name when jobs may send to it. */
export function jobQueueNamed(name: string): QueueName | undefined {
  return jobQueueNames.find((queue) => queue === name);
}

const toOption = (value: string) => ({ value, label: value });

/** Both lists by name. */
export function listTargets() {
  return {
    queues: [...jobQueueNames].toSorted().map(toOption),
    commands: Object.keys(commands).toSorted().map(toOption),
  };
}
