/** Endpoints that start and retry runs. */
import * as z from 'zod/mini';
import { defineEndpoint, operation } from '../../../kernel/http/endpoint-spec.ts';
import { about, uuid } from '../../../kernel/http/fields.ts';
import { replayedField } from '../../../kernel/http/replayed.ts';
import { base, runId, runPath, syncPath } from './run-contract.ts';
import { StartRun } from './run-fields-contract.ts';

export const RetryRun = z.object({
  fromBeginning: z
    ._default(z.boolean(), false)
    .check(about('True starts from the beginning; false continues where the run stopped.', false)),
});
export type RetryRun = z.infer<typeof RetryRun>;

export const StartedRun = z.object({
  id: uuid('Id of the new run.'),
  progressJobId: uuid('Id of the progress job of the run.'),
  ...replayedField(),
});
export type StartedRun = z.infer<typeof StartedRun>;

const started = {
  status: 201,
  description: 'The run is queued.',
  result: StartedRun,
} as const;

export const startSyncRun = defineEndpoint({
  ...base,
  ...operation('startSyncRun', 'POST', `${syncPath}/run`),
  summary: 'Start a sync run',
  description:
    'Imports or exports the records of one entity type in the background. In an organization, one run per ' +
    'integration, entity type and direction can be active at a time; a tenant can have 200 active runs ' +
    '(`SYNC_RUNS_PER_TENANT` of the deployment).',
  feature: 'data_sync.run',
  body: StartRun,
  success: started,
  errors: [
    'not_found',
    'sync_adapter_missing',
    'integration_disabled',
    'credentials_missing',
    'sync_overlap',
    'limit_reached',
    'missing_feature',
  ],
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    queues: ['data-sync-import', 'data-sync-export'],
  },
});

export const retrySyncRun = defineEndpoint({
  ...base,
  ...operation('retrySyncRun', 'POST', `${runPath}/retry`),
  summary: 'Retry a sync run',
  description:
    'Starts a new run with the settings and the batch size of an ended run, from where that run stopped. A ' +
    'paused run is cancelled first. Exports into a file always start from the beginning.',
  feature: 'data_sync.run',
  params: runId,
  body: RetryRun,
  bodyOptional: true,
  success: started,
  errors: [
    'not_found',
    'sync_adapter_missing',
    'integration_disabled',
    'credentials_missing',
    'sync_overlap',
    'sync_run_state',
    'limit_reached',
    'missing_feature',
    'stale',
  ],
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    queues: ['data-sync-import', 'data-sync-export'],
  },
});
