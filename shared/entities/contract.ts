/** Entity records of any type, and the custom fields a team defines for them. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../http/contract.ts';
import { paging, text, timestamp, uuid } from '../http/fields.ts';
import { listOf } from '../http/list.ts';
import { entityTypeProblem } from './entity-type.ts';
import { fieldKinds } from './field-kind.ts';
import { ruleNames } from './field-rule-names.ts';
import { entityLimits } from './limits.ts';

const typeExamples = ['sales.order'];
const entityType = text(entityLimits.entityType)
  .check(
    z.refine((value) => entityTypeProblem(value) === undefined, {
      error: ({ input }) => entityTypeProblem(String(input)),
    }),
  )
  .check(
    z.meta({
      description:
        'Type of the record, `<module>.<entity>` in lower case; the platform’s own modules are refused.',
      examples: typeExamples,
    }),
  );

const fields = z.record(z.string(), z.unknown()).check(
  z.meta({
    description: 'The record’s own data, any JSON object. A change merges: keys that are left out stay.',
    examples: [{ number: 'SO-1001', total: 250 }],
  }),
);

const customFields = z.optional(
  z.unknown().check(
    z.meta({
      description:
        'Values of defined custom fields: `{key: value}`, `[{key, value}]`, or `cf_<key>` beside the other keys.',
      examples: [{ priority: 'high' }],
    }),
  ),
);

const externalId = text(entityLimits.externalId).check(
  z.meta({
    description: 'Your own identifier, unique per entity type in the organization.',
    examples: ['SO-1001'],
  }),
);

/** Custom fields may stand beside the others as `cf_<key>`, so bodies and records are open. */
export const CreateRecord = z.looseObject({
  entityType,
  externalId: z.optional(z.nullable(externalId)),
  fields: z.optional(fields),
  customFields,
});
export type CreateRecord = z.infer<typeof CreateRecord>;

export const UpdateRecord = z.looseObject({
  id: uuid('Id of the record to change.'),
  externalId: z.optional(z.nullable(externalId)),
  fields: z.optional(fields),
  customFields,
});
export type UpdateRecord = z.infer<typeof UpdateRecord>;

export const EntityRecord = z
  .looseObject({
    id: uuid('Id of the record, given by the service.'),
    entityType,
    externalId: z.nullable(externalId),
    fields,
    customFields: z.record(z.string(), z.unknown()).check(
      z.meta({
        description: 'Custom values by key; each is also there as `cf_<key>`.',
        examples: [{ priority: 'high' }],
      }),
    ),
    tenantId: uuid('Tenant the record belongs to.'),
    organizationId: uuid('Organization the record belongs to.'),
    version: z.int().check(z.meta({ description: 'Grows with every change.', examples: [1] })),
    createdAt: timestamp('When the record was created.'),
    updatedAt: timestamp('When the record was last changed.'),
  })
  .check(z.meta({ id: 'EntityRecord', description: 'A record of any entity type.' }));
export type EntityRecord = z.infer<typeof EntityRecord>;

export const ListRecords = z.looseObject({
  ...paging(50, 200),
  entityType,
  id: z.optional(uuid('Only the record with this id.')),
  externalId: z.optional(externalId).check(z.meta({ description: 'Only the record with this externalId.' })),
  search: z
    .optional(z.string().check(z.maxLength(200)))
    .check(z.meta({ description: 'Text to find in externalId or the record’s own texts, in any case.' })),
  sortField: z.optional(z.string().check(z.regex(/^(createdAt|updatedAt|externalId|cf_.+)$/))).check(
    z.meta({
      description:
        'createdAt, updatedAt, externalId or `cf_<key>`; by default the newest record comes first.',
      examples: ['updatedAt'],
    }),
  ),
  sortDir: z
    ._default(z.enum(['asc', 'desc']), 'desc')
    .check(z.meta({ description: 'Direction of the sort.', examples: ['desc'] })),
});
export type ListRecords = z.infer<typeof ListRecords>;

const rule = z.object({
  rule: z.enum(ruleNames).check(z.meta({ description: 'What must hold.', examples: ['lte'] })),
  param: z
    .optional(z.nullable(z.union([z.string(), z.number(), z.boolean()])))
    .check(z.meta({ description: 'What the value is compared with, or the RE2 pattern.', examples: [100] })),
  message: z
    .optional(text(entityLimits.message))
    .check(z.meta({ description: 'Answered when the rule is broken.', examples: ['at most 100'] })),
});

