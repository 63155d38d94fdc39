import { defineWorker } from '../../../kernel/queues/worker-spec.ts';

export const process = defineWorker({
  name: 'process',
  module: 'inbound',
  summary: 'Processes messages of providers',
  trigger: {
    kind: 'queue',
    queue: 'inbound-webhooks',
    batchSize: 10,
    maximumConcurrency: 10,
    dropsClosedHomes: true,
  },
  permissions: { table: ['GetItem', 'PutItem'] },
  timeoutSeconds: 30,
});
