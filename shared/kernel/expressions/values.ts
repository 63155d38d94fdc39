/** The values of expressions: JSON, exact numbers, times and durations. */
import { Decimal } from 'decimal.js';
import { dateMs, isWithinYears } from '../base/dates.ts';
import { toJson } from '../base/json.ts';
import { ExpressionError } from './expression-error.ts';
import { expressionLimits } from './limits.ts';

/** A long text counts as several parts. */
const charactersPerPart = 16;

/** Rounds results to the digits of a decimal128, so that no number grows without limit. */
export const Exact = Decimal.clone({
  precision: expressionLimits.digits,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -expressionLimits.digits,
  toExpPos: 3 * expressionLimits.digits,
  maxE: 6_000,
  minE: -6_000,
});

/** A length of time. */
export class Duration {
  readonly ms: number;

  constructor(ms: number) {
    if (!Number.isFinite(ms)) throw new ExpressionError('the duration is too long');
    this.ms = ms;
  }

  toString(): string {
    return `${this.ms / 1_000}s`;
  }
}

export type NumberValue = number | bigint | Decimal;

export const isNumber = (value: unknown): value is NumberValue =>
  typeof value === 'number' || typeof value === 'bigint' || Decimal.isDecimal(value);

export function exact(value: NumberValue): Decimal {
  return typeof value === 'bigint' ? new Exact(value.toString()) : new Exact(value);
}

/** Throws ExpressionError for a number that is none, such as the root of -1, and for one that is too large. */
export function finite(number: Decimal): Decimal {
  if (number.isNaN()) throw new ExpressionError('the result is not a number');
  if (!number.isFinite()) throw new ExpressionError('the number is too large');
  return number;
}

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Duration) &&
  !Decimal.isDecimal(value);

/** The type's name in messages and in `type()`. */
export function typeOf(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (isNumber(value)) return 'number';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'bool';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Date) return 'time';
  return value instanceof Duration ? 'duration' : 'map';
}

export const outsideYears = 'the time is outside the years 0 to 9999';

export function timeOf(ms: number): Date {
  if (!isWithinYears(ms)) throw new ExpressionError(outsideYears);
  return new Date(ms);
}

/** Milliseconds of a time or of the text of a date; undefined for other values. */
export function instantOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  const ms = typeof value === 'string' ? dateMs(value.trim()) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Throws ExpressionError for a value with too many parts: lists that contain a list many times are small until then. */
class PartCount {
  #left: number = expressionLimits.parts;

  spend(text = ''): void {
    this.#left -= 1 + text.length / charactersPerPart;
    if (this.#left < 0)
      throw new ExpressionError(`the value has more than ${expressionLimits.parts} parts`, undefined, true);
  }
}

/** The value as JSON: a number of up to 17 digits, integers with all digits; times in UTC; durations as `90s`. */
export const toPlain = (value: unknown): unknown => plainOf(value, new PartCount());

function plainOf(value: unknown, count: PartCount): unknown {
  count.spend(typeof value === 'string' ? value : '');
  if (Decimal.isDecimal(value)) {
    const number = value.toNumber();
    // JSON.parse reads such a number as infinite.
    if (!Number.isFinite(number)) throw new ExpressionError('the number is too large');
    if (value.isInteger() && !Number.isSafeInteger(number)) return BigInt(value.toFixed());
    // Minus zero is zero.
    return number + 0;
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Duration) return value.toString();
  if (Array.isArray(value)) return value.map((child) => plainOf(child, count));
  if (isMap(value))
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plainOf(child, count)]));
  return value ?? null;
}

/** The value inside a text: numbers with all their digits, nothing for null, lists and maps as JSON. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isNumber(value)) return exact(value).toString();
  const plain = toPlain(value);
  return typeof plain === 'string' ? plain : toJson(plain);
}

/** Equality: numbers by value, lists and maps by their content, times by the moment; otherwise type and value. */
export function areSame(left: unknown, right: unknown, spend: (steps: number) => void): boolean {
  spend(1);
  if (left === right || (left ?? null) === (right ?? null)) return true;
  if (isNumber(left) && isNumber(right)) return exact(left).equals(exact(right));
  if (left instanceof Date || right instanceof Date) {
    const [one, other] = [instantOf(left), instantOf(right)];
    return one !== undefined && one === other;
  }
  if (left instanceof Duration && right instanceof Duration) return left.ms === right.ms;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => areSame(item, right[index], spend));
  if (!isMap(left) || !isMap(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && areSame(left[key], right[key], spend))
  );
}

/** Orders the units of a text as the characters are: a pair of surrogates stands for a character after all others. */
const rankOf = (unit: number): number =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;

/** A step compares as many units of two texts. */
const unitsPerStep = 1_000;

/** Below 0 when `left` comes first, by characters. JavaScript compares units of UTF-16. */
function orderOfTexts(left: string, right: string, spend: (steps: number) => void): number {
  const length = Math.min(left.length, right.length);
  spend(Math.ceil(length / unitsPerStep));
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one !== other) return rankOf(one) - rankOf(other);
  }
  return left.length - right.length;
}

const hyphenAt = 'YYYY'.length;

/** The time between two texts of dates; NaN for other texts, of which most have another fifth character. */
const timeBetween = (left: string, right: string): number =>
  left[hyphenAt] === '-' && right[hyphenAt] === '-' ? dateMs(left) - dateMs(right) : Number.NaN;

/**
 * Below 0 when `left` comes first; undefined for values that have no order. Two texts of dates have the order of their
 * times, as in conditions. False comes before true.
 */
export function orderOf(left: unknown, right: unknown, spend: (steps: number) => void): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (isNumber(left) && isNumber(right)) return exact(left).comparedTo(exact(right));
  if (typeof left === 'string' && typeof right === 'string') {
    const ms = timeBetween(left, right);
    return Number.isNaN(ms) ? orderOfTexts(left, right, spend) : ms;
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Duration && right instanceof Duration) return left.ms - right.ms;
  if (!(left instanceof Date) && !(right instanceof Date)) return undefined;
  const [one, other] = [instantOf(left), instantOf(right)];
  return one === undefined || other === undefined ? undefined : one - other;
}
