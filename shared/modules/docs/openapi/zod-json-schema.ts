/** Converts zod schemas to the JSON Schema of the document. */

import * as z from 'zod/mini';
import { toJson } from '../../../kernel/base/json.ts';
import { type JsonSchema, mapInnerSchemas } from '../../../kernel/contracts/json-schema.ts';

/** The schema of requests (`input`) or of responses (`output`); named ones are under `$defs`. */
export function toPlainJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy }) as JsonSchema;
  const { $schema, $defs, ...root } = relocate(json);
  const definitions = Object.entries($defs ?? {}).map(([name, one]) => [name, withNullAsType(one)]);
  return { ...withNullAsType(root), ...($defs && { $defs: Object.fromEntries(definitions) }) };
}

function tidy({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  // Responses may get more fields, and unknown fields of requests are ignored.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  delete jsonSchema.id;
  // Any integer of JavaScript: not a limit of the API.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Every name is a text.
  if (toJson(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}

/**
 * `z.nullable(uuid('…'))` describes the inner value; readers look at the property, so the description is
 * moved there.
 */
function liftDescription(value: unknown): unknown {
  const { anyOf, description } = (value ?? {}) as JsonSchema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return value;
  const [{ description: inner, examples, ...rest } = {}, none] = anyOf as [JsonSchema, JsonSchema];
  if (inner === undefined || description !== undefined || rest.$ref !== undefined) return value;
  return { description: inner, ...(examples && { examples }), ...(value as JsonSchema), anyOf: [rest, none] };
}

/** Writes `{type: ['string', 'null']}` instead of a choice of the two. */
function withNullAsType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...words } = mapInnerSchemas(schema, withNullAsType);
  const [value, none] = anyOf ?? [];
  const isNullable = anyOf?.length === 2 && none?.type === 'null';
  if (!isNullable || typeof value?.type !== 'string' || value.enum !== undefined || 'const' in value)
    return { ...words, ...(anyOf && { anyOf }) };
  return { ...value, type: [value.type, 'null'], ...words };
}

/** Replaces zod's references to `#/$defs/…` by references to the document's components. */
function relocate(schema: JsonSchema): JsonSchema {
  const text = toJson(schema);
  const relocated = text.replaceAll('"#/$defs/', '"#/components/schemas/');
  // biome-ignore lint/plugin: schemas of the product have no long numbers, and this reads them in one pass.
  return JSON.parse(relocated, (_, value) => liftDescription(value)) as JsonSchema;
}
