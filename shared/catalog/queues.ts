/** Every queue of the platform. Their physical names begin with the stage's prefix (lib/aws/names.ts). */
import { platformConfig } from '../extensions/config.ts';
import type { QueueSpec } from '../kernel/queues/contract.ts';
import { broadcastTypes } from './broadcast-events.ts';

export const queues = {
  broadcast: {
    summary: 'Events that browsers are told of',
    fromBus: broadcastTypes,
    maxReceiveCount: 5,
  },
  'rule-triggers': {
    summary: 'Events that may set off rules',
    // Not those of rules themselves: what rules do would set off rules.
    fromBus: [{ 'anything-but': { prefix: 'business_rules.' } }],
    maxReceiveCount: 5,
  },
  'webhook-dispatch': {
    summary: 'Events for which deliveries are to be made, and deliveries that rules ask for',
    // Not those of webhooks themselves: each delivery would cause the next. But those that rules ask for.
    fromBus: [{ 'anything-but': { prefix: 'webhooks.' } }, 'webhooks.delivery.requested'],
    maxReceiveCount: 5,
  },
  'webhook-deliveries': {
    summary: 'Attempts to be made now, or after a wait',
    maxReceiveCount: 10,
    fromSchedules: true,
  },
  'webhook-recovery': {
    summary: 'Logs to be searched for deliveries that are sent again',
    maxReceiveCount: 5,
  },
  notifications: {
    summary: 'Events of which people are notified, and notifications for many',
    fromBus: [
      'webhooks.delivery.exhausted',
      'webhooks.webhook.disabled',
      'business_rules.rule.execution_failed',
      'attachments.attachment.extraction_failed',
      'payment_gateways.payment.disputed',
    ],
    maxReceiveCount: 5,
  },
  'inbound-webhooks': {
    summary: 'Messages of providers that were received and are to be processed',
    fromBus: ['webhooks.inbound.received'],
    maxReceiveCount: 5,
  },
  'text-extraction': {
    summary: 'Files whose text is to be extracted, or whose words are to be indexed anew or removed',
    fromBus: [
      'attachments.attachment.created',
      'attachments.attachment.extraction_requested',
      'attachments.attachment.version_created',
      'attachments.attachment.updated',
      'attachments.attachment.deleted',
    ],
    // Five tries, and a delivery that ends what stopped its worker each time.
    maxReceiveCount: 6,
  },
  'text-recognized': {
    summary: 'Jobs of Textract that have ended',
    fromTextract: true,
    // Five tries, and a delivery that ends what stopped its worker each time.
    maxReceiveCount: 6,
  },
  'payment-webhooks': {
    summary: 'Genuine messages of payment providers that are to be processed',
    maxReceiveCount: 8,
    retentionDays: 14,
  },
  'scheduler-execution': {
    summary: 'Scheduled jobs that are due',
    fromSchedules: true,
    maxReceiveCount: 5,
  },
  'data-sync-import': {
    summary: 'Batches of imports that are next, and integrations that runs may wait for',
    fromBus: ['integrations.state.updated', 'integrations.credentials.updated'],
    maxReceiveCount: 10,
  },
  'data-sync-export': {
    summary: 'Batches of exports that are next',
    maxReceiveCount: 10,
  },
  jobs: {
    summary: 'What scheduled jobs send to a team’s own consumer',
    maxReceiveCount: 5,
    retentionDays: 14,
  },
  'integration-health': {
    summary: 'Integrations whose health is to be checked',
    maxReceiveCount: 3,
  },
  ...platformConfig.jobQueues,
} as const satisfies Record<string, QueueSpec>;

export type QueueName = keyof typeof queues;
