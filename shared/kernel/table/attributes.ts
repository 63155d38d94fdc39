/**
 * Items as DynamoDB spells them: every value with the name of its type. The SDK's document client does the same in
 * 11 KB for types that the table never holds (sets, numbers beyond those of JSON).
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { UnstorableError } from './errors.ts';

export type Attributes = Record<string, AttributeValue>;

/** DynamoDB nests maps and lists so deep, the item's own attributes at level 1. */
const maxLevels = 32;
/** Smaller magnitudes are no numbers of DynamoDB. */
const minMagnitude = 1e-130;

/** Is it a number of DynamoDB? Integers that JavaScript has rounded already would be stored as if they were exact. */
function isStorableNumber(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude === 0 || (magnitude >= minMagnitude && magnitude <= Number.MAX_SAFE_INTEGER);
}

function toAttribute(value: unknown, field: string, level: number): AttributeValue {
  if (value === null) return { NULL: true };
  // Callers' texts were checked; what other services say may hold half of a surrogate pair, which DynamoDB refuses.
  if (typeof value === 'string') return { S: value.toWellFormed() };
  if (typeof value === 'number') {
    if (!isStorableNumber(value)) throw new UnstorableError(field, 'must be a number that a table can hold');
    return { N: String(value) };
  }
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Uint8Array) return { B: value };
  if (typeof value !== 'object') throw new TypeError(`The table cannot hold a ${typeof value}.`);
  if (level >= maxLevels) throw new UnstorableError(field, `must nest at most ${maxLevels - 1} levels deep`);
  if (Array.isArray(value)) {
    const given = value.filter((one) => one !== undefined);
    return { L: given.map((one) => toAttribute(one, field, level + 1)) };
  }
  return {
    M: Object.fromEntries(entriesOf(value).map(([name, one]) => [name, toAttribute(one, field, level + 1)])),
  };
}

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, one]) => one !== undefined);

/**
 * What DynamoDB is to get for an item, a key or the values of an expression. `undefined` is left out, so that
 * absence is spelt one way in items. Throws UnstorableError naming the attribute for numbers and depths that DynamoDB
 * has not; TypeError for what JSON cannot hold either, bytes excepted.
 */
export function toAttributes(values: object): Attributes {
  return toNamedAttributes(values, (name) => name);
}

/** The same for the values of an expression; `fieldOf` says for which attribute a placeholder stands. */
export function toNamedAttributes(values: object, fieldOf: (placeholder: string) => string): Attributes {
  return Object.fromEntries(
    entriesOf(values).map(([name, value]) => [name, toAttribute(value, fieldOf(name), 1)]),
  );
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
