/** What zod says of a schema, as the document writes it. */
import * as z from 'zod/mini';
import { type JsonSchema, mapInnerSchemas } from '../../../kernel/contracts/json-schema.ts';

/** The schema of what callers send (`input`) or of what comes back (`output`); named ones are under `$defs`. */
export function toPlainJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy }) as JsonSchema;
  const { $schema, $defs, ...root } = relocate(json);
  const definitions = Object.entries($defs ?? {}).map(([name, one]) => [name, withNullAsType(one)]);
  return { ...withNullAsType(root), ...($defs && { $defs: Object.fromEntries(definitions) }) };
}

function tidy({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  // Answers may grow fields, and unknown fields of requests are ignored.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  delete jsonSchema.id;
  // Any integer of JavaScript: no limit of ours.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Every name is a text.
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}

/**
 * `z.nullable(uuid('…'))` describes the value inside; what readers look at is the property, so the description
 * moves outwards.
 */
function liftDescription(value: unknown): unknown {
  const { anyOf, description } = (value ?? {}) as JsonSchema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return value;
  const [{ description: inner, examples, ...rest } = {}, none] = anyOf as [JsonSchema, JsonSchema];
  if (inner === undefined || description !== undefined || rest.$ref !== undefined) return value;
  return { description: inner, ...(examples && { examples }), ...(value as JsonSchema), anyOf: [rest, none] };
}

/** `{type: ['string', 'null']}` in place of a choice of the two. */
function withNullAsType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...words } = mapInnerSchemas(schema, withNullAsType);
  const [value, none] = anyOf ?? [];
  const isNullable = anyOf?.length === 2 && none?.type === 'null';
  if (!isNullable || typeof value?.type !== 'string' || value.enum !== undefined || 'const' in value)
    return { ...words, ...(anyOf && { anyOf }) };
  return { ...value, type: [value.type, 'null'], ...words };
}

/** Zod refers to `#/$defs/…`; in an OpenAPI document the same schemas lie in the components. */
function relocate(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  const relocated = text.replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(relocated, (_, value) => liftDescription(value)) as JsonSchema;
}
