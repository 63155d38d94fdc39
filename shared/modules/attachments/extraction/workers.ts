/** The workers of text extraction. */
import { defineWorker } from '../../../kernel/queues/worker-spec.ts';

const table = [
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'ConditionCheckItem',
] as const;

export const extractText = defineWorker({
  name: 'extractText',
  module: 'attachments',
  summary: 'Extracts the text of files, starts text recognition, and maintains the word index',
  // A parser needs a whole core, so each function processes one message at a time.
  trigger: {
    kind: 'queue',
    queue: 'text-extraction',
    batchSize: 1,
    maximumConcurrency: 6,
    maxPerTenant: 3,
  },
  permissions: {
    table,
    files: ['read originals', 'write texts', 'delete texts', 'list'],
    textract: ['detect', 'start'],
    queues: ['text-extraction'],
  },
  timeoutSeconds: 150,
  memoryMb: 2_048,
  continuesByMessage: true,
});

export const completeText = defineWorker({
  name: 'completeText',
  module: 'attachments',
  summary: 'Stores the text of Textract jobs',
  trigger: { kind: 'queue', queue: 'text-recognized', batchSize: 1, maximumConcurrency: 5 },
  permissions: { table, files: ['read originals', 'write texts'], textract: ['result'] },
  timeoutSeconds: 150,
  memoryMb: 2_048,
});
