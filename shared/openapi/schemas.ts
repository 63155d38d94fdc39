/** Zod schemas as JSON Schema, the named ones collected as components. */
import * as z from 'zod/mini';
import { ruleSchemas } from '../rules/schemas.ts';
import type { JsonSchema } from './json-schema.ts';

type ZodSchema = z.core.$ZodType;

/** Schemas that zod cannot express, by the name under which others refer to them. */
const handWrittenSchemas: Readonly<Record<string, JsonSchema>> = { ...ruleSchemas };

export interface SchemaRegistry {
  /** The schema of what callers send (`input`) or of what arrives or comes back (`output`). */
  toJsonSchema(schema: ZodSchema, io: 'input' | 'output'): JsonSchema;
  /** Every named schema met so far and every hand-written one, by name. */
  components(): Record<string, JsonSchema>;
}

/** Named schemas (`z.meta({ id })`) become `#/components/schemas/<id>`. Throws when two differ under one name. */
export function createSchemaRegistry(): SchemaRegistry {
  const named = new Map<string, JsonSchema>(Object.entries(handWrittenSchemas));

  function add(name: string, schema: JsonSchema): void {
    const known = named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are named ${name}; give one of them another id.`);
    }
    named.set(name, schema);
  }

  return {
    toJsonSchema(schema, io) {
      const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy }) as JsonSchema;
      const { $schema, $defs = {}, ...root } = relocate(json);
      for (const [name, definition] of Object.entries($defs)) add(name, definition);
      const id = z.globalRegistry.get(schema)?.id;
      if (id === undefined || root.$ref !== undefined) return root;
      add(id, root);
      return { $ref: `#/components/schemas/${id}` };
    },
    components: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function tidy({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  // Answers may grow fields, and unknown fields of requests are ignored.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  delete jsonSchema.id;
  // Any integer of JavaScript: no limit of ours.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
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

/** Zod refers to `#/$defs/…`; in an OpenAPI document the same schemas lie in the components. */
function relocate(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  const relocated = text.replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(relocated, (_, value) => liftDescription(value)) as JsonSchema;
}

/** The properties of an object schema, with whether the caller must send each. */
export function fieldsOf(schema: ZodSchema): { name: string; schema: ZodSchema; required: boolean }[] {
  const { shape } = schema as unknown as z.ZodMiniObject;
  return Object.entries(shape).map(([name, field]) => ({
    name,
    schema: field,
    required: !z.safeParse(field, undefined).success,
  }));
}
