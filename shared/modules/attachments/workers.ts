/** The function that repairs what uploads and removals left behind. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const sweepFiles = defineWorker({
  name: 'sweepFiles',
  module: 'attachments',
  summary: 'Removes objects without a row, frees room that is reserved for nothing, empties staging',
  trigger: { kind: 'schedule', everyMinutes: 15 },
  permissions: {
    table: [
      ...(['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] as const),
      ...(['ConditionCheckItem', 'BatchWriteItem'] as const),
    ],
    files: ['delete', 'list'],
  },
  timeoutSeconds: 300,
});
