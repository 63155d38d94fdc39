/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as createContract from './create-contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import * as readContract from './read-contract.ts';
import { notificationSamples } from './samples.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  api: 'further',
  events,
  features,
  sections: {
    notifications: {
      position: 9,
      title: 'Notifications',
      description:
        'Messages to users or to the holders of a feature, which they read, act on or dismiss. Other modules ' +
        'send notifications automatically, for example when a webhook fails.',
    },
  },
  endpoints: endpointsIn([createContract, readContract]),
  workers: Object.values(workers),
  queues: {
    notifications: {
      summary: 'Events that create notifications, and bulk notifications',
      fromBus: [
        'webhooks.delivery.exhausted',
        'webhooks.delivery.loop_detected',
        'webhooks.webhook.disabled',
        'business_rules.rule.execution_failed',
        'business_rules.rule.blocked',
        'scheduler.job.blocked',
        'attachments.attachment.extraction_failed',
        'payment_gateways.payment.disputed',
      ],
      maxReceiveCount: 5,
    },
  },
  errors: errorsIn(errors),
  samples: notificationSamples,
};
