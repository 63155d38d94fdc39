/**
 * Values that items may contain, and their conversion by the document client. They are validated here first, because
 * the client's errors do not name the attribute, and DynamoDB's errors come after the request.
 */

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { TranslateConfig } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { safeRange } from '../base/json.ts';
import { UnstorableError } from './errors.ts';

export type Attributes = Record<string, AttributeValue>;

/**
 * `undefined` is omitted, so that absence has one form; numbers are rounded to doubles. The client takes an object with a
 * key `constructor` for an instance of a class; other instances are refused below.
 */
const marshallOptions = { removeUndefinedValues: true, convertClassInstanceToMap: true } as const;
const unmarshallOptions = { wrapNumbers: Number } as const;

/** A copy, because a document client writes further options into the object. */
export function newTranslation(): TranslateConfig {
  return { marshallOptions: { ...marshallOptions }, unmarshallOptions: { ...unmarshallOptions } };
}

/** DynamoDB's maximum depth of maps and lists, with the item's own attributes at level 1. */
const maxLevels = 32;
/** Smaller magnitudes are not supported by DynamoDB. */
const minMagnitude = 1e-130;

/**
 * Whether DynamoDB supports the number. Integers that JavaScript has already rounded would be stored as if they were
 * exact.
 */
function isStorableNumber(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude === 0 || (magnitude >= minMagnitude && magnitude <= Number.MAX_SAFE_INTEGER);
}

function toStored(value: unknown, field: string, level: number): unknown {
  // Callers' texts were checked; other services may send half of a surrogate pair, which DynamoDB refuses.
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') {
    if (!isStorableNumber(value))
      throw new UnstorableError(field, 'must be a number of at most 38 digits that DynamoDB can store');
    return value;
  }
  if (typeof value === 'bigint') throw new UnstorableError(field, safeRange);
  if (value === null || typeof value === 'boolean' || value instanceof Uint8Array) return value;
  const isPlain = typeof value === 'object' && !(value instanceof Set) && !(value instanceof Map);
  if (!isPlain) throw new TypeError(`The table cannot hold ${Object.prototype.toString.call(value)}.`);
  if (level >= maxLevels) throw new UnstorableError(field, `must nest at most ${maxLevels - 1} levels deep`);
  if (Array.isArray(value))
    return value.filter((one) => one !== undefined).map((one) => toStored(one, field, level + 1));
  return Object.fromEntries(entriesOf(value).map(([name, one]) => [name, toStored(one, field, level + 1)]));
}

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, one]) => one !== undefined);

/**
 * The item, or the values of an expression, for the document client. Throws UnstorableError with the attribute for
 * numbers and depths that DynamoDB does not support; TypeError for values that JSON cannot represent, except bytes.
 * `fieldOf` returns the attribute of an expression's placeholder.
 */
export function toStorable(
  values: object,
  fieldOf: (placeholder: string) => string = (name) => name,
): Record<string, unknown> {
  return Object.fromEntries(
    entriesOf(values).map(([name, value]) => [name, toStored(value, fieldOf(name), 1)]),
  );
}

/** Returns the item as the document client would convert it. */
export function toAttributes(values: object): Attributes {
  return marshall(toStorable(values), marshallOptions);
}

/** Converts an item of a stream record or of an error, which the document client does not convert. */
export function fromAttributes(attributes: Attributes): Record<string, unknown> {
  return unmarshall(attributes, unmarshallOptions);
}
