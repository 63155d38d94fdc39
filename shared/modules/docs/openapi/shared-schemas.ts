/** Schemas that many others contain, by the name under which those refer to them. */
import * as z from 'zod/mini';
import { type JsonSchema, mapInnerSchemas } from '../../../kernel/contracts/json-schema.ts';
import { timestamp, uuid } from '../../../kernel/http/fields.ts';
import { listOf } from '../../../kernel/lists/list.ts';
import { toPlainJsonSchema } from './zod-json-schema.ts';

const { items: _, ...counts } = listOf(z.unknown()).shape;

const plain = (schema: z.core.$ZodType): JsonSchema => toPlainJsonSchema(schema, 'output');

export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Uuid: plain(uuid('An id. Upper and lower case are equal; responses use lower case.')),
  UuidOrNull: plain(z.nullable(uuid('An id, or null for none.'))),
  Timestamp: plain(timestamp('A moment as ISO 8601 with milliseconds, in UTC.')),
  TimestampOrNull: plain(z.nullable(timestamp('A moment, or null for none.'))),
  Page: { ...plain(z.object(counts)), description: 'Which rows of a list the response contains.' },
};

/** What a schema demands, as text: schemas that differ in their words only have the same. */
function demandsOf({ description, examples, default: _, ...demands }: JsonSchema): string {
  return JSON.stringify(demands);
}

/** What is shorter is no longer than a reference to it. */
const minCharacters = 30;

/** The names of schemas by what they demand; of equal ones the first. */
export function namesByDemands(schemas: Readonly<Record<string, JsonSchema>>): Map<string, string> {
  const entries = Object.entries(schemas).map(([name, schema]) => [demandsOf(schema), name] as const);
  return new Map(entries.filter(([demands]) => demands.length >= minCharacters).toReversed());
}

/**
 * The schema with references in place of what has a name. What is said of the place stays beside the reference, unless
 * the named schema says the same.
 */
export function withReferences(
  schema: JsonSchema,
  names: ReadonlyMap<string, string>,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const changed = withReferencesInside(schema, names, schemas);
  const name = names.get(demandsOf(changed));
  if (name === undefined || changed.$ref !== undefined) return changed;
  const { description, default: fallback } = changed;
  return {
    $ref: `#/components/schemas/${name}`,
    ...(description !== undefined && description !== schemas[name]?.description && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
}

/** The same for what is within the schema, which itself stays. */
export function withReferencesInside(
  schema: JsonSchema,
  names: ReadonlyMap<string, string>,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return mapInnerSchemas(schema, (inner) => withReferences(inner, names, schemas));
}
