/**
 * JSON whose integers keep every digit: those beyond 2^53, which a number cannot hold, are bigints. An older JavaScript
 * engine, without the source texts of numbers, reads them as rounded numbers.
 */

/** What the engines pass to a reviver besides key and value. */
interface Source {
  source?: string;
}

/** Whether a text may contain a number that JSON.parse would round: one of at least 16 digits. */
export const mayBeRounded = /(?:^|[\s,:[])-?\d{16}/;

const exact = (_: string, value: unknown, { source }: Source = {}): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value;

/** `JSON.parse`, but integers beyond 2^53 are bigints. */
export function parseJson<Value = unknown>(text: string): Value {
  return mayBeRounded.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
}

/** Newer than the types of JavaScript. */
const { rawJSON }: JSON & { rawJSON?: (text: string) => unknown } = JSON;

const writeDigits = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' && rawJSON !== undefined ? rawJSON(String(value)) : value;

/** `JSON.stringify`, but bigints are numbers; `indent` blanks per level. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, writeDigits, indent);
}
