/** The schemas of a mapping, which converts items of a service to records and back. */
import * as z from 'zod/mini';
import { isFieldPath } from '../../../kernel/base/field-path.ts';
import { conditionField } from '../../../kernel/conditions/condition-contract.ts';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery } from '../../../kernel/lists/list.ts';
import { mappingLimits } from '../limits.ts';
import { base, syncPath } from '../runs/run-contract.ts';
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

const mappingsPath = `${syncPath}/mappings`;
const feature = 'data_sync.configure' as const;

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
  ...operation('listSyncMappings', 'GET', mappingsPath),
  summary: 'List mappings',
  description: 'Returns the saved mappings of the selected organization, newest first.',
  feature,
  query: ListMappings,
  success: returns('One page of mappings.', listOf(SavedMapping)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const saveSyncMapping = defineEndpoint({
  ...base,
  ...operation('saveSyncMapping', 'POST', mappingsPath),
  summary: 'Save the mapping of an entity type',
  description:
    'Saves how items of an integration are converted into records of the type, and records into items; the next ' +
    'batch of a run uses it. There is one mapping per integration and entity type: saving it again replaces it.',
  feature,
  body: SaveMapping,
  deepFields: ['mapping.condition'],
  maxBodyBytes: mappingLimits.bytes,
  success: creates('The mapping as saved.', SavedMapping, {
    okDescription: 'The previous mapping is replaced.',
  }),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const getSyncMapping = defineEndpoint({
  ...base,
  ...operation('getSyncMapping', 'GET', `${mappingsPath}/{id}`),
  summary: 'Read a mapping',
  description: 'Returns a mapping as it was saved.',
  feature,
  params: mappingId,
  success: returns('The mapping.', SavedMapping),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const updateSyncMapping = defineEndpoint({
  ...base,
  ...operation('updateSyncMapping', 'PUT', `${mappingsPath}/{id}`),
  summary: 'Replace a mapping',
  description: 'Replaces the mapping. Integration and entity type cannot be changed.',
  feature,
  params: mappingId,
  body: z.object({ mapping: Mapping }),
  deepFields: ['mapping.condition'],
  maxBodyBytes: mappingLimits.bytes,
  success: returns('The mapping as changed.', SavedMapping),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'] },
});

const deletedExamples = [true];
export const deleteSyncMapping = defineEndpoint({
  ...base,
  ...operation('deleteSyncMapping', 'DELETE', `${mappingsPath}/{id}`),
  summary: 'Delete a mapping',
  description:
    'From the next batch on, the default mapping of the adapter is used, or every field keeps its name.',
  feature,
  params: mappingId,
  success: returns(
    'The mapping is deleted.',
    z.object({
      deleted: z.literal(true).check(z.meta({ description: 'Always true.', examples: deletedExamples })),
    }),
  ),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});
