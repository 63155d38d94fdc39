/** Saved mappings: one per integration and entity type. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { timestamp, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery } from '../../../kernel/lists/list.ts';
import { base, entityType, integrationId, syncPath } from '../common-contract.ts';
import { mappingLimits } from '../limits.ts';
import { Mapping } from './mapping-contract.ts';

const mappingsPath = `${syncPath}/mappings`;
const feature = 'data_sync.configure' as const;

const exampleId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
export const mappingExample: Mapping = {
  fields: [
    { externalField: 'Name', localField: 'name', transform: 'trim', required: true },
    { externalField: 'E-mail', localField: 'email', transform: ['trim', 'lowercase'] },
    { externalField: 'Tags', localField: 'tags', transform: { name: 'split', separator: ',' } },
    { externalField: 'Country', localField: 'address.country', defaultValue: 'DE' },
  ],
  otherFields: 'ignore',
  matchStrategy: 'email',
};
const examples = {
  id: exampleId,
  integrationId: 'sync_s3_files',
  entityType: 'crm.customer',
  mapping: mappingExample,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
};

const saved = {
  id: uuid('Id of the mapping.'),
  integrationId,
  entityType,
  mapping: Mapping,
  createdAt: timestamp('When the mapping was first saved.'),
  updatedAt: timestamp('When it was last changed.'),
};

export const SavedMapping = z
  .object(saved)
  .check(z.meta({ id: 'SavedSyncMapping', description: 'The mapping of an integration’s entity type.' }));
export type SavedMapping = z.infer<typeof SavedMapping>;

export const SaveMapping = z.object({ integrationId, entityType, mapping: Mapping });
export type SaveMapping = z.infer<typeof SaveMapping>;

export const mappingSortFields = ['createdAt', 'updatedAt', 'integrationId', 'entityType'] as const;

export const ListMappings = z.object({
  ...listQuery({
    sortFields: mappingSortFields,
    searches: 'integrationId and entityType',
  }),
  ...idFilter(),
  integrationId: z.optional(integrationId),
  entityType: z.optional(entityType),
});
export type ListMappings = z.infer<typeof ListMappings>;

const mappingId = z.object({ id: uuid('Id of the mapping.') });

export const listSyncMappings = defineEndpoint({
  ...base,
  operationId: 'listSyncMappings',
  method: 'GET',
  path: mappingsPath,
  summary: 'List mappings',
  description: 'Returns the saved mappings of the selected organization, newest first.',
  feature,
  query: ListMappings,
  success: { status: 200, description: 'One page of mappings.', result: listOf(SavedMapping) },
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
  example: {
    summary: 'One mapping',
    response: { items: [examples], total: 1, page: 1, pageSize: 50, totalPages: 1 },
  },
});

export const saveSyncMapping = defineEndpoint({
  ...base,
  operationId: 'saveSyncMapping',
  method: 'POST',
  path: mappingsPath,
  summary: 'Save the mapping of an entity type',
  description:
    'Saves how items of an integration are converted into records of the type, and records into items; the next ' +
    'batch of a run uses it. There is one mapping per integration and entity type: saving it again replaces it.',
  feature,
  body: SaveMapping,
  deepFields: ['mapping.condition'],
  maxBodyBytes: mappingLimits.bytes,
  success: {
    status: 201,
    description: 'The mapping as saved.',
    okDescription: 'The mapping that was there is replaced.',
    result: SavedMapping,
  },
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  example: {
    summary: 'Customers of a file, found again by e-mail address',
    response: examples,
  },
});

export const getSyncMapping = defineEndpoint({
  ...base,
  operationId: 'getSyncMapping',
  method: 'GET',
  path: `${mappingsPath}/{id}`,
  summary: 'Read a mapping',
  description: 'Returns a mapping as it was saved.',
  feature,
  params: mappingId,
  success: { status: 200, description: 'The mapping.', result: SavedMapping },
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
  example: { summary: 'A mapping', response: examples },
});

export const updateSyncMapping = defineEndpoint({
  ...base,
  operationId: 'updateSyncMapping',
  method: 'PUT',
  path: `${mappingsPath}/{id}`,
  summary: 'Replace a mapping',
  description: 'Replaces the mapping. Integration and entity type cannot be changed.',
  feature,
  params: mappingId,
  body: z.object({ mapping: Mapping }),
  deepFields: ['mapping.condition'],
  maxBodyBytes: mappingLimits.bytes,
  success: { status: 200, description: 'The mapping as changed.', result: SavedMapping },
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'] },
  example: { summary: 'Replaced', response: examples },
});

const deletedExamples = [true];
export const deleteSyncMapping = defineEndpoint({
  ...base,
  operationId: 'deleteSyncMapping',
  method: 'DELETE',
  path: `${mappingsPath}/{id}`,
  summary: 'Delete a mapping',
  description:
    'From the next batch on, the default mapping of the adapter is used, or every field keeps its name.',
  feature,
  params: mappingId,
  success: {
    status: 200,
    description: 'The mapping is deleted.',
    result: z.object({
      deleted: z.literal(true).check(z.meta({ description: 'Always true.', examples: deletedExamples })),
    }),
  },
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  example: { summary: 'Deleted', response: { deleted: true } },
});
