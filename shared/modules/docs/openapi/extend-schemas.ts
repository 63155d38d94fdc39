/** Replaces the fields of objects that contain all fields of another schema by a reference to it (`allOf`). */

import { isDeepStrictEqual } from 'node:util';
import { toJson } from '../../../kernel/base/json.ts';
import { type JsonSchema, withoutExamples } from '../../../kernel/contracts/json-schema.ts';
import { type OpenApiDocument, operationsIn } from './types.ts';

/** Shorter schemas are not worth a reference. */
const minSharedCharacters = 150;

interface Base {
  name: string;
  properties: Record<string, JsonSchema>;
  required: readonly string[];
  characters: number;
}

function basesIn(schemas: Readonly<Record<string, JsonSchema>>): Base[] {
  return Object.entries(schemas)
    .flatMap(([name, { type, properties, required = [], allOf }]) => {
      if (type !== 'object' || properties === undefined || allOf !== undefined) return [];
      const characters = toJson(properties).length;
      return characters < minSharedCharacters ? [] : [{ name, properties, required, characters }];
    })
    .toSorted((a, b) => b.characters - a.characters);
}

function includes(schema: JsonSchema, base: Base): boolean {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(base.properties);
  return (
    Object.keys(properties).length > names.length &&
    base.required.every((name) => required.includes(name)) &&
    names.every((name) => {
      const [own, other] = [properties[name], base.properties[name]];
      return (
        own !== undefined &&
        other !== undefined &&
        isDeepStrictEqual(withoutExamples(own), withoutExamples(other))
      );
    })
  );
}

function extended(schema: JsonSchema, bases: readonly Base[]): JsonSchema {
  const base = schema.type === 'object' ? bases.find((one) => includes(schema, one)) : undefined;
  if (base === undefined) return schema;
  const { properties = {}, required = [], allOf = [], ...words } = schema;
  const own = Object.entries(properties).filter(([name]) => !(name in base.properties));
  const ownRequired = required.filter((name) => !base.required.includes(name));
  const rest: JsonSchema = {
    ...words,
    allOf: [...allOf, { $ref: `#/components/schemas/${base.name}` }],
    properties: Object.fromEntries(own),
    ...(ownRequired.length > 0 && { required: ownRequired }),
  };
  return extended(rest, bases);
}

export function extendSchemas(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const bases = basesIn(schemas);
  for (const [name, schema] of Object.entries(schemas)) {
    schemas[name] = extended(
      schema,
      bases.filter((base) => base.name !== name),
    );
  }
  for (const { operation } of operationsIn(document)) {
    for (const response of Object.values(operation.responses)) {
      const media = 'content' in response ? response.content?.['application/json'] : undefined;
      if (media !== undefined) media.schema = extended(media.schema, bases);
    }
  }
}
