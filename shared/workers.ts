/** The worker table: every function that a stream, a queue or a schedule starts. */
import * as attachments from './attachments/workers.ts';
import * as canary from './canary/workers.ts';
import * as events from './events/workers.ts';
import * as extraction from './extraction/workers.ts';
import * as inbound from './inbound/workers.ts';
import * as integrations from './integrations/workers.ts';
import * as notifications from './notifications/workers.ts';
import * as payments from './payments/workers.ts';
import * as progress from './progress/workers.ts';
import * as rules from './rules/workers.ts';
import * as scheduler from './scheduler/workers.ts';
import * as sync from './sync/workers.ts';
import * as webhooks from './webhooks/workers.ts';
import type { Worker } from './workers/contract.ts';
import type { QueueName } from './workers/queues.ts';

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
