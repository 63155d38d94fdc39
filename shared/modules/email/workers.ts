/** The functions that make mails of notifications, send them, and record what SES reports. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const makeMails = defineWorker({
  name: 'makeMails',
  module: 'email',
  summary: 'Makes mails of notifications, for users and for addresses that are no user’s',
  trigger: { kind: 'queue', queue: 'email', batchSize: 10, maximumConcurrency: 5, dropsClosedHomes: true },
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'BatchWriteItem'],
    queues: ['email', 'email-send'],
    email: 'settings',
  },
  timeoutSeconds: 60,
  // A release of deferred mails continues by a message.
  continuesByMessage: true,
});

export const sendMails = defineWorker({
  name: 'sendMails',
  module: 'email',
  summary: 'Hands mails to SES, within its quota and the tenant’s limits',
  trigger: {
    kind: 'queue',
    queue: 'email-send',
    batchSize: 10,
    maximumConcurrency: 5,
    dropsClosedHomes: true,
  },
  permissions: {
    table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    limits: 'count',
    queues: ['email-send'],
    email: 'send',
  },
  timeoutSeconds: 30,
  // A mail that waits for SES is sent to the queue again, until its time is up.
  continuesByMessage: true,
});

export const recordMailEvents = defineWorker({
  name: 'recordMailEvents',
  module: 'email',
  summary: 'Records what SES reports of mails: accepted, delivered, bounced, complained about',
  trigger: { kind: 'queue', queue: 'email-feedback', batchSize: 10, maximumConcurrency: 5 },
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
  timeoutSeconds: 30,
});

export const sweepDigests = defineWorker({
  name: 'sweepDigests',
  module: 'email',
  summary: 'Has digests and deferred mails sent that are due',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  permissions: { table: ['Query'], queues: ['email'] },
  timeoutSeconds: 60,
});