const attachment = z.nullable(
  z.object({
    maxAttachmentSizeMb: z
      .optional(z.number().check(z.gt(0)))
      .check(z.meta({ description: 'Largest file in MB.', examples: [5] })),
    acceptExtensions: z
      .optional(z.array(text(20)))
      .check(z.meta({ description: 'Allowed file extensions.', examples: [['pdf']] })),
    partitionCode: z
      .optional(text(50))
      .check(z.meta({ description: 'Storage partition the files go to.', examples: ['privateAttachments'] })),
  }),
);

const definition = {
  entityType,
  key: text(entityLimits.key)
    .check(z.regex(/^[a-z][a-z0-9_]*$/))
    .check(
      z.meta({
        description: 'Key of the field: lower-case letters, digits, underscores.',
        examples: ['priority'],
      }),
    ),
  label: text(entityLimits.label).check(
    z.meta({ description: 'Name shown to people.', examples: ['Priority'] }),
  ),
  kind: z.enum(fieldKinds).check(z.meta({ description: 'Kind of the values.', examples: ['select'] })),
  multi: z
    .boolean()
    .check(z.meta({ description: 'Whether the field holds a list of values.', examples: [false] })),
  options: z
    .array(
      z.object({
        value: text(200).check(z.meta({ description: 'Stored value.', examples: ['high'] })),
        label: text(200).check(z.meta({ description: 'Name shown to people.', examples: ['High'] })),
      }),
    )
    .check(z.maxLength(entityLimits.options))
    .check(
      z.meta({
        description: 'Allowed values; empty allows any.',
        examples: [[{ value: 'high', label: 'High' }]],
      }),
    ),
  validation: z
    .array(rule)
    .check(z.maxLength(entityLimits.validations))
    .check(z.meta({ description: 'Rules every value must keep.', examples: [[{ rule: 'required' }]] })),
  attachment: attachment.check(
    z.meta({ description: 'For fields of kind attachment: limits of the files.', examples: [null] }),
  ),
};

export const CreateDefinition = z.object({
  entityType: definition.entityType,
  key: definition.key,
  label: z.optional(definition.label),
  kind: definition.kind,
  multi: z.optional(definition.multi),
  options: z.optional(definition.options),
  validation: z.optional(definition.validation),
  attachment: z.optional(definition.attachment),
});
export type CreateDefinition = z.infer<typeof CreateDefinition>;

export const FieldDefinition = z
  .object({
    id: uuid('Id of the definition.'),
    ...definition,
    createdAt: timestamp('When the field was defined.'),
    updatedAt: timestamp('When the definition was last changed.'),
  })
  .check(z.meta({ id: 'FieldDefinition', description: 'A custom field of an entity type.' }));

const Id = z.object({ id: uuid('Id of the definition or record.') });
const Ok = z.object({ ok: z.literal(true).check(z.meta({ description: 'Always true.', examples: [true] })) });
const idExample = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

const recordExample = {
  id: idExample,
  entityType: 'sales.order',
  externalId: 'SO-1001',
  fields: { number: 'SO-1001', total: 250 },
  customFields: { priority: 'high' },
  cf_priority: 'high',
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
  version: 1,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
};

const base = { module: 'entities', auth: 'caller' } as const;
const recordsPath = '/api/entities/records';
const definitionsPath = '/api/entities/definitions';

export const listRecords = defineEndpoint({
  ...base,
  scope: 'organization',
  operationId: 'listRecords',
  method: 'GET',
  path: recordsPath,
  summary: 'List and search records of one entity type',
  description:
    'Records of the selected organization, newest first. `cf_<key>=value` filters by a custom field, following its ' +
    'kind; `cf_<key>In=a,b` takes any of several values; unknown keys are ignored.',
  feature: 'entities.records.view',
  query: ListRecords,
  success: { status: 200, description: 'One page of records.', result: listOf(EntityRecord) },
  errors: ['page_too_large'],
  touches: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  example: {
    summary: 'The first page',
    response: { items: [recordExample], total: 1, page: 1, pageSize: 50, totalPages: 1 },
  },
});

