/** Numbers beyond 2^53 in JSON texts, which JavaScript's numbers cannot hold. */
import { randomUUID } from 'node:crypto';

/** Whether a text may contain a number that JSON.parse would round: one of at least 16 digits. */
const mayBeRounded = /(?:^|[\s,:[])-?\d[\d.]{15}/;

/** Numbers of at least 16 digits, where a value may be. Texts may contain them too. */
const longNumbers =
  /(?<=^|[\s,:[])-?(?=[\d.]{16})(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*(?:[,\]}]|$))/g;

const digitsAlone = /^-?\d+$/;
const numberParts = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * The value of the text of a decimal number beyond 2^53: the integer, or NaN for a number with decimal places, which
 * nothing can hold. Undefined for numbers that JSON.parse reads well, also for infinite ones, and for other texts.
 */
export function longNumberOf(source: string): bigint | number | undefined {
  const rounded = Number(source);
  if (Number.isSafeInteger(rounded) || !Number.isInteger(rounded)) return undefined;
  if (digitsAlone.test(source)) return BigInt(source);
  const parts = numberParts.exec(source);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = `${whole}${fraction}`;
  const shift = Number(exponent) - fraction.length;
  const cut = digits.length + Math.min(shift, 0);
  if (/[1-9]/.test(digits.slice(cut))) return Number.NaN;
  const integer = BigInt(`${digits.slice(0, cut)}${'0'.repeat(Math.max(shift, 0))}`);
  return sign === '-' ? -integer : integer;
}

interface LongNumber {
  index: number;
  source: string;
  value: bigint | number;
}

/** The index of the quote that ends the text beginning at `start`; -1 without one. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let at = end - 1;
    while (json[at] === '\\') at -= 1;
    if ((end - at) % 2 === 1) return end;
  }
  return -1;
}

/** The long numbers that are values, not parts of texts. */
function findLongNumbers(json: string): LongNumber[] {
  const found: LongNumber[] = [];
  let begin = 0;
  let quote = json.indexOf('"');
  for (const { index, 0: source } of json.matchAll(longNumbers)) {
    while (quote !== -1 && quote < index) {
      const end = endOfText(json, quote);
      if (end === -1) return found;
      begin = end + 1;
      quote = json.indexOf('"', begin);
    }
    const value = index < begin ? undefined : longNumberOf(source);
    if (value !== undefined) found.push({ index, source, value });
  }
  return found;
}

const plain = { writable: true, enumerable: true, configurable: true } as const;

/** Replaces the texts that begin with the mark, at any depth, by the numbers at the positions that follow it. */
function putBack(root: unknown, mark: string, numbers: readonly LongNumber[]): unknown {
  const whole = { root };
  const stack: object[] = [whole];
  for (let holder = stack.pop(); holder !== undefined; holder = stack.pop()) {
    for (const key of Object.keys(holder)) {
      const value = Reflect.get(holder, key);
      if (typeof value === 'object' && value !== null) stack.push(value);
      else if (typeof value === 'string' && value.startsWith(mark)) {
        const number = numbers[Number(value.slice(mark.length))]?.value;
        // An assignment to `__proto__` would not make a key.
        if (key === '__proto__') Object.defineProperty(holder, key, { ...plain, value: number });
        else Reflect.set(holder, key, number);
      }
    }
  }
  return whole.root;
}

/**
 * JSON.parse, but integers that a number cannot hold are bigints. Long numbers are replaced by marked texts before parsing:
 * a reviver, which receives the source of each number, takes three times as long and overflows the stack at some 2 000
 * levels. Throws SyntaxError.
 */
export function parseExactly(json: string): unknown {
  const numbers = mayBeRounded.test(json) ? findLongNumbers(json) : [];
  if (numbers.length === 0) return JSON.parse(json);
  const mark = `${randomUUID()}:`;
  let marked = '';
  let begin = 0;
  for (const [position, { index, source }] of numbers.entries()) {
    marked += `${json.slice(begin, index)}"${mark}${position}"`;
    begin = index + source.length;
  }
  return putBack(JSON.parse(marked + json.slice(begin)), mark, numbers);
}
