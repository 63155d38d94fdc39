import * as z from 'zod/mini';
import { field, id, resourceData, resourceEvents, text, textOrNull } from '../../kernel/events/definition.ts';

const number = (description: string, example: number) => field(z.int(), description, example);

const run = resourceData('run', 'organization', {
  runId: id('Id of the run.'),
  integrationId: text('Integration that it syncs with.', 'sync_s3_files'),
  entityType: text('Name of the record type at the integration.', 'crm.customer'),
  recordType: text('Type of the records in the platform.', 'crm.customer'),
  direction: text('`import` or `export`.', 'import'),
  createdCount: number('Records that it has created.', 98),
  updatedCount: number('Records that it has changed.', 1),
  skippedCount: number('Records that had not changed.', 0),
  failedCount: number('Items that could not be taken over.', 1),
  error: textOrNull('Why it failed or waits; null otherwise.', null),
});

const mapping = resourceData('mapping', 'organization', {
  integrationId: text('Integration that it is for.', 'sync_s3_files'),
  entityType: text('Type of the records.', 'crm.customer'),
});

const runEvents = resourceEvents(run, {
  'data_sync.run.requested': 'A sync run was asked for, and waits for a worker.',
  'data_sync.run.started': 'A worker has begun a sync run.',
  'data_sync.run.paused':
    'A sync run waits for its integration to be switched on, or for credentials that work.',
  'data_sync.run.resumed': 'A paused sync run continues.',
  'data_sync.run.completed': 'A sync run has come to its end.',
  'data_sync.run.failed': 'A sync run has failed.',
  'data_sync.run.cancelled': 'A sync run was cancelled.',
});

const mappingEvents = resourceEvents(mapping, {
  'data_sync.mapping.created': 'A mapping was saved for an integration and an entity type that had none.',
  'data_sync.mapping.updated': 'A mapping was changed.',
  'data_sync.mapping.deleted': 'A mapping was deleted: fields keep their names again.',
});

export const events = [...runEvents, ...mappingEvents];
