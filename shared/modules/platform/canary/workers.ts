/** The function that uses the platform as its callers do, again and again. */
import { defineWorker } from '../../../kernel/queues/worker-spec.ts';

export const probe = defineWorker({
  name: 'probe',
  module: 'canary',
  summary: 'Writes a record through the public host and demands the webhook that it causes',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  permissions: { table: ['GetItem'], secrets: 'open' },
  timeoutSeconds: 60,
  // It waits most of its time.
  memoryMb: 256,
});
