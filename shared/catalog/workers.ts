/** The worker table: every function that a stream, a queue or a schedule starts. */

import type { Worker } from '../kernel/queues/contract.ts';
import * as extraction from '../modules/attachments/extraction/workers.ts';
import * as attachments from '../modules/attachments/workers.ts';
import * as events from '../modules/events/workers.ts';
import * as integrations from '../modules/integrations/workers.ts';
import * as notifications from '../modules/notifications/workers.ts';
import * as payments from '../modules/payments/workers.ts';
import * as canary from '../modules/platform/canary/workers.ts';
import * as progress from '../modules/progress/workers.ts';
import * as rules from '../modules/rules/workers.ts';
import * as scheduler from '../modules/scheduler/workers.ts';
import * as sync from '../modules/sync/workers.ts';
import * as inbound from '../modules/webhooks/inbound/workers.ts';
import * as webhooks from '../modules/webhooks/workers.ts';
import type { QueueName } from './queues.ts';

export const workers: readonly Worker<QueueName>[] = [
  ...Object.values(events),
  ...Object.values(scheduler),
  ...Object.values(webhooks),
  ...Object.values(inbound),
  ...Object.values(rules),
  ...Object.values(notifications),
  ...Object.values(integrations),
  ...Object.values(attachments),
  ...Object.values(extraction),
  ...Object.values(payments),
  ...Object.values(sync),
  ...Object.values(progress),
  ...Object.values(canary),
];
