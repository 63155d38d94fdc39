/** What a function of expressions is, and how it reads its arguments. */
import type { Decimal } from 'decimal.js';
import { truncate } from '../base/text.ts';
import { ExpressionError } from './expression-error.ts';
import { expressionLimits } from './limits.ts';
import { Duration, exact, instantOf, isMap, isNumber, typeOf } from './values.ts';

/** Counts work; throws ExpressionError above the limit. */
export type Spend = (steps: number) => void;

export interface ExpressionFunction {
  /** Names of the arguments; optional ones end with `?`, and `…` stands for any number. */
  parameters: readonly string[];
  description: string;
  /** An expression and its result. */
  example: readonly [expression: string, result: unknown];
  /** Whether the arguments after this value are not evaluated; by default all are. */
  endsWith?: (value: unknown) => boolean;
  run: (args: Arguments, spend: Spend) => unknown;
}

/** The values of a call. A value of another type is an ExpressionError. */
export class Arguments {
  readonly #name: string;
  readonly #values: readonly unknown[];

  constructor(name: string, values: readonly unknown[]) {
    this.#name = name;
    this.#values = values;
  }

  get count(): number {
    return this.#values.length;
  }

  all(): readonly unknown[] {
    return this.#values;
  }

  any(index: number): unknown {
    return this.#values[index] ?? null;
  }

  has(index: number): boolean {
    return index < this.#values.length;
  }

  #wrong(index: number, type: string): ExpressionError {
    const value = this.#values[index];
    return new ExpressionError(`${this.#name} needs ${type}, and value ${index + 1} is ${described(value)}`);
  }

  number(index: number): Decimal {
    const value = this.any(index);
    if (!isNumber(value)) throw this.#wrong(index, 'a number');
    return exact(value);
  }

  /** A number without decimal places; `absent` without this argument. */
  integer(index: number, absent?: number): number {
    if (!this.has(index) && absent !== undefined) return absent;
    const number = this.number(index);
    if (!number.isInteger() || number.abs().greaterThan(Number.MAX_SAFE_INTEGER))
      throw this.#wrong(index, 'a whole number');
    return number.toNumber();
  }

  text(index: number, absent?: string): string {
    if (!this.has(index) && absent !== undefined) return absent;
    const value = this.any(index);
    if (typeof value !== 'string') throw this.#wrong(index, 'a text');
    return value;
  }

  list(index: number): readonly unknown[] {
    const value = this.any(index);
    if (!Array.isArray(value)) throw this.#wrong(index, 'a list');
    return value;
  }

  map(index: number): Readonly<Record<string, unknown>> {
    const value = this.any(index);
    if (!isMap(value)) throw this.#wrong(index, 'a map');
    return value;
  }

  /** Milliseconds of a time or of the text of a date. */
  time(index: number): number {
    const ms = instantOf(this.any(index));
    if (ms === undefined) throw this.#wrong(index, 'a time or the text of a date');
    return ms;
  }

  duration(index: number): Duration {
    const value = this.any(index);
    if (!(value instanceof Duration)) throw this.#wrong(index, 'a duration');
    return value;
  }

  /** The values of the only argument, a list, or all arguments. */
  spread(): readonly unknown[] {
    const [only] = this.#values;
    return this.#values.length === 1 && Array.isArray(only) ? only : this.#values;
  }
}

/** A value in a message. */
export function described(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return `the text "${truncate(value, 41, '…')}"`;
  return `a ${typeOf(value)}`;
}

/** Throws ExpressionError for a result with more characters or elements than an expression may make. */
export function assertFits(kind: 'text' | 'list', length: number): void {
  const [limit, unit] =
    kind === 'text'
      ? [expressionLimits.textCharacters, 'characters']
      : [expressionLimits.listElements, 'elements'];
  if (length > limit)
    throw new ExpressionError(`the ${kind} has more than ${limit} ${unit}`, undefined, true);
}

/** Throws ExpressionError for a text that is too long, and counts its characters. */
export function made(text: string, spend: Spend): string {
  assertFits('text', text.length);
  spend(Math.ceil(text.length / 100));
  return text;
}

/** Throws ExpressionError for a list that is too long, and counts its elements. */
export function madeList(list: readonly unknown[], spend: Spend): readonly unknown[] {
  assertFits('list', list.length);
  spend(Math.ceil(list.length / 10));
  return list;
}
