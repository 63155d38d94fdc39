/**
 * Items as DynamoDB spells them: every value with the name of its type. The SDK's document client does the same in
 * 11 KB for types that the table never holds (sets, numbers beyond those of JSON).
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Attributes = Record<string, AttributeValue>;

function numberText(value: number): string {
  // DynamoDB keeps 38 digits; a number that JavaScript has rounded already would be stored as if it were exact.
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError(`The table cannot hold the number ${value}.`);
  return String(value);
}

function toAttribute(value: unknown): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: numberText(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Uint8Array) return { B: value };
  if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(toAttribute) };
  if (typeof value === 'object') return { M: toAttributes(value) };
  throw new TypeError(`The table cannot hold a ${typeof value}.`);
}

/**
 * What DynamoDB is to get for an item, a key or the values of an expression. `undefined` is left out, so that
 * absence is spelt one way in items. Throws for what JSON cannot hold either, bytes excepted.
 */
export function toAttributes(values: object): Attributes {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, toAttribute(value)]));
}

function fromAttribute({ S, N, BOOL, NULL, B, L, M }: AttributeValue): unknown {
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (BOOL !== undefined) return BOOL;
  if (NULL !== undefined) return null;
  if (M !== undefined) return fromAttributes(M);
  if (L !== undefined) return L.map(fromAttribute);
  if (B !== undefined) return B;
  throw new TypeError('The table answered a value of a type that is never stored.');
}

/** An item as DynamoDB answers it, in plain values. */
export function fromAttributes(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, fromAttribute(value)]));
}
