/** Endpoints of records of any entity type. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, paging, text, timestamp, uuid } from '../../kernel/http/fields.ts';
import { listOf, sortDirection } from '../../kernel/lists/list.ts';
import { customFieldNames, givenCustomFields } from './custom-field-names.ts';
import { base, entityType, Id, Ok } from './definition-contract.ts';
import { entityLimits } from './limits.ts';

const fields = z
  .record(z.string(), z.unknown())
  .check(
    about(
      'Your data of the record, any JSON object. Updates are merged: keys that you leave out do not change.',
      { number: 'SO-1001', total: 250 },
    ),
  );

const customFields = givenCustomFields(
  'Values of defined custom fields: `{key: value}`, `[{key, value}]`, or `cf_<key>` beside the other keys.',
  { priority: 'high' },
);

const externalId = text(entityLimits.externalId).check(
  about('Your own identifier, unique per entity type in the organization.', 'SO-1001'),
);

/** Bodies and records are open, because custom fields may be beside the others as `cf_<key>`. */
export const CreateRecord = z.looseObject({
  entityType,
  externalId: z.optional(z.nullable(externalId)),
  fields: z.optional(fields),
  ...customFields,
});
export type CreateRecord = z.infer<typeof CreateRecord>;

export const UpdateRecord = z.looseObject({
  id: uuid('Id of the record to change.'),
  externalId: z.optional(z.nullable(externalId)),
  fields: z.optional(fields),
  ...customFields,
});
export type UpdateRecord = z.infer<typeof UpdateRecord>;

export const EntityRecord = z
  .looseObject({
    id: uuid('Id of the record.'),
    entityType,
    externalId: z.nullable(externalId),
    fields,
    customFields: z
      .record(z.string(), z.unknown())
      .check(about('Custom values by key; each one is also returned as `cf_<key>`.', { priority: 'high' })),
    tenantId: uuid('Tenant the record belongs to.'),
    organizationId: uuid('Organization the record belongs to.'),
    version: z.int().check(about('Increases with every change.', 1)),
    createdAt: timestamp('When the record was created.'),
    updatedAt: timestamp('When the record was last changed.'),
  })
  .check(z.meta({ id: 'EntityRecord', description: 'A record of any entity type.' }));
export type EntityRecord = z.infer<typeof EntityRecord>;

export const ListRecords = z.looseObject({
  ...paging(),
  entityType,
  id: z.optional(uuid('Only the record with this id, if it matches the other filters.')),
  externalId: z.optional(externalId).check(about('Only the record with this externalId.')),
  search: z
    .optional(z.string().check(z.maxLength(200)))
    .check(
      about(
        `Text to find in externalId or the record’s own texts, ignoring case. The first ${entityLimits.searchText} characters of ` +
          'a record are searched: externalId, then the texts and numbers of `fields`, nested ones last.',
      ),
    ),
  sortField: z
    .optional(
      z.string().check(
        z.regex(/^(createdAt|updatedAt|externalId|cf_.+)$/, {
          error: 'must be one of: createdAt, updatedAt, externalId, cf_<key>',
        }),
      ),
    )
    .check(
      about(
        'createdAt, updatedAt, externalId or `cf_<key>`; by default the newest record comes first.',
        'updatedAt',
      ),
    ),
  sortDir: sortDirection(),
});
export type ListRecords = z.infer<typeof ListRecords>;

const recordsPath = '/api/entities/records';

export const listRecords = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('listRecords', 'GET', recordsPath),
  openNames: customFieldNames,
  summary: 'List and search records of one entity type',
  description:
    'Returns records of the selected organization, newest first. `cf_<key>=value` filters by a custom field, ' +
    'depending on its kind; `cf_<key>In=a,"b, c"` matches any of the values; one with a comma is in quotes. A key ' +
    'that the type does not define returns 400 and suggests the nearest key; for a type without custom fields such filters are ignored. `id` ' +
    'and `externalId` find a record as soon as it is created.',
  feature: 'entities.records.view',
  query: ListRecords,
  success: returns(listOf(EntityRecord)),
  errors: ['page_too_large'],
  permissions: { table: ['GetItem', 'Query', 'BatchGetItem'] },
});

export const createRecord = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('createRecord', 'POST', recordsPath),
  openNames: customFieldNames,
  summary: 'Create a record',
  description: 'Creates a record and publishes `<entityType>.created`. Custom fields must be defined first.',
  feature: 'entities.records.manage',
  body: CreateRecord,
  maxBodyBytes: entityLimits.recordBytes,
  success: creates(Id),
  errors: ['external_id_taken'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const updateRecord = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('updateRecord', 'PUT', recordsPath),
  openNames: customFieldNames,
  summary: 'Change a record',
  description:
    'Changes the given fields and custom fields, leaves all others as they are, and publishes `<entityType>.updated`.',
  feature: 'entities.records.manage',
  body: UpdateRecord,
  maxBodyBytes: entityLimits.recordBytes,
  success: returns(EntityRecord),
  errors: ['not_found', 'external_id_taken', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
});

export const deleteRecord = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('deleteRecord', 'DELETE', recordsPath),
  summary: 'Delete a record',
  description: 'Deletes the record and publishes `<entityType>.deleted`.',
  feature: 'entities.records.manage',
  query: Id,
  success: returns(Ok),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});
