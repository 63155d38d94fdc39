/** The form of a mapping: how items of a service become records, and back. */
import * as z from 'zod/mini';
import { conditionField } from '../../../kernel/conditions/condition-contract.ts';
import { text } from '../../../kernel/http/fields.ts';
import { isSafePath } from '../../../kernel/text/field-path.ts';
import { mappingLimits } from '../limits.ts';
import { mappingProblems } from './mapping-fields.ts';
import { type Transform as TransformType, transformProblem } from './transforms.ts';

const path = (description: string, example: string) =>
  text(mappingLimits.path).check(
    z.refine((value) => isSafePath(value, mappingLimits.depth), {
      error: `must be names joined by dots, at most ${mappingLimits.depth}, none of them __proto__, constructor or prototype`,
    }),
    z.meta({ description, examples: [example] }),
  );

/** A transform by its name, or with its options. What they are is checked by `transformProblem`, which knows them all. */
const Transform = z.custom<TransformType>().check(
  z.refine((value) => transformProblem(value) === undefined, {
    error: ({ input }) => transformProblem(input) ?? 'is no transform',
  }),
  z.meta({
    description:
      'Conversions of the value: `trim`, `lowercase`, `uppercase`, `string`, `number`, `integer`, `boolean`, ' +
      '`date`, `json`, or with options `{name: "split", separator}`, `{name: "join", separator}`, `{name: ' +
      '"replace", search, with}`, `{name: "lookup", values, otherwise?}`, `{name: "constant", value}`, `{name: ' +
      '"date", unit: "s" | "ms"}`; a list is done in its order.',
    examples: ['trim', ['trim', { name: 'split', separator: ',' }]],
  }),
);

const mappingKinds = ['core', 'relation', 'external_id', 'custom_field', 'metadata', 'ignore'] as const;

const matchStrategies = ['externalId', 'sku', 'email', 'custom'] as const;

export const MappingField = z
  .looseObject({
    externalField: path('Field of the service; dots lead into objects.', 'shipping.city'),
    localField: path('Field of the record; dots lead into objects.', 'address.city'),
    mappingKind: z.optional(z.enum(mappingKinds)).check(
      z.meta({
        description:
          '`core` (by default) writes the field; `relation` writes the id of another record as text; `external_id` ' +
          'makes the value the record’s externalId; `custom_field` sets the defined custom field; `metadata` writes ' +
          'the field inside `metadata`; `ignore` leaves the value out.',
        examples: ['core'],
      }),
    ),
    transform: z.optional(Transform),
    required: z
      .optional(z.boolean())
      .check(z.meta({ description: 'An item without the value fails.', examples: [true] })),
    defaultValue: z
      .optional(z.unknown())
      .check(
        z.meta({ description: 'Takes the place of a value that is absent or empty.', examples: ['DE'] }),
      ),
  })
  .check(z.meta({ id: 'SyncMappingField', description: 'How one field is mapped.' }));
export type MappingField = z.infer<typeof MappingField>;

export const Mapping = z
  .looseObject({
    fields: z
      .optional(z.array(MappingField).check(z.maxLength(mappingLimits.fields)))
      .check(z.meta({ description: 'The fields that are mapped.' })),
    otherFields: z.optional(z.enum(['keep', 'ignore'])).check(
      z.meta({
        description:
          'How fields that are not listed are handled: kept under their own names, where `cf_<key>` is the ' +
          'custom field, or ignored. By default ignored, and kept when no field is listed.',
        examples: ['ignore'],
      }),
    ),
    matchStrategy: z.optional(z.enum(matchStrategies)).check(
      z.meta({
        description:
          'How an item that was never imported finds its record: by `externalId` (by default), or by the field ' +
          '`sku`, `email` or `matchField`.',
        examples: ['externalId'],
      }),
    ),
    matchField: z.optional(
      path(
        'Field of the record that `custom` compares; with `sku` and `email` another name of theirs.',
        'ean',
      ),
    ),
    condition: z.optional(
      conditionField(
        'Which rows are synced, by the fields of the item under the names of the service: of an import as they come in, of ' +
          'an export as they would go out. Rows for which it does not hold are held back and counted in the run. Null ' +
          'syncs all.',
        { field: 'Country', operator: 'IN', value: ['DE', 'AT'] },
      ),
    ),
  })
  .check((context) => {
    for (const { path, message } of mappingProblems(context.value))
      context.issues.push({ code: 'custom', input: context.value, path, message });
  })
  .check(
    z.meta({ id: 'SyncMapping', description: 'How items of a service become records, and records items.' }),
  );
export type Mapping = z.infer<typeof Mapping>;
