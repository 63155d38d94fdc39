/** Runs for pure decisions. */
import { noCounts, type StoredRun } from '../../../shared/modules/sync/runs/run.ts';

export function aRun(given: Partial<StoredRun> = {}): StoredRun {
  return {
    id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
    tenantId: 'tenant',
    organizationId: 'organization',
    integrationId: 'sync_s3_files',
    entityType: 'crm.customer',
    direction: 'import',
    status: 'running',
    cursor: null,
    initialCursor: null,
    ...noCounts,
    batchesCompleted: 0,
    lastError: null,
    progressJobId: '8e1c1f7e-3a52-4a27-9a1b-7d9d0a5b2c44',
    triggeredBy: 'system:test',
    fullSync: false,
    batchSize: 100,
    maxFailures: null,
    retryOf: null,
    totalCount: null,
    createdAtMs: 1_000_000,
    updatedAtMs: 1_000_000,
    startedAtMs: null,
    finishedAtMs: null,
    revision: 1,
    ...given,
  };
}
