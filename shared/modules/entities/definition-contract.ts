/** Endpoints of the custom fields of entity types. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, nameText, paging, text, timestamp, uuid } from '../../kernel/http/fields.ts';
import { idFilter, listOf, searchFilter } from '../../kernel/lists/list.ts';
import { definedTypeProblem, entityTypeProblem } from './entity-type.ts';
import { fieldKinds } from './field-kind.ts';
import { ruleNames } from './field-rule-names.ts';
import { entityLimits } from './limits.ts';

const typeExamples = ['sales.order'];
export const entityType = text(entityLimits.entityType)
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

export const Id = z.object({ id: uuid('Id of the definition or record.') });
export const Ok = z.object({
  ok: alwaysTrue(),
});

export const base = { module: 'entities', auth: 'caller' } as const;

const definedType = text(entityLimits.entityType)
  .check(
    z.refine((value) => definedTypeProblem(value) === undefined, {
      error: ({ input }) => definedTypeProblem(String(input)),
    }),
  )
  .check(
    z.meta({
      description:
        'Type of the records that have the field, `<module>.<entity>` in lower case; of the platform’s own modules only ' +
        '`attachments.attachment`.',
      examples: typeExamples,
    }),
  );

const rule = z.object({
  rule: z.enum(ruleNames).check(about('Condition that the value must meet.', 'lte')),
  param: z
    .optional(z.nullable(z.union([z.string(), z.number(), z.boolean()])))
    .check(about('Value to compare with, or the RE2 pattern.', 100)),
  message: z
    .optional(text(entityLimits.message))
    .check(about('Error message if the value does not meet the rule.', 'at most 100')),
});

const attachment = z.nullable(
  z.object({
    maxAttachmentSizeMb: z.optional(z.number().check(z.gt(0))).check(about('Maximum file size in MB.', 5)),
    acceptExtensions: z.optional(z.array(text(20))).check(about('Allowed file extensions.', ['pdf'])),
    partitionCode: z.optional(text(60)).check(about('Storage partition of the files.', 'privateAttachments')),
  }),
);

const definition = {
  entityType: definedType,
  key: text(entityLimits.key)
    .check(
      z.regex(/^[a-z][a-z0-9_]*$/, {
        error: 'must be lower-case letters, digits and underscores, a letter first',
      }),
    )
    .check(about('Key of the field: lower-case letters, digits, underscores.', 'priority')),
  label: nameText(entityLimits.label).check(about('Name shown to people.', 'Priority')),
  kind: z.enum(fieldKinds).check(about('Kind of the values.', 'select')),
  multi: z.boolean().check(about('Whether the field holds a list of values.', false)),
  options: z
    .array(
      z.object({
        value: text(200).check(about('Stored value.', 'high')),
        label: nameText(200).check(about('Name shown to people.', 'High')),
      }),
    )
    .check(z.maxLength(entityLimits.options))
    .check(about('Allowed values; empty allows any.', [{ value: 'high', label: 'High' }])),
  validation: z
    .array(rule)
    .check(z.maxLength(entityLimits.validations))
    .check(about('Rules for every value.', [{ rule: 'required' }])),
  attachment: attachment.check(about('For fields of kind attachment: limits of the files.', null)),
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

export const ListDefinitions = z.object({
  ...paging(),
  ...idFilter(),
  ...searchFilter('key or label'),
  entityType: definedType,
});
export type ListDefinitions = z.infer<typeof ListDefinitions>;

const definitionsPath = '/api/entities/definitions';

export const listDefinitions = defineEndpoint({
  ...base,
  scope: 'tenant',
  ...operation('listDefinitions', 'GET', definitionsPath),
  summary: 'List the custom fields of an entity type',
  description:
    'Returns all custom fields that the tenant defined for the type, sorted by key. Every caller of the tenant ' +
    'can read them. The ETag is the version of all definitions of the type: send it as `If-Match` when you ' +
    'define or delete one of them.',
  query: ListDefinitions,
  success: returns(listOf(FieldDefinition)),
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const createDefinition = defineEndpoint({
  ...base,
  scope: 'tenant',
  ...operation('createDefinition', 'POST', definitionsPath),
  summary: 'Define a custom field',
  description:
    'Defines a field, or replaces the definition with the same key. Records keep their values of a replaced field.',
  feature: 'entities.definitions.manage',
  body: CreateDefinition,
  success: creates(Id),
  errors: ['stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'] },
});

export const deleteDefinition = defineEndpoint({
  ...base,
  scope: 'tenant',
  ...operation('deleteDefinition', 'DELETE', definitionsPath),
  summary: 'Delete a custom field',
  description:
    'Deletes the definition. Records keep their values, but the values are no longer validated, filtered or shown.',
  feature: 'entities.definitions.manage',
  query: z.object({
    entityType: definedType,
    key: definition.key,
  }),
  success: returns(Ok),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'] },
});
