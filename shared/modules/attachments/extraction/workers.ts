/** The functions that get text out of files. */
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
  summary: 'Extracts the text of files, has it recognized where there is none, and keeps the index of words',
  // One document needs a whole processor for its parsers; each function takes its messages one by one.
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
  summary: 'Stores what Textract’s jobs found',
  trigger: { kind: 'queue', queue: 'text-recognized', batchSize: 1, maximumConcurrency: 5 },
  permissions: { table, files: ['read originals', 'write texts'], textract: ['result'] },
  timeoutSeconds: 150,
  memoryMb: 2_048,
});
