/** The one reader and writer of JSON. An integer that a number cannot hold is a bigint, and keeps its digits. */
import { longNumberOf, parseExactly } from './long-numbers.ts';

declare global {
  interface JSON {
    /** A value that is written as this JSON text; newer than the types of JavaScript. */
    rawJSON(text: string): object;
  }
}

/** One step of the iterative writer: text to emit, or a value to be written. */
type Step = { text: string } | { value: unknown };

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

interface WriteOptions {
  sortsKeys?: boolean;
  /** Leaves out the members of objects that are null; lists keep theirs. */
  omitsNulls?: boolean;
}

function entriesOf(value: object, { sortsKeys, omitsNulls }: WriteOptions): [string, unknown][] {
  const entries = Object.entries(value).filter(
    ([, child]) => child !== undefined && !(omitsNulls && child === null),
  );
  return sortsKeys ? entries.sort(byKey) : entries;
}

function stepsOf(value: object, options: WriteOptions): Step[] {
  const isArray = Array.isArray(value);
  const entries = isArray ? value.entries() : entriesOf(value, options);
  const steps: Step[] = [{ text: isArray ? '[' : '{' }];
  let first = true;
  for (const [key, child] of entries) {
    const separator = first ? '' : ',';
    steps.push({ text: isArray ? separator : `${separator}${JSON.stringify(key)}:` }, { value: child });
    first = false;
  }
  steps.push({ text: isArray ? ']' : '}' });
  return steps;
}

function writeIteratively(root: unknown, options: WriteOptions = {}): string {
  const parts: string[] = [];
  const stack: Step[] = [{ value: root }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if ('text' in step) parts.push(step.text);
    else if (typeof step.value === 'object' && step.value !== null)
      // One by one: spreading the steps of a large array into push also overflows the stack.
      for (const next of stepsOf(step.value, options).reverse()) stack.push(next);
    else if (typeof step.value === 'bigint') parts.push(String(step.value));
    else parts.push(JSON.stringify(step.value) ?? 'null');
  }
  return parts.join('');
}

/** A number of JSON: a bigint is an integer beyond 2^53. */
export type Numeric = number | bigint;

export const isNumeric = (value: unknown): value is Numeric =>
  typeof value === 'bigint' || Number.isFinite(value);

/** What integers must be where the platform computes with them. */
export const safeRange = `must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;

/**
 * The number that a decimal text names, as `parseJson` reads it. NaN for a number with decimal places beyond 2^53, and
 * for texts that `Number` does not read.
 */
export const numberOfText = (text: string): Numeric => longNumberOf(text.trim()) ?? Number(text);

/**
 * The value with bigints replaced by their JSON texts; lists and objects without any are not copied. A replacer, which is
 * called for each value, takes twice as long.
 */
function withDigits(value: unknown): unknown {
  if (typeof value === 'bigint') return JSON.rawJSON(String(value));
  if (typeof value !== 'object' || value === null) return value;
  // Such as a date, which writes itself.
  if ('toJSON' in value && typeof value.toJSON === 'function') return value;
  let copy: object | undefined;
  for (const key of Object.keys(value)) {
    const child: unknown = Reflect.get(value, key);
    if (typeof child !== 'object' && typeof child !== 'bigint') continue;
    const written = withDigits(child);
    if (written === child) continue;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    Object.defineProperty(copy, key, { value: written });
  }
  return copy ?? value;
}

/**
 * Serializes plain data of any depth as JSON, bigints as numbers. `JSON.stringify` refuses bigints with a TypeError,
 * recurses, and overflows the stack at a few thousand levels, which a nested condition may have. `indent` is the number
 * of blanks of each level, where the text is read by people.
 */
export function toJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (error instanceof RangeError) return writeIteratively(value);
    if (!(error instanceof TypeError && error.message.includes('BigInt'))) throw error;
  }
  try {
    return JSON.stringify(withDigits(value), undefined, indent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return writeIteratively(value);
  }
}

/**
 * Parses JSON of any depth. Integers that a number cannot hold are bigints: `=` and `<` compare both kinds exactly,
 * `===` and arithmetic do not. Texts of callers go through `parseCallerJson`. Throws SyntaxError.
 */
export function parseJson<Value = unknown>(text: string): Value {
  return parseExactly(text) as Value;
}

/** Characters that JSON may escape: not all control characters. */
const mayBeEscaped = /["\\\p{Cc}]/u;

/** Bytes of a value in the response of a function, which Lambda returns as JSON within a JSON text. */
export function responseBytes(value: unknown): number {
  if (typeof value === 'string' && !mayBeEscaped.test(value)) return Buffer.byteLength(value);
  return Buffer.byteLength(toJson(toJson(value)));
}

/** Serializes plain data of any depth with sorted keys: equal content has equal text. */
export const canonicalJson = (value: unknown, options?: Pick<WriteOptions, 'omitsNulls'>): string =>
  writeIteratively(value, { ...options, sortsKeys: true });

/**
 * The first of the given names that is a key anywhere in JSON data of any depth; undefined without one. Array indexes
 * are not names.
 */
export function findKey(root: unknown, names: ReadonlySet<string>): string | undefined {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      const found = Object.keys(value).find((key) => names.has(key));
      if (found !== undefined) return found;
    }
    for (const child of Object.values(value)) stack.push(child);
  }
  return undefined;
}
