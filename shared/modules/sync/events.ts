import * as z from 'zod/mini';
import { field, id, resourceData, resourceEvents, text, textOrNull } from '../../kernel/events/definition.ts';

const number = (description: string, example: number) => field(z.int(), description, example);

const run = resourceData('run', 'organization', {
  runId: id('Id of the run.'),
  integrationId: text('Integration of the run.', 'sync_s3_files'),
  entityType: text('Name of the record type at the integration.', 'crm.customer'),
  recordType: text('Type of the records in the platform.', 'crm.customer'),
  direction: text('`import` or `export`.', 'import'),
  createdCount: number('Number of created records.', 98),
  updatedCount: number('Number of changed records.', 1),
  skippedCount: number('Number of unchanged records.', 0),
  failedCount: number('Number of items that failed.', 1),
  error: textOrNull(
    'Why the run failed or is paused, or why a completed run stored nothing; null otherwise.',
    null,
  ),
});

const mapping = resourceData('mapping', 'organization', {
  integrationId: text('Integration of the mapping.', 'sync_s3_files'),
  entityType: text('Type of the records.', 'crm.customer'),
});

const runEvents = resourceEvents(run, {
  'data_sync.run.requested': 'A sync run was requested and waits for a worker.',
  'data_sync.run.started': 'A worker has started a sync run.',
  'data_sync.run.paused': 'A sync run waits until its integration is enabled or has valid credentials.',
  'data_sync.run.resumed': 'A paused sync run continues.',
  'data_sync.run.completed': 'A sync run has completed.',
  'data_sync.run.failed': 'A sync run has failed.',
  'data_sync.run.cancelled': 'A sync run was cancelled.',
});

const mappingEvents = resourceEvents(mapping, {
  'data_sync.mapping.created': 'The first mapping of an integration and entity type was saved.',
  'data_sync.mapping.updated': 'A mapping was changed.',
  'data_sync.mapping.deleted': 'A mapping was deleted; the default mapping applies again.',
});

export const events = [...runEvents, ...mappingEvents];
