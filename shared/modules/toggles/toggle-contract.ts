/** The endpoints by which super admins define toggles. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, nameText, optionalFields, text, uuid } from '../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery } from '../../kernel/lists/list.ts';
import { identifierPattern, toggleLimits, toggleTypes } from './evaluation/toggle-types.ts';
import { metadata, prerequisites } from './prerequisites/fields.ts';

const filterText = (field: string) =>
  z
    .optional(z.string().check(z.trim(), z.maxLength(255)))
    .check(about(`Only toggles with this text in the ${field}; case is ignored.`));

/** `2026-03-01 09:30:00.000+00`; not the `date-time` of JSON Schema, which requires a `T`. */
export const time = (description: string) =>
  z
    .string()
    .check(
      z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}\+00$/),
      about(description, '2026-03-01 09:30:00.000+00'),
    );

export const value = (description: string, example: unknown = true) =>
  z.unknown().check(about(description, example));

export const flag = (description: string, example = true) => z.boolean().check(about(description, example));

export const plain = (description: string, example: string) => z.string().check(about(description, example));

/** The filters that the list of toggles and the list of overrides share. */
export const toggleFilters = () => ({
  identifier: filterText('identifier'),
  name: filterText('name'),
  category: filterText('category'),
});

export const tenantId = () => uuid('The requested tenant.');
export const toggleId = () => uuid('Id of the toggle.');

/** Ids that the examples of the documentation share. */
export const exampleIds = {
  toggle: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  override: '9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
} as const;

const field = {
  identifier: text(toggleLimits.identifier).check(
    z.regex(identifierPattern, { error: 'must contain only lower-case letters, digits and underscores' }),
    about(
      'Name of the toggle in checks; unique in the deployment. Lower-case letters, digits and underscores. ' +
        'The identifier of a deleted toggle cannot be used again.',
      'new_checkout',
    ),
  ),
  name: nameText(toggleLimits.name).check(about('Display name.', 'New checkout')),
  description: z
    .nullable(text(toggleLimits.description, 0))
    .check(about('Purpose of the toggle.', 'The checkout of spring 2026.')),
  category: z
    .nullable(text(toggleLimits.category, 0))
    .check(about('Category for grouping toggles.', 'sales')),
  type: z.enum(toggleTypes).check(about('Type of the values; it cannot be changed.', 'boolean')),
  defaultValue: value(
    `Value for tenants without an own value: null, or a value of the type, at most ${toggleLimits.valueBytes} bytes as JSON.`,
  ),
  prerequisites,
  metadata,
};

export const CreateToggle = z.object({
  identifier: field.identifier,
  name: field.name,
  description: z.optional(field.description),
  category: z.optional(field.category),
  type: field.type,
  defaultValue: z.optional(field.defaultValue),
  prerequisites: z.optional(prerequisites),
  metadata: z.optional(metadata),
});
export type CreateToggle = z.infer<typeof CreateToggle>;

/** Absent fields stay unchanged. There is no `type`, because its change would invalidate all values. */
export const UpdateToggle = z.object({
  id: uuid('Id of the toggle to change.'),
  identifier: z.optional(field.identifier),
  name: z.optional(field.name),
  description: z.optional(field.description),
  category: z.optional(field.category),
  defaultValue: z.optional(field.defaultValue),
  prerequisites: z.optional(prerequisites),
  metadata: z.optional(metadata),
});
export type UpdateToggle = z.infer<typeof UpdateToggle>;

export const Toggle = z
  .object({
    id: uuid('Id of the toggle.'),
    ...field,
    created_at: time('When the toggle was created.'),
    updated_at: time('When the toggle was last changed.'),
  })
  .check(
    z.meta({ id: 'Toggle', description: 'A typed switch of the whole deployment with its default value.' }),
  );
export type Toggle = z.infer<typeof Toggle>;

export const ListToggles = z.object({
  ...listQuery({
    sortFields: ['id', 'category', 'identifier', 'name', 'createdAt', 'updatedAt', 'type'],
    searches: 'identifier, name, description or category',
  }),
  ...idFilter(),
  ...toggleFilters(),
  type: z.optional(z.enum(toggleTypes)).check(about('Only toggles of this type.')),
});
export type ListToggles = z.infer<typeof ListToggles>;

const id = z.object({ id: toggleId() });
const path = '/api/feature_toggles/global';
const base = { module: 'toggles', auth: 'caller', superAdmin: true, scope: 'none' } as const;

export const listToggles = defineEndpoint({
  ...base,
  ...operation('listToggles', 'GET', path),
  summary: 'List and search feature toggles',
  description:
    'Returns the toggles of the deployment, by default sorted by identifier. Filters are combined with AND.',
  query: ListToggles,
  success: returns(listOf(Toggle)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const getToggle = defineEndpoint({
  ...base,
  ...operation('getToggle', 'GET', `${path}/{id}`),
  summary: 'Read a feature toggle',
  description: 'Returns 404 for a deleted toggle.',
  params: id,
  success: returns(Toggle),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const createToggle = defineEndpoint({
  ...base,
  ...operation('createToggle', 'POST', path),
  summary: 'Create a feature toggle',
  description: 'Creates a toggle that every tenant can check immediately.',
  body: CreateToggle,
  maxBodyBytes: toggleLimits.bodyBytes,
  success: creates(id),
  errors: ['toggle_identifier_taken', 'toggle_prerequisite_cycle'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
});

export const updateToggle = defineEndpoint({
  ...base,
  ...operation('updateToggle', 'PUT', path),
  summary: 'Change a feature toggle',
  description:
    'Changes the given fields and leaves all others as they are. The type never changes: a `type` that is sent ' +
    'is ignored. Tenants keep their own values, also under a new identifier.',
  body: UpdateToggle,
  maxBodyBytes: toggleLimits.bodyBytes,
  success: returns(id),
  errors: ['not_found', 'toggle_identifier_taken', 'toggle_prerequisite_cycle', 'toggle_needed', 'stale'],
  etag: true,
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
  },
});

export const deleteToggle = defineEndpoint({
  ...base,
  ...operation('deleteToggle', 'DELETE', path),
  summary: 'Delete a feature toggle',
  description:
    'Marks the toggle as deleted: checks no longer find it, and its identifier cannot be used again. Send the ' +
    'id in the body or as a query parameter.',
  query: z.object(optionalFields(id.shape)),
  body: z.object(optionalFields(id.shape)),
  bodyOptional: true,
  success: returns(id),
  errors: ['not_found', 'toggle_needed', 'stale'],
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem', 'UpdateItem', 'ConditionCheckItem'],
  },
});
