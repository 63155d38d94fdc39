/** Every queue of the platform. Their physical names begin with the stage's prefix (lib/aws/names.ts). */
import type { QueueSpec } from './contract.ts';

export const queues = {
  'webhook-dispatch': {
    summary: 'Events for which deliveries are to be made',
    // Not those of webhooks themselves: each delivery would cause the next.
    fromBus: [{ 'anything-but': { prefix: 'webhooks.' } }],
    maxReceiveCount: 5,
  },
  'webhook-deliveries': {
    summary: 'Attempts to be made now, or after a wait',
    maxReceiveCount: 10,
    // fromSchedules: true,
  },
  'webhook-recovery': {
    summary: 'Logs to be searched for deliveries that are sent again',
    maxReceiveCount: 5,
  },
  notifications: {
    summary: 'Events of which people are notified, and notifications for many',
    fromBus: ['webhooks.delivery.exhausted', 'webhooks.webhook.disabled'],
    maxReceiveCount: 5,
  },
} as const satisfies Record<string, QueueSpec>;

export type QueueName = keyof typeof queues;

/** `webhook-dispatch` → `QUEUE_URL_WEBHOOK_DISPATCH`: the environment variable with the queue's URL. */
export function queueUrlVariable(name: string): string {
  return `QUEUE_URL_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** The environment variable with the name of the event bus. */
export const busNameVariable = 'BUS_NAME';
