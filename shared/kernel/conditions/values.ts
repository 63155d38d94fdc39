/**
 * Equality, order and emptiness of values in conditions. Values are JSON, or undefined for missing paths. Everything
 * here is pure.
 */
import { foldCase } from '../base/compared.ts';
import { dateMs } from '../base/dates.ts';
import { isNumeric, type Numeric, numberOfText, toJson } from '../base/json.ts';
import { withoutHeaps } from '../base/linear-text.ts';

/** Missing and null are equal. */
export function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether a number is too large for every integer next to it to be a number too. */
const isLong = (number: number): boolean => Number.isInteger(number) && !Number.isSafeInteger(number);

/**
 * Converts to a number where possible (`'10'` → 10, `''` → 0, `true` → 1); NaN for other values, including lists and
 * objects. Integers beyond 2^53 are always bigints, so that equal numbers are `===`.
 */
export function toNumber(value: unknown): Numeric {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return isLong(value) ? numberOfText(String(value)) : value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') return Number.NaN;
  const number = Number(value);
  if (!isLong(number)) return number;
  const exact = numberOfText(value);
  return Number.isNaN(exact) ? number : exact;
}

/** The text of a value; lists and objects as JSON. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? toJson(value) : String(value);
}

const withExponent = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** The digits of a number, without an exponent: people read `0.0000005`, not `5e-7`. */
function numberText(number: number): string {
  const text = String(number);
  const [, sign = '', first = '', decimals = '', exponent] = withExponent.exec(text) ?? [];
  if (exponent === undefined) return text;
  const [digits, shift] = [first + decimals, Number(exponent)];
  return shift < 0
    ? `${sign}0.${digits.padStart(digits.length - shift - 1, '0')}`
    : `${sign}${digits.padEnd(shift + 1, '0')}`;
}

/** The text of a value for people. */
export const toShownText = (value: unknown): string =>
  typeof value === 'number' ? numberText(value) : toText(value);

const maxDateLength = 'YYYY-MM-DD HH:mm:ss.sssssssss +00:00'.length;
const hyphen = '-'.charCodeAt(0);

/** Milliseconds of a date, with or without a time (UTC without a zone); NaN for any other text. */
export function toInstant(text: string): number {
  // Most texts are not dates, which one character shows.
  const isBlankBefore = text.charCodeAt(0) <= 32;
  if (text.charCodeAt(4) !== hyphen && !isBlankBefore) return Number.NaN;
  const date = text.trim();
  return date.length > maxDateLength ? Number.NaN : dateMs(date);
}

const maxDayLength = 'YYYY-MM-DD'.length;

/** Milliseconds of a date with a time; NaN for any other value: a date without a time is a text of its own. */
export const timeOf = (value: unknown): number =>
  typeof value === 'string' && value.length > maxDayLength ? toInstant(value) : Number.NaN;

/**
 * A missing value equals only a missing value. A number equals values that convert to it, and a time in another notation is
 * the same time; others equal only the same type and value. Lists and objects equal nothing.
 */
export function areEqual(left: unknown, right: unknown): boolean {
  if (isNone(left)) return isNone(right);
  if (typeof left === 'object' || typeof right === 'object') return false;
  if (isNumeric(left) || isNumeric(right)) return toNumber(left) === toNumber(right);
  // NaN equals nothing.
  return left === right || timeOf(left) === timeOf(right);
}

/** Equal without conversion: the same type and value. Lists and objects are equal if their contents are. */
export function areIdentical(left: unknown, right: unknown): boolean {
  if (isNumeric(left) && isNumeric(right)) return toNumber(left) === toNumber(right);
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((element, index) => areIdentical(element, right[index]));
  }
  const entries = Object.entries(left);
  return (
    entries.length === Object.keys(right).length &&
    entries.every(
      ([name, value]) => Object.hasOwn(right, name) && areIdentical(value, Reflect.get(right, name)),
    )
  );
}

const withoutCase = (value: unknown): unknown => (typeof value === 'string' ? foldCase(value) : value);

/** A text, or a list with its texts, without upper and lower case; other values unchanged. */
export const toFolded = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(withoutCase) : withoutCase(value);

/** Created at the first comparison of texts: most conditions compare none. */
let collator: Intl.Collator | undefined;

/** Alphabetical order, the same on every machine. */
function collate(left: unknown, right: unknown): number {
  collator ??= new Intl.Collator('en');
  return collator.compare(withoutHeaps(toText(left)), withoutHeaps(toText(right)));
}

/**
 * Below 0 when `left` comes first, 0 for equal values. Missing values come first; two dates compare as times, values
 * that convert to numbers as numbers, all others as text.
 */
export function order(left: unknown, right: unknown): number {
  if (isNone(left)) return isNone(right) ? 0 : -1;
  if (isNone(right)) return 1;
  if (typeof left === 'string' && typeof right === 'string') {
    const moments = toInstant(left) - toInstant(right);
    if (!Number.isNaN(moments)) return moments;
  }
  const [a, b] = [toNumber(left), toNumber(right)];
  // Not the difference: infinity minus infinity is NaN.
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a === b ? 0 : a < b ? -1 : 1;
  return collate(left, right);
}

/** Missing, blank text, an empty list, an object without keys. Numbers and booleans are never empty. */
export function isEmpty(value: unknown): boolean {
  if (isNone(value)) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
