/** The sweep that removes leftovers of uploads and deletions. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const sweepFiles = defineWorker({
  name: 'sweepFiles',
  module: 'attachments',
  summary: 'Removes objects without a row, unused reservations, and old staged files',
  trigger: { kind: 'schedule', everyMinutes: 15 },
  permissions: {
    table: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'BatchWriteItem'],
    files: ['delete', 'list'],
  },
  timeoutSeconds: 300,
});
