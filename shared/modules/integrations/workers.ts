/** The scheduled functions of integrations. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';
import { integrationLimits } from './limits.ts';

export const requestChecks = defineWorker({
  name: 'requestChecks',
  module: 'integrations',
  summary: 'Has the health of every enabled integration checked',
  trigger: { kind: 'schedule', everyMinutes: integrationLimits.checkEveryMinutes },
  permissions: { table: ['Query'], queues: ['integration-health'] },
  // Some 100,000 integrations.
  timeoutSeconds: 300,
});

export const checkHealth = defineWorker({
  name: 'checkHealth',
  module: 'integrations',
  summary: 'Checks the health of integrations with their credentials',
  trigger: {
    kind: 'queue',
    queue: 'integration-health',
    batchSize: 5,
    maximumConcurrency: 8,
    maxPerTenant: 4,
    dropsClosedHomes: true,
  },
  permissions: {
    table: ['Query', 'GetItem', 'PutItem', 'UpdateItem'],
    queues: ['integration-health'],
    secrets: 'open',
  },
  timeoutSeconds: 30,
  sendsForTenants: true,
  // Checks beyond a tenant's share come back until there is room, which there is once others have ended.
  continuesByMessage: true,
});
