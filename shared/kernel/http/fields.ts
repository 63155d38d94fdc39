/** Schema builders shared by contracts: format, description and example of each value in one place. */
import * as z from 'zod/mini';
import { booleanOf } from '../base/boolean-text.ts';
import { comparedName } from '../base/compared.ts';
import { hasAtMost } from '../base/text.ts';
import { limits } from './limits.ts';

/** The description of a schema, and examples of its values. */
export function about(description: string, ...examples: readonly unknown[]) {
  return z.meta(examples.length > 0 ? { description, examples } : { description });
}

/** A text of 1 to `max` characters. Lone surrogates are refused: UTF-8 cannot store them. */
export function text(max: number, min = 1) {
  return z.string().check(z.minLength(min), charactersUpTo(max), wellFormed(), z.meta({ maxLength: max }));
}

/** A text that people read as the name of a thing: at least one of its characters is visible. */
export function nameText(max: number, min = 1) {
  const isVisible = z.refine<string>((value) => value === '' || comparedName(value) !== '', {
    error: 'must not be blank',
  });
  return text(max, min).check(isVisible);
}

function charactersUpTo(max: number) {
  return z.refine<string>((value) => hasAtMost(value, max), { error: `must have at most ${max} characters` });
}

function wellFormed() {
  return z.refine<string>((value) => value.isWellFormed(), { error: 'must be valid Unicode' });
}

/** A boolean in a query: `true`, `1`, `yes`, `on`, `enabled` and their opposites, in any case. */
export function queryBoolean() {
  const toBoolean = (value: unknown): unknown => booleanOf(String(value)) ?? value;
  return z.pipe(z.transform(toBoolean), z.boolean());
}

/** A list in a query: its texts are separated by commas, with or without blanks, or in repeated parameters (`validate.ts`). */
export function queryList<List extends z.ZodMiniType>(list: List) {
  const toList = (value: unknown): unknown =>
    String(value)
      .split(',')
      .map((one) => one.trim());
  return z.pipe(z.transform(toList), list);
}

/** One or several of the choices in a query, separated by commas. */
export const queryChoices = <const Choice extends string>(choices: readonly Choice[]) =>
  queryList(z.array(z.enum(choices)));

/** A whole number in a query, in plain digits. */
export function queryInteger(min: number, max: number) {
  const toInteger = (value: unknown): unknown =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return z.pipe(z.transform(toInteger), z.int().check(z.gte(min), z.lte(max)));
}

/** `page` and `pageSize` of a list; other sizes only where the interface defines them. */
export function paging(defaultSize: number = limits.pageSize, maxSize: number = limits.maxPageSize) {
  return {
    page: z._default(queryInteger(1, 1_000_000), 1).check(about('Page number, from 1.', 1)),
    pageSize: z
      ._default(queryInteger(1, maxSize), defaultSize)
      .check(about(`Rows per page, at most ${maxSize}.`, defaultSize)),
  };
}

export function uuid(description: string, example = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10') {
  // Accepted in any case, as RFC 9562 requires, and converted to lower case: ids are parts of keys.
  return z.guid().check(z.toLowerCase()).check(about(description, example));
}

export function timestamp(description: string, example = '2026-03-01T09:30:00.000Z') {
  return z.string().check(z.meta({ description, format: 'date-time', examples: [example] }));
}

export function timestampOrNull(description: string, example: string | null = '2026-03-01T09:30:00.000Z') {
  return z.nullable(timestamp(description)).check(about(description, example));
}

export function textOrNull(description: string, example: string | null) {
  return z.nullable(z.string()).check(about(description, example));
}

/** The field of a response that reports nothing else: failures have another status. */
export function alwaysTrue() {
  return z.literal(true).check(about('Always true.', true));
}

/** A number of things in a response. */
export function count(description: string, example: number) {
  return z.int().check(about(description, example));
}

/** A body that is sent unchanged, text or bytes, with one of the contract's `contentTypes`. */
export function rawBody(description: string) {
  return z.custom<string | Uint8Array>().check(z.meta({ type: 'string', description }));
}

/** The same fields, each optional: for partial changes. In bundles it is a tenth of zod's `partial`. */
export function optionalFields<Shape extends Record<string, z.core.SomeType>>(
  shape: Shape,
): { [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]> } {
  const fields = Object.entries(shape).map(([name, schema]) => [name, z.optional(schema)]);
  return Object.fromEntries(fields);
}

/** The fields except those named. Contracts use it because a destructuring would keep all of them in every bundle. */
export function without<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  ...names: readonly Name[]
): Omit<Fields, Name> {
  const left: Partial<Fields> = { ...fields };
  for (const name of names) delete left[name];
  return left as Omit<Fields, Name>;
}