export const createRecord = defineEndpoint({
  ...base,
  scope: 'organization',
  operationId: 'createRecord',
  method: 'POST',
  path: recordsPath,
  summary: 'Create a record',
  description: 'Creates a record and publishes `<entityType>.created`. Custom fields must be defined first.',
  feature: 'entities.records.manage',
  body: CreateRecord,
  maxBodyBytes: entityLimits.recordBytes,
  success: { status: 201, description: 'The id of the record.', result: Id },
  errors: ['external_id_taken'],
  etag: true,
  touches: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  example: {
    summary: 'An order with a custom field',
    request: {
      entityType: 'sales.order',
      externalId: 'SO-1001',
      fields: { number: 'SO-1001', total: 250 },
      customFields: { priority: 'high' },
    },
    response: { id: idExample },
  },
});

export const updateRecord = defineEndpoint({
  ...base,
  scope: 'organization',
  operationId: 'updateRecord',
  method: 'PUT',
  path: recordsPath,
  summary: 'Change a record',
  description:
    'Changes the given fields and custom fields, leaves all others as they are, and publishes `<entityType>.updated`.',
  feature: 'entities.records.manage',
  body: UpdateRecord,
  maxBodyBytes: entityLimits.recordBytes,
  success: { status: 200, description: 'The record as changed.', result: EntityRecord },
  errors: ['not_found', 'external_id_taken', 'stale'],
  etag: true,
  touches: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
  example: {
    summary: 'A new total',
    request: { id: idExample, fields: { total: 300 } },
    response: { ...recordExample, fields: { number: 'SO-1001', total: 300 }, version: 2 },
  },
});

export const deleteRecord = defineEndpoint({
  ...base,
  scope: 'organization',
  operationId: 'deleteRecord',
  method: 'DELETE',
  path: recordsPath,
  summary: 'Delete a record',
  description: 'Deletes the record and publishes `<entityType>.deleted`.',
  feature: 'entities.records.manage',
  query: Id,
  success: { status: 200, description: 'The record is gone.', result: Ok },
  errors: ['not_found', 'stale'],
  etag: true,
  touches: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  example: { summary: 'Deleted', response: { ok: true } },
});

export const listDefinitions = defineEndpoint({
  ...base,
  scope: 'tenant',
  operationId: 'listDefinitions',
  method: 'GET',
  path: definitionsPath,
  summary: 'List the custom fields of an entity type',
  description:
    'All custom fields that the tenant defined for the type, by key. Every caller of the tenant may read them.',
  query: z.object({ ...paging(50, 200), entityType }),
  success: { status: 200, description: 'The definitions.', result: listOf(FieldDefinition) },
  touches: { table: ['GetItem'] },
  example: {
    summary: 'One field',
    response: { items: [], total: 0, page: 1, pageSize: 50, totalPages: 0 },
  },
});

export const createDefinition = defineEndpoint({
  ...base,
  scope: 'tenant',
  operationId: 'createDefinition',
  method: 'POST',
  path: definitionsPath,
  summary: 'Define a custom field',
  description:
    'Defines a field, or replaces the definition with the same key. Records keep values of replaced fields.',
  feature: 'entities.definitions.manage',
  body: CreateDefinition,
  success: { status: 201, description: 'The id of the definition.', result: Id },
  touches: { table: ['GetItem', 'PutItem'] },
  example: {
    summary: 'A select',
    request: {
      entityType: 'sales.order',
      key: 'priority',
      label: 'Priority',
      kind: 'select',
      options: [
        { value: 'low', label: 'Low' },
        { value: 'high', label: 'High' },
      ],
    },
    response: { id: idExample },
  },
});

export const deleteDefinition = defineEndpoint({
  ...base,
  scope: 'tenant',
  operationId: 'deleteDefinition',
  method: 'DELETE',
  path: definitionsPath,
  summary: 'Delete a custom field',
  description:
    'Deletes the definition; values that records have are kept but no longer checked, filtered or shown.',
  feature: 'entities.definitions.manage',
  query: z.object({
    entityType,
    key: definition.key,
  }),
  success: { status: 200, description: 'The definition is gone.', result: Ok },
  errors: ['not_found'],
  touches: { table: ['GetItem', 'PutItem'] },
  example: { summary: 'Deleted', response: { ok: true } },
});
