/**
 * DynamoDB's size limits of items and keys, checked before a request where the whole item is known, so that the caller
 * learns which field is too large.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
import { UnstorableError } from './errors.ts';
import type { Key } from './keys.ts';

const maxItemBytes = 409_600;
const maxKeyBytes = { pk: 2_048, sk: 1_024 } as const;
/** Overhead of a map or list, and of each member. */
const containerBytes = 3;
const memberBytes = 1;

function attributeBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // Two digits are a byte, plus one for the exponent and one for a sign.
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 2;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value))
    return value.reduce((sum: number, one) => sum + memberBytes + attributeBytes(one), containerBytes);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).length * memberBytes + containerBytes + itemBytes(value);
}

/** Bytes of an item as DynamoDB counts them. */
export function itemBytes(item: object): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) =>
      value === undefined ? sum : sum + Buffer.byteLength(name) + attributeBytes(value),
    0,
  );
}

/** The largest attribute, which makes an item too large. */
function largestOf(item: object): string {
  const sizes = Object.entries(item).map(([name, value]) => ({ name, bytes: attributeBytes(value) }));
  return sizes.reduce((largest, one) => (one.bytes > largest.bytes ? one : largest)).name;
}

/** The error of a too large item, with `field` or its largest attribute. */
export function itemTooLargeError(item: object, field = largestOf(item)): UnstorableError {
  return new UnstorableError(field, `must be smaller: one item is stored in at most ${maxItemBytes} bytes`);
}

/** Throws UnstorableError with `field` or the largest attribute when the item exceeds DynamoDB's limit. */
export function checkItemSize(item: object, field?: string): void {
  if (itemBytes(item) > maxItemBytes) throw itemTooLargeError(item, field);
}

/** Whether an item can have this key. Callers' ids may be longer than any key. */
export function isPossibleKey({ pk, sk }: Key): boolean {
  return Buffer.byteLength(pk) <= maxKeyBytes.pk && Buffer.byteLength(sk) <= maxKeyBytes.sk;
}

/** Throws UnstorableError when a key exceeds DynamoDB's limit. */
export function checkKey(key: Key, field = 'id'): void {
  if (!isPossibleKey(key)) throw new UnstorableError(field, 'must be shorter: it is part of a key');
}
