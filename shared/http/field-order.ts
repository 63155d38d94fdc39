/** Puts the fields of answers into the order of their contract: DynamoDB returns the attributes of an item in any order. */
import type { z } from 'zod/mini';

type Schema = z.core.$ZodType;

const isDocument = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function ofObject(shape: Readonly<Record<string, Schema>>, value: Readonly<Record<string, unknown>>) {
  const known = Object.entries(shape).filter(([name]) => Object.hasOwn(value, name));
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(shape, name));
  const byName = others.toSorted(([one], [other]) => (one < other ? -1 : 1));
  // As entries: a field may be named `__proto__`.
  return Object.fromEntries([
    ...known.map(([name, schema]) => [name, inFieldOrder(schema, value[name])]),
    ...byName,
  ]);
}

/**
 * The value with the fields of its objects in the order of the schema, those that the schema does not name last and by
 * name. What the schema leaves open, such as the JSON of callers, stays as it is.
 */
export function inFieldOrder(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined || typeof value !== 'object' || value === null) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isDocument(value) ? ofObject(def.shape, value) : value;
    case 'array':
      return Array.isArray(value) ? value.map((entry) => inFieldOrder(def.element, entry)) : value;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return inFieldOrder(def.innerType, value);
    default:
      return value;
  }
}
