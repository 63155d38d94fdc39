/** The lists of this module that `format=` exports, with all fields of a row in display order. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { exportOf } from '../../kernel/resources/export.ts';
import { savedMappings } from './mappings/mapping-contract.ts';
import { listSyncFailures, listSyncRuns } from './runs/run-contract.ts';
import * as syncRuns from './runs/run-service.ts';
import { listSyncSchedules } from './schedules/schedule-contract.ts';
import * as syncSchedules from './schedules/schedule-service.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listSyncRuns,
    {
      fileName: 'sync_runs',
      columns: [
        'id',
        'integrationId',
        'entityType',
        'recordType',
        'direction',
        'status',
        'createdCount',
        'updatedCount',
        'skippedCount',
        'failedCount',
        'fixedCount',
        'heldBackCount',
        'batchesCompleted',
        'lastError',
        'triggeredBy',
        'fullSync',
        'batchSize',
        'maxFailures',
        'cursor',
        'initialCursor',
        'progressJobId',
        'retryOf',
        'attachmentId',
        'startedAt',
        'finishedAt',
        'durationMs',
        'createdAt',
        'updatedAt',
      ],
    },
    syncRuns.listSyncRuns,
  ),
  exportSource(
    listSyncFailures,
    {
      fileName: 'sync_failures',
      columns: ['failureId', 'batch', 'externalId', 'localId', 'error', 'data', 'createdAt'],
    },
    syncRuns.listSyncFailures,
  ),
  exportOf(savedMappings),
  exportSource(
    listSyncSchedules,
    {
      fileName: 'sync_schedules',
      columns: [
        'id',
        'integrationId',
        'entityType',
        'direction',
        'scheduleType',
        'scheduleValue',
        'timezone',
        'fullSync',
        'isEnabled',
        'scheduledJobId',
        'lastRunAt',
        'nextRunAt',
        'createdAt',
        'updatedAt',
      ],
    },
    syncSchedules.listSyncSchedules,
  ),
];
