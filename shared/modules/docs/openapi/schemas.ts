/** Converts zod schemas to JSON Schema, and collects the named ones as components. */

import * as z from 'zod/mini';
import { toJson } from '../../../kernel/base/json.ts';
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';
import { namesByDemands, sharedSchemas, withReferences } from './shared-schemas.ts';
import { toPlainJsonSchema } from './zod-json-schema.ts';

type ZodSchema = z.core.$ZodType;

const sharedNames = namesByDemands(sharedSchemas);

export interface SchemaRegistry {
  /** The schema of requests (`input`) or of responses (`output`). */
  toJsonSchema(schema: ZodSchema, io: 'input' | 'output'): JsonSchema;
  /** Every named schema so far and every hand-written one, by name. */
  components(): Record<string, JsonSchema>;
}

/**
 * Named schemas (`z.meta({ id })`) become `#/components/schemas/<id>`. Throws if two different schemas have
 * one name.
 */
export function createSchemaRegistry(handWritten: Readonly<Record<string, JsonSchema>> = {}): SchemaRegistry {
  const named = new Map<string, JsonSchema>(Object.entries({ ...sharedSchemas, ...handWritten }));

  function add(name: string, schema: JsonSchema): void {
    const existing = named.get(name);
    if (existing !== undefined && toJson(existing) !== toJson(schema)) {
      throw new Error(`Two different schemas are named ${name}; give one of them another id.`);
    }
    named.set(name, schema);
  }

  return {
    toJsonSchema(schema, io) {
      const { $defs = {}, ...json } = toPlainJsonSchema(schema, io);
      const root = withShared(json);
      for (const [name, definition] of Object.entries($defs)) add(name, withShared(definition));
      const id = z.globalRegistry.get(schema)?.id;
      if (id === undefined || root.$ref !== undefined) return root;
      add(id, root);
      return { $ref: `#/components/schemas/${id}` };
    },
    components: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const withShared = (schema: JsonSchema): JsonSchema => withReferences(schema, sharedNames, sharedSchemas);
