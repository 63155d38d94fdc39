/** Orders the fields of responses as in their contract, because DynamoDB returns attributes in any order. */
import type { z } from 'zod/mini';

type Schema = z.core.$ZodType;

const isDocument = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function ofObject(shape: Readonly<Record<string, Schema>>, value: Readonly<Record<string, unknown>>) {
  const ordered: Record<string, unknown> = {};
  let known = 0;
  for (const name of Object.keys(shape)) {
    if (!Object.hasOwn(value, name)) continue;
    ordered[name] = inFieldOrder(shape[name], value[name]);
    known += 1;
  }
  const names = Object.keys(value);
  if (known === names.length) return ordered;
  const others = names.filter((name) => !Object.hasOwn(shape, name)).toSorted();
  // As entries: a field may be named `__proto__`.
  return Object.fromEntries([
    ...Object.entries(ordered),
    ...others.map((name): [string, unknown] => [name, value[name]]),
  ]);
}

/**
 * Orders the fields of a value's objects as in the schema; fields outside the schema come last, by name. Open parts of
 * the schema, such as callers' JSON, stay unchanged.
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
