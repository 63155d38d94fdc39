/** The function that probes the platform in the way its callers use it. */
import { defineWorker } from '../../../kernel/queues/worker-spec.ts';

export const probe = defineWorker({
  name: 'probe',
  module: 'canary',
  summary: 'Creates a record through the public host and waits for its webhook',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  permissions: { table: ['GetItem'], secrets: 'open' },
  timeoutSeconds: 60,
  // It mostly waits, so more CPU would not help.
  memoryMb: 256,
});
