/** Endpoints that list, show and cancel sync runs. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import {
  about,
  alwaysTrue,
  count,
  paging,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from '../../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery, searchFilter, totalOption } from '../../../kernel/lists/list.ts';
import { integrationLimits } from '../../integrations/public-data.ts';
import { direction, directions, integrationId, recordType } from './run-fields-contract.ts';
import { syncLimits } from './run-limits.ts';

export const base = { module: 'sync', auth: 'caller', scope: 'organization' } as const;

export const syncPath = '/api/data_sync';
export const runsPath = `${syncPath}/runs`;
export const runPath = `${runsPath}/{id}`;

export const runStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled', 'paused'] as const;

export const runId = z.object({ id: uuid('Id of the run.') });

export const ok = alwaysTrue();

export const countOrNull = (description: string, example: number | null) =>
  z.nullable(z.int()).check(about(description, example));

const status = z
  .enum(runStatuses)
  .check(
    about(
      'Status of the run. A `paused` run waits until its integration is enabled or has valid credentials, and ' +
        'then continues automatically.',
      'completed',
    ),
  );

const runFields = {
  id: uuid('Id of the run.'),
  integrationId,
  entityType: z.string().check(about('Name of the record type at the integration.', 'crm.customer')),
  recordType,
  direction,
  status,
  cursor: textOrNull('Cursor of the adapter.', '{"offset":20480}'),
  initialCursor: textOrNull('Cursor with which the run started; null for the beginning.', null),
  createdCount: count('Number of created records.', 98),
  updatedCount: count('Number of changed records; for an export, of exported records.', 1),
  skippedCount: count('Number of unchanged records.', 0),
  failedCount: count('Number of items that failed and are not fixed yet; see `failures`.', 1),
  fixedCount: z.optional(
    count(
      'Number of failed items that were fixed since, and count as imported; absent if there are none.',
      1,
    ),
  ),
  heldBackCount: z.optional(
    count('Number of rows that the condition of the mapping excluded; absent if there are none.', 3),
  ),
  batchesCompleted: count('Number of completed batches.', 1),
  lastError: textOrNull(
    `Why the run failed or is paused, or why a completed run stored nothing, in at most ${syncLimits.errorText} characters.`,
    null,
  ),
  progressJobId: uuid('Id of the progress job of the run.'),
  triggeredBy: z.string().check(about('Person or program that started the run.', 'nightly')),
  fullSync: z.boolean().check(about('Whether the run was requested to start from the beginning.', false)),
  batchSize: count('Maximum number of records per batch.', 100),
  maxFailures: countOrNull('The run fails when more items than this have failed; null means never.', null),
  retryOf: z.nullable(z.string()).check(about('The run of which it is a retry, if any.', null)),
  attachmentId: z.nullable(z.string()).check(about('The uploaded file that it reads, if any.', null)),
  startedAt: timestampOrNull('When a worker started it; null before.'),
  finishedAt: timestampOrNull('When it ended; null before.'),
  durationMs: countOrNull('Milliseconds from the start to the end, or to now; null before the start.', 4_200),
  createdAt: timestamp('When the run was requested.'),
  updatedAt: timestamp('When the run was last updated.'),
};

export const SyncRun = z
  .object(runFields)
  .check(z.meta({ id: 'SyncRun', description: 'An import or export of the records of one entity type.' }));
export type SyncRun = z.infer<typeof SyncRun>;

export const ListRuns = z.object({
  ...listQuery({
    sortFields: ['createdAt', 'integrationId', 'entityType', 'direction', 'status'],
    maxPageSize: syncLimits.maxPageSize,
    searches: 'integrationId, entityType and status, or the id of a run',
  }),
  ...idFilter(),
  integrationId: z
    .optional(text(integrationLimits.id))
    .check(about('Only runs of this integration.', 'sync_s3_files')),
  entityType: z
    .optional(text(integrationLimits.logEntityType))
    .check(about('Only runs of this type of records.', 'crm.customer')),
  direction: z.optional(z.enum(directions)).check(about('Only runs of this direction.', 'import')),
  status: z.optional(z.enum(runStatuses)).check(about('Only runs with this status.', 'running')),
});
export type ListRuns = z.infer<typeof ListRuns>;

export const listSyncRuns = defineEndpoint({
  ...base,
  ...operation('listSyncRuns', 'GET', runsPath),
  summary: 'List sync runs',
  description: 'Returns the runs of the selected organization, newest first.',
  feature: 'data_sync.view',
  query: ListRuns,
  success: returns(listOf(SyncRun)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

const RunProgress = z
  .object({
    id: uuid('Id of the job.'),
    status: z.string().check(about('Status of the job.', 'completed')),
    progressPercent: count('Progress in percent; 0 while the total is unknown.', 100),
    processedCount: count('Number of processed items.', 100),
    totalCount: countOrNull('Estimated total number of items.', 100),
    etaSeconds: countOrNull('Estimated remaining seconds.', 0),
  })
  .check(z.meta({ id: 'SyncRunProgress', description: 'Progress of a run.' }));

export const SyncRunDetail = z
  .object({
    ...runFields,
    progressJob: z.nullable(RunProgress).check(about('Progress.')),
  })
  .check(z.meta({ id: 'SyncRunDetail', description: 'A run with its progress.' }));
export type SyncRunDetail = z.infer<typeof SyncRunDetail>;

export const getSyncRun = defineEndpoint({
  ...base,
  ...operation('getSyncRun', 'GET', runPath),
  summary: 'Read a sync run',
  description:
    'Returns a run with its counters and progress. The counters are always exact; the `ETag` changes with every ' +
    'field except `durationMs`.',
  feature: 'data_sync.view',
  params: runId,
  success: returns(SyncRunDetail),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const cancelSyncRun = defineEndpoint({
  ...base,
  ...operation('cancelSyncRun', 'POST', `${runPath}/cancel`),
  summary: 'Cancel a sync run',
  description:
    'Ends a run that has not ended yet. A batch that is being written is completed and counted; no further ' +
    'batch starts.',
  feature: 'data_sync.run',
  params: runId,
  success: returns(z.object({ ok })),
  errors: ['not_found', 'sync_run_state', 'stale'],
  permissions: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    queues: ['data-sync-import', 'data-sync-export'],
  },
});

export const SyncFailure = z
  .object({
    failureId: z.string().check(about('Id of the failed item in its run.', '0-17')),
    batch: count('Number of its batch, from 1.', 1),
    externalId: textOrNull(
      `Id of the item at the service, if it has one; its first ${syncLimits.errorText} characters.`,
      'C-17',
    ),
    localId: textOrNull('Id of the record, if it exists.', null),
    error: z
      .string()
      .check(
        about(
          `Why it failed, in at most ${syncLimits.errorText} characters.`,
          'email must be an e-mail address',
        ),
      ),
    data: z
      .unknown()
      .check(about('The item, shortened; null if it cannot be shown.', { id: 'C-17', email: 'ada' })),
    createdAt: timestamp('When it failed.'),
  })
  .check(z.meta({ id: 'SyncFailure', description: 'An item of a run that failed.' }));
export type SyncFailure = z.infer<typeof SyncFailure>;

const failureId = z
  .string()
  .check(
    z.regex(/^\d{1,8}-\d{1,6}$/, 'must be the failureId of a failed item'),
    about('Id of the failed item in its run, from the list.', '0-17'),
  );

export const FixFailure = z.object({
  data: z
    .record(z.string(), z.unknown())
    .check(
      about('The corrected item, with the fields of the service.', { id: 'C-17', email: 'ada@example.com' }),
    ),
});
export type FixFailure = z.infer<typeof FixFailure>;

export const FixedItem = z.object({
  ok,
  outcome: z
    .enum(['created', 'updated', 'skipped'])
    .check(about('What was done with its record; `skipped` if it was as it should be.', 'created')),
  run: SyncRun,
});
export type FixedItem = z.infer<typeof FixedItem>;

export const fixSyncFailure = defineEndpoint({
  ...base,
  ...operation('fixSyncFailure', 'POST', `${runPath}/failures/{failureId}/fix`),
  summary: 'Fix a failed item of an import',
  description:
    'Imports a corrected item by the mapping that is in effect, and removes it from the failed items of its run, in one ' +
    'transaction: the run counts it as created, updated or skipped, and in `fixedCount`. The run must have ended. An item ' +
    'that another caller has fixed is not found. Fields that are still wrong are named as `data.<field>`.',
  feature: 'data_sync.run',
  params: z.object({ id: runId.shape.id, failureId }),
  body: FixFailure,
  success: returns(FixedItem),
  errors: ['not_found', 'sync_adapter_missing', 'sync_run_state', 'external_id_taken', 'body_too_large'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

export const ListFailures = z.object({
  ...paging(),
  ...totalOption(),
  id: z.optional(text(syncLimits.errorText)).check(about('Only the item with this externalId.', 'C-17')),
  ...searchFilter('externalId, localId or error'),
});
export type ListFailures = z.infer<typeof ListFailures>;

export const listSyncFailures = defineEndpoint({
  ...base,
  // The query has an `id` as well, that of an item.
  ...operation('listSyncFailures', 'GET', `${runsPath}/{runId}/failures`),
  summary: 'List failed items of a sync run',
  description:
    `Returns the failed items of a run in the order of processing. They are kept for ${syncLimits.failureDays} days; \`?format=csv\` ` +
    'downloads all of them.',
  feature: 'data_sync.view',
  params: z.object({ runId: runId.shape.id }),
  query: ListFailures,
  success: returns(
    z.object({
      ...listOf(SyncFailure).shape,
      totalIsExact: z
        .boolean()
        .check(
          about(
            'False if there are more items than one request can read; `total` then is the number of matches so far.',
          ),
        ),
    }),
  ),
  errors: ['not_found'],
  permissions: { table: ['GetItem', 'Query'] },
});
