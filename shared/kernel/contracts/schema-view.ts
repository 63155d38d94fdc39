/** Simplified views of schemas: without references and compositions, or as an example value. */
import * as z from 'zod/mini';
import type { JsonSchema } from './json-schema.ts';

/** What the references of a schema point into: a document, or a schema with `$defs`. */
type Document = object;

/**
 * The target of a `#/…` reference; any other value is returned unchanged. Throws if the target
 * does not exist.
 */
export function resolveReference<Part extends object>(
  document: Document,
  part: Part | { $ref: string },
): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part;
  const found = part.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
  if (found === undefined) throw new Error(`${part.$ref} does not exist in the document.`);
  return resolveReference(document, found as Part);
}

/** The schema with its reference resolved and the fields of all schemas in its composition. */
export function flattened(document: Document, schema: JsonSchema): JsonSchema {
  const { $ref, ...siblings } = schema;
  const resolved =
    $ref === undefined ? schema : { ...resolveReference<JsonSchema>(document, schema), ...siblings };
  const { allOf, ...own } = resolved;
  if (allOf === undefined) return resolved;
  const parts = [...allOf.map((part) => flattened(document, part)), own];
  return {
    ...own,
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
  };
}

const plainValues: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 0,
  number: 0,
  boolean: true,
  null: null,
};

/** Schemas that contain themselves end after this number of levels. */
const maxLevels = 8;

/** An example value of the schema, composed of its examples. */
export function exampleOf(document: Document, schema: JsonSchema, levels = maxLevels): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  const flat = flattened(document, schema);
  const choice = (flat.anyOf ?? flat.oneOf)?.[0];
  if (flat.examples !== undefined) return flat.examples[0];
  if ('const' in flat) return flat.const;
  if (flat.default !== undefined) return flat.default;
  if (flat.enum !== undefined) return flat.enum[0];
  if (levels === 0) return null;
  if (flat.properties !== undefined) {
    const { required = [] } = flat;
    // Marks such as `replayed: true` are absent from most values.
    const isMark = ([name, field]: [string, JsonSchema]) =>
      !required.includes(name) && 'const' in field && field.examples === undefined;
    const fields = Object.entries(flat.properties).filter((field) => !isMark(field));
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(document, field, levels - 1)]));
  }
  if (choice !== undefined) return exampleOf(document, choice, levels - 1);
  const type = [flat.type].flat()[0];
  if (type === 'array') return flat.items === undefined ? [] : [exampleOf(document, flat.items, levels - 1)];
  return type === undefined || type === 'object' ? {} : plainValues[type];
}

/** An example of a contract's value. */
export function exampleOfSchema(schema: z.core.$ZodType): unknown {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  return exampleOf(json, json);
}
