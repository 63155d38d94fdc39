/**
 * What items may hold, and how the document client translates it. It is checked here first: the client's errors say
 * nothing of the attribute, and DynamoDB's own come after the request.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { TranslateConfig } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { UnstorableError } from './errors.ts';

export type Attributes = Record<string, AttributeValue>;

/** `undefined` is left out, so that absence is spelt one way; numbers that a double cannot hold are rounded to one. */
const marshallOptions = { removeUndefinedValues: true } as const;
const unmarshallOptions = { wrapNumbers: Number } as const;

/** The same for a document client, which writes further options into what it is given. */
export function newTranslation(): TranslateConfig {
  return { marshallOptions: { ...marshallOptions }, unmarshallOptions: { ...unmarshallOptions } };
}

/** DynamoDB nests maps and lists so deep, the item's own attributes at level 1. */
const maxLevels = 32;
/** Smaller magnitudes are no numbers of DynamoDB. */
const minMagnitude = 1e-130;

/** Is it a number of DynamoDB? Integers that JavaScript has rounded already would be stored as if they were exact. */
function isStorableNumber(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude === 0 || (magnitude >= minMagnitude && magnitude <= Number.MAX_SAFE_INTEGER);
}

function toStored(value: unknown, field: string, level: number): unknown {
  // Callers' texts were checked; what other services say may hold half of a surrogate pair, which DynamoDB refuses.
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') {
    if (!isStorableNumber(value)) throw new UnstorableError(field, 'must be a number that a table can hold');
    return value;
  }
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
 * The item, or the values of an expression, as it is given to the document client. Throws UnstorableError naming the
 * attribute for numbers and depths that DynamoDB has not; TypeError for what JSON cannot hold either, bytes excepted.
 * `fieldOf` says for which attribute a placeholder of an expression stands.
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

/** An item of a stream record or of an error, which the document client leaves as they are. */
export function fromAttributes(attributes: Attributes): Record<string, unknown> {
  return unmarshall(attributes, unmarshallOptions);
}
