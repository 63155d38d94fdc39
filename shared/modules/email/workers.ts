/** The workers that create mails of notifications, send them, and record reports of SES. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const makeMails = defineWorker({
  name: 'makeMails',
  module: 'email',
  summary: 'Creates mails of notifications, for users and for addresses without a user account',
  trigger: { kind: 'queue', queue: 'email', batchSize: 10, maximumConcurrency: 5, dropsClosedHomes: true },
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'BatchWriteItem'],
    queues: ['email', 'email-send'],
    email: 'settings',
  },
  timeoutSeconds: 60,
  // A message continues the release of deferred mails.
  continuesByMessage: true,
});

export const sendMails = defineWorker({
  name: 'sendMails',
  module: 'email',
  summary: 'Sends mails with SES, within its quota and the tenant’s limits',
  trigger: {
    kind: 'queue',
    queue: 'email-send',
    batchSize: 10,
    maximumConcurrency: 5,
    dropsClosedHomes: true,
  },
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    limits: 'count',
    queues: ['email-send'],
    email: 'send',
  },
  timeoutSeconds: 30,
  // A mail that waits for SES returns to the queue until it expires.
  continuesByMessage: true,
});

export const recordMailEvents = defineWorker({
  name: 'recordMailEvents',
  module: 'email',
  summary: 'Records reports of SES about mails: sent, delivered, bounced, complained',
  trigger: { kind: 'queue', queue: 'email-feedback', batchSize: 10, maximumConcurrency: 5 },
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
  timeoutSeconds: 30,
});

export const sweepDigests = defineWorker({
  name: 'sweepDigests',
  module: 'email',
  summary: 'Enqueues due digests and deferred mails',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  permissions: { table: ['Query', 'BatchGetItem', 'DeleteItem'], queues: ['email'] },
  timeoutSeconds: 60,
});
