/** JSON values that no endpoint expects. */
import fc from 'fast-check';
import { toJson } from '../../../shared/kernel/base/json.ts';
import { hostileText, prototypeNames } from './hostile-texts.ts';

/** Numbers that `JSON.stringify` never writes. DynamoDB stores 38 digits, a double 17. */
const rawNumbers = [
  '1e400',
  '-1e400',
  '1e-400',
  '1e300',
  '-1e300',
  '1e-300',
  '-0',
  '0.1e1',
  '9'.repeat(60),
  `-${'9'.repeat(39)}`,
  `0.${'1'.repeat(60)}`,
  `${'1'.repeat(400)}.5`,
] as const;

/** Prefix of a string that `toRawJson` writes as a number. */
const rawNumberMark = '@@number:';

export const rawNumber: fc.Arbitrary<string> = fc
  .constantFrom(...rawNumbers)
  .map((text) => rawNumberMark + text);

/** Returns JSON text with the marked numbers unquoted. */
export function toRawJson(value: unknown): string {
  return toJson(value).replaceAll(new RegExp(`"${rawNumberMark}([^"]+)"`, 'g'), '$1');
}

/** Nests a value this many levels deep. */
export function nested(levels: number, wrap: (inner: unknown) => unknown, core: unknown = 'deep'): unknown {
  let value = core;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

/** The maximum depth, one more, and deeper than the call stack. */
export const deepLevels = [100, 101, 5_000] as const;

const wrappers: { levels: number; wrap: (inner: unknown) => unknown }[] = [
  { levels: 1, wrap: (inner) => [inner] },
  { levels: 1, wrap: (inner) => ({ a: inner }) },
  { levels: 1, wrap: (inner) => ({ constructor: inner }) },
  { levels: 2, wrap: (inner) => ({ operator: 'AND', rules: [inner] }) },
];

/** The value replaces a part of a body that is already one or two levels deep; these levels count, too. */
export const deepValue: fc.Arbitrary<unknown> = fc
  .tuple(fc.constantFrom(...wrappers), fc.constantFrom(...deepLevels), fc.constantFrom(0, 1, 2))
  .map(([{ levels, wrap }, total, outer]) => nested(Math.floor((total - outer) / levels), wrap));

/** `__proto__` becomes an own key, as in parsed JSON. */
const withKey = (key: string, value: unknown): unknown => Object.fromEntries([[key, value]]);

/** Objects with an own key that every object also inherits. */
export const prototypeObject: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.constantFrom(...prototypeNames),
    fc.constantFrom<unknown>(null, 1, 'x', {}, { isSuperAdmin: true }),
  )
  .map(([key, value]) => withKey(key, value));

const oddValues: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  1e300,
  1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { constructor: { prototype: {} } },
  { toString: null, hasOwnProperty: 1 },
  { '': '' },
  { length: 1e9 },
  Array.from({ length: 1_000 }, () => 0),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, index])),
];

/** A hostile text as an object key: names have their own limits. */
const hostileKey: fc.Arbitrary<unknown> = hostileText.map((key) => withKey(key, 1));

/** Values that no endpoint expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText as fc.Arbitrary<unknown>, weight: 6 },
  { arbitrary: fc.constantFrom(...oddValues), weight: 4 },
  { arbitrary: deepValue, weight: 2 },
  { arbitrary: rawNumber as fc.Arbitrary<unknown>, weight: 2 },
  { arbitrary: prototypeObject, weight: 1 },
  { arbitrary: hostileKey, weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>, weight: 1 },
);
