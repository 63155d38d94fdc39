/** Finds schemas that are contained in others, and replaces them by references to their names. */

import * as z from 'zod/mini';
import { toJson } from '../../../kernel/base/json.ts';
import { type JsonSchema, mapInnerSchemas } from '../../../kernel/contracts/json-schema.ts';
import { timestamp, uuid } from '../../../kernel/http/fields.ts';
import { listOf } from '../../../kernel/lists/list.ts';
import { toPlainJsonSchema } from './zod-json-schema.ts';

const { items: _, ...counts } = listOf(z.unknown()).shape;

const plain = (schema: z.core.$ZodType): JsonSchema => toPlainJsonSchema(schema, 'output');

export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Uuid: plain(uuid('An id. Upper and lower case are equal; responses use lower case.')),
  UuidOrNull: plain(z.nullable(uuid('An id, or null for none.'))),
  Timestamp: plain(timestamp('A time as ISO 8601 with milliseconds, in UTC.')),
  TimestampOrNull: plain(z.nullable(timestamp('A time, or null for none.'))),
  Page: { ...plain(z.object(counts)), description: 'Position of the page in the list.' },
};

/** The constraints of a schema as text: schemas that differ only in their descriptions are equal. */
function demandsOf({ description, examples, default: _, ...demands }: JsonSchema): string {
  return toJson(demands);
}

/** A shorter schema is not longer than a reference to it. */
const minCharacters = 30;

/** The names of schemas by their constraints; of equal ones the first. */
export function namesByDemands(schemas: Readonly<Record<string, JsonSchema>>): Map<string, string> {
  const entries = Object.entries(schemas).map(([name, schema]) => [demandsOf(schema), name] as const);
  return new Map(entries.filter(([demands]) => demands.length >= minCharacters).toReversed());
}

/**
 * The schema with named parts replaced by references. A description stays beside its reference, unless the
 * named schema has the same.
 */
export function withReferences(
  schema: JsonSchema,
  names: ReadonlyMap<string, string>,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const changed = mapInnerSchemas(schema, (inner) => withReferences(inner, names, schemas));
  const name = names.get(demandsOf(changed));
  if (name === undefined || changed.$ref !== undefined) return changed;
  const { description, default: fallback } = changed;
  return {
    $ref: `#/components/schemas/${name}`,
    ...(description !== undefined && description !== schemas[name]?.description && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
}
