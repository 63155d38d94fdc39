/** The scheduled functions of integrations. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';
import { integrationLimits } from './limits.ts';

export const requestChecks = defineWorker({
  name: 'requestChecks',
  module: 'integrations',
  summary: 'Requests a health check of every enabled integration',
  trigger: { kind: 'schedule', everyMinutes: integrationLimits.checkEveryMinutes },
  permissions: { table: ['Query'], queues: ['integration-health'] },
  // Enough for about 100,000 integrations.
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
  // Checks that exceed a tenant's share return to the queue until other checks of the tenant have ended.
  continuesByMessage: true,
});
