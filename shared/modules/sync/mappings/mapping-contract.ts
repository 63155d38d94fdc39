/** What a mapping is, which converts items of a service to records and back. */
import * as z from 'zod/mini';
import { isFieldPath } from '../../../kernel/base/field-path.ts';
import { conditionField } from '../../../kernel/conditions/condition-contract.ts';
import { creates, defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { about, text } from '../../../kernel/http/fields.ts';
import { createContract, rowSchema, updateContract } from '../../../kernel/resources/contracts.ts';
import { type RowOf, resource } from '../../../kernel/resources/resource.ts';
import { mappingLimits } from '../limits.ts';
import { syncPath } from '../runs/run-contract.ts';
import { entityType, integrationId } from '../runs/run-fields-contract.ts';
import { mappingProblems } from './mapping-fields.ts';
import { type Transform as TransformType, transformProblem } from './transforms.ts';

const path = (description: string, example: string) =>
  text(mappingLimits.path).check(
    z.refine((value) => isFieldPath(value, mappingLimits.depth), {
      error: `must be names joined by dots, at most ${mappingLimits.depth}`,
    }),
    about(description, example),
  );

/**
 * A transform by its name, or with its options. `transformProblem` knows all transforms and checks the
 * options.
 */
const Transform = z.custom<TransformType>().check(
  z.refine((value) => transformProblem(value) === undefined, {
    error: ({ input }) => transformProblem(input) ?? 'is not a transform',
  }),
  about(
    'Conversions of the value: `trim`, `lowercase`, `uppercase`, `string`, `number`, `integer`, `boolean`, ' +
      '`date`, `json`, or with options `{name: "split", separator}`, `{name: "join", separator}`, `{name: ' +
      '"replace", search, with}`, `{name: "lookup", values, otherwise?}`, `{name: "constant", value}`, `{name: ' +
      '"date", unit: "s" | "ms"}`; a list is done in its order.',
    'trim',
    ['trim', { name: 'split', separator: ',' }],
  ),
);

const mappingKinds = ['core', 'relation', 'external_id', 'custom_field', 'metadata', 'ignore'] as const;

const matchStrategies = ['externalId', 'sku', 'email', 'custom'] as const;

export const MappingField = z
  .looseObject({
    externalField: path('Field of the service; dots lead into objects.', 'shipping.city'),
    localField: path('Field of the record; dots lead into objects.', 'address.city'),
    mappingKind: z
      .optional(z.enum(mappingKinds))
      .check(
        about(
          '`core` (by default) writes the field; `relation` writes the id of another record as text; `external_id` ' +
            'makes the value the record’s externalId; `custom_field` sets the defined custom field; `metadata` writes ' +
            'the field inside `metadata`; `ignore` leaves the value out.',
          'core',
        ),
      ),
    transform: z.optional(Transform),
    required: z.optional(z.boolean()).check(about('Whether an item without the value fails.', true)),
    defaultValue: z.optional(z.unknown()).check(about('Replaces a value that is absent or empty.', 'DE')),
  })
  .check(z.meta({ id: 'SyncMappingField', description: 'The mapping of one field.' }));
export type MappingField = z.infer<typeof MappingField>;

export const Mapping = z
  .looseObject({
    fields: z
      .optional(z.array(MappingField).check(z.maxLength(mappingLimits.fields)))
      .check(about('The mapped fields.')),
    otherFields: z
      .optional(z.enum(['keep', 'ignore']))
      .check(
        about(
          'How fields that are not listed are handled: kept under their own names, where `cf_<key>` is the ' +
            'custom field, or ignored. By default ignored, and kept when no field is listed.',
          'ignore',
        ),
      ),
    matchStrategy: z
      .optional(z.enum(matchStrategies))
      .check(
        about(
          'How an item that was never imported finds its record: by `externalId` (by default), or by the field ' +
            '`sku`, `email` or `matchField`.',
          'externalId',
        ),
      ),
    matchField: z.optional(
      path(
        'Field of the record that `custom` compares; with `sku` and `email` another name of theirs.',
        'ean',
      ),
    ),
    condition: z.optional(
      conditionField(
        'Condition that selects the synced rows by the fields of the item under the names of the service: of an import as they come in, of ' +
          'an export as they would go out. Rows for which it does not hold are held back and counted in the run. Rows for ' +
          'which it holds later, although they were not written since, need a run with `fullSync`. Null syncs all.',
        { field: 'Country', operator: 'IN', value: ['DE', 'AT'] },
      ),
    ),
  })
  .check((context) => {
    for (const { path, message } of mappingProblems(context.value))
      context.issues.push({ code: 'custom', input: context.value, path, message });
  })
  .check(
    z.meta({
      id: 'SyncMapping',
      description: 'How items of a service are converted to records, and records to items.',
    }),
  );
export type Mapping = z.infer<typeof Mapping>;

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

const feature = 'data_sync.configure' as const;
const { bytes: maxBodyBytes } = mappingLimits;
const deepFields = ['mapping.condition'];

/** The saved mapping of an integration's entity type. Its id is derived from both (`mappingIdOf`). */
export const savedMappings = resource({
  name: 'data_sync.mapping',
  one: 'sync mapping',
  many: 'sync mappings',
  description: 'The mapping of an integration’s entity type.',
  module: 'sync',
  path: `${syncPath}/mappings`,
  fields: { integrationId, entityType, mapping: Mapping },
  list: {
    search: ['integrationId', 'entityType'],
    filters: { integrationId: 'is', entityType: 'is' },
    sorts: ['integrationId', 'entityType'],
    order: 'createdAt',
  },
  named: false,
  features: { view: feature, create: feature, change: feature, delete: feature },
  event: ['integrationId', 'entityType'],
  deletes: 'at once',
  api: {
    nouns: { schema: 'SavedSyncMapping' },
    details: 'list',
    systemFields: ['createdAt', 'updatedAt'],
    deleted: 'deleted',
    contracts: {
      get: { description: 'Returns a mapping as it was saved.' },
      create: {
        summary: 'Save the mapping of an entity type',
        description:
          'Saves how items of an integration are converted into records of the type, and records into items; the next ' +
          'batch of a run uses it. There is one mapping per integration and entity type: saving it again replaces it.',
        ...{ deepFields, maxBodyBytes },
      },
      update: {
        summary: 'Replace a mapping',
        description: 'Replaces the mapping. Integration and entity type cannot be changed.',
        ...{ deepFields, maxBodyBytes },
      },
      delete: {
        description:
          'From the next batch on, the default mapping of the adapter is used, or every field keeps its name.',
        etag: true,
      },
    },
  },
  rows: (derived) => ({
    ...derived,
    title: 'Mapping',
    list: {
      ...derived.list,
      // Short names, so that a typical mapping fits into its listing item.
      attributes: { createdAt: 'c', updatedAt: 'u', integrationId: 'i', entityType: 'e' },
      // A mapping that is saved after a deletion has the same id, and its revision starts again.
      isBehind: ({ createdAt }, { c }) => Date.parse(String(createdAt)) !== c,
    },
  }),
});

export type StoredMapping = RowOf<typeof savedMappings.fields, object>;

export const SaveMapping = z.object(savedMappings.fields);
export type SaveMapping = z.infer<typeof SaveMapping>;

export const saveSyncMapping = defineEndpoint({
  ...createContract(savedMappings),
  operationId: 'saveSyncMapping',
  body: SaveMapping,
  success: creates(rowSchema(savedMappings), {
    okDescription: 'The previous mapping is replaced.',
  }),
  errors: ['not_found', 'stale'],
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const updateSyncMapping = defineEndpoint({
  ...updateContract(savedMappings),
  body: z.object({ mapping: Mapping }),
});
