/**
 * Writes each example of a response once. A named schema contains the example for all operations that return
 * it, alone or in lists. Operations whose example follows from their schema have none, and fields that are
 * part of an example have none either.
 */
import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, withoutExamples } from '../../../kernel/contracts/json-schema.ts';
import { exampleOf, flattened } from '../../../kernel/contracts/schema-view.ts';
import { type MediaType, type OpenApiDocument, operationsIn, type RequestBody } from './types.ts';

const schemaPrefix = '#/components/schemas/';

function responsesOf(document: OpenApiDocument): MediaType[] {
  return operationsIn(document)
    .flatMap(({ operation }) => Object.values(operation.responses))
    .flatMap((response) => ('content' in response && response.content?.['application/json']) || []);
}

/** The named schemas of a response and its rows, with their part of the example. */
function shownSchemas({ schema, example }: MediaType): [name: string, example: unknown][] {
  if (schema.$ref !== undefined) return [[schema.$ref.slice(schemaPrefix.length), example]];
  if (typeof example !== 'object' || example === null) return [];
  const values = new Map(Object.entries(example));
  return Object.entries(schema.properties ?? {}).flatMap(([name, { $ref, items }]) => {
    const value: unknown = values.get(name);
    const row: unknown = Array.isArray(value) ? value[0] : undefined;
    if ($ref !== undefined && value !== undefined) return [[$ref.slice(schemaPrefix.length), value]];
    if (items?.$ref !== undefined && row !== undefined) return [[items.$ref.slice(schemaPrefix.length), row]];
    return [];
  });
}

/** Removes the examples of fields that have a value in `shown`. */
function withoutShown(schema: JsonSchema, shown: unknown): JsonSchema {
  if (Array.isArray(shown)) {
    const [first] = shown;
    const { items } = schema;
    return items === undefined || first === undefined
      ? schema
      : { ...schema, items: withoutOwn(items, first) };
  }
  if (typeof shown !== 'object' || shown === null) return schema;
  const values = new Map(Object.entries(shown));
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    values.has(name) ? withoutOwn(field, values.get(name)) : field,
  ]);
  return schema.properties === undefined ? schema : { ...schema, properties: Object.fromEntries(fields) };
}

function withoutOwn({ examples, ...schema }: JsonSchema, shown: unknown): JsonSchema {
  return withoutShown(schema, shown);
}

/** Removes the field examples of a body with an example. Forms keep them, because they are filled in by field. */
function withoutShownFields({ content }: RequestBody): void {
  const media = content['application/json'];
  const [example] = Object.values(media?.examples ?? {});
  if (media !== undefined && example !== undefined && 'value' in example)
    media.schema = withoutShown(media.schema, example.value);
}

export function shareExamples(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const responses = responsesOf(document).filter(({ example }) => example !== undefined);
  const whole = responses.toSorted((a, b) => Number('$ref' in b.schema) - Number('$ref' in a.schema));
  for (const [name, example] of whole.flatMap(shownSchemas)) {
    const schema = schemas[name];
    const isObject = schema !== undefined && flattened(document, schema).properties !== undefined;
    if (isObject && schema.examples === undefined && typeof example === 'object')
      schemas[name] = { ...withoutExamples(schema), examples: [example] };
  }
  for (const response of responses) {
    const isNamed = response.schema.$ref !== undefined;
    if (isNamed || isDeepStrictEqual(exampleOf(document, response.schema), response.example))
      delete response.example;
    else response.schema = withoutExamples(response.schema);
  }
  for (const { operation } of operationsIn(document)) {
    if (operation.requestBody !== undefined) withoutShownFields(operation.requestBody);
  }
}
