/** Every queue of the platform. Their physical names begin with the stage's prefix (lib/aws/names.ts). */
import type { QueueSpec } from './contract.ts';

export const queues = {} as const satisfies Record<string, QueueSpec>;

export type QueueName = keyof typeof queues;

/** The queues that schedules may send to. */
export type ScheduledQueueName = {
  [Name in QueueName]: (typeof queues)[Name] extends { fromSchedules: true } ? Name : never;
}[QueueName];

/** What the names of dead-letter queues end with. */
export const deadLetterSuffix = '-dlq';

/** `webhook-dispatch` → `QUEUE_URL_WEBHOOK_DISPATCH`: the environment variable with the queue's URL. */
export function queueUrlVariable(name: string): string {
  return `QUEUE_URL_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** The environment variable with the name of the event bus. */
export const busNameVariable = 'BUS_NAME';
