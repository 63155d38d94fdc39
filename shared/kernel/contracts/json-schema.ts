/** A JSON Schema (2020-12) as plain data, limited to the keywords of the OpenAPI document. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  $defs?: Record<string, JsonSchema>;
  $schema?: string;
}

/** The schema with `change` applied to each schema directly within it. */
export function mapInnerSchemas(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, additionalProperties: more, propertyNames, anyOf, oneOf, allOf } = schema;
  const changed = Object.entries(properties ?? {}).map(([name, inner]) => [name, change(inner)]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(changed) }),
    ...(items && { items: change(items) }),
    ...(typeof more === 'object' && { additionalProperties: change(more) }),
    ...(propertyNames && { propertyNames: change(propertyNames) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(oneOf && { oneOf: oneOf.map(change) }),
    ...(allOf && { allOf: allOf.map(change) }),
  };
}

export function withoutExamples({ examples, ...schema }: JsonSchema): JsonSchema {
  return mapInnerSchemas(schema, withoutExamples);
}
