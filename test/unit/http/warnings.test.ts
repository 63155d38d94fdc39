import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  droppedKeys,
  prefersStrict,
  warningLimits,
  warningsHeaderValue,
  withWarnings,
} from '../../../shared/kernel/http/warnings.ts';

const order = z.object({
  name: z.string(),
  lines: z.optional(z.array(z.object({ sku: z.string() }))),
  data: z.optional(z.record(z.string(), z.unknown())),
  open: z.optional(z.looseObject({ one: z.number() })),
});
const droppedOf = (given: unknown) => droppedKeys(given, z.parse(order, given));

describe('dropped keys', () => {
  it('are named with their path, in objects and lists', () => {
    const given = { name: 'a', nmae: 'b', lines: [{ sku: 'x' }, { sku: 'y', sk: 'z' }] };
    expect(droppedOf(given)).toEqual(['nmae', 'lines[1].sk']);
  });

  it('do not occur in open objects', () => {
    expect(droppedOf({ name: 'a', data: { any: { deep: 1 } }, open: { one: 1, two: 2 } })).toEqual([]);
  });

  it('are limited in number and length', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key${index}`, 1]));
    expect(droppedOf({ name: 'a', ...many })).toHaveLength(warningLimits.texts);
    const [long = ''] = droppedOf({ name: 'a', [`${'😀'.repeat(200)}`]: 1 });
    expect(long.length).toBeLessThanOrEqual(warningLimits.nameLength);
    expect(long.isWellFormed()).toBe(true);
  });

  it('are found in JSON of any depth without a stack overflow', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level++) deep = [deep];
    expect(droppedKeys({ deep }, { deep })).toEqual([]);
  });
});

describe('the header', () => {
  it('is ASCII without line breaks and at most 1 KB for any texts', () => {
    for (const count of [1, 2, 5, 20, 200]) {
      const value = warningsHeaderValue(Array(count).fill(`Größe\r\nx-evil: 😀 ${'ü'.repeat(count)}`));
      expect(value).toMatch(/^[\x20-\x7e]+$/);
      expect(value.length).toBeLessThanOrEqual(warningLimits.headerBytes);
    }
  });

  it('states how many warnings are only in the body', () => {
    const value = warningsHeaderValue(Array(30).fill('x'.repeat(99)));
    expect(value).toMatch(/ and 20 more in the body$/);
  });
});

it('warnings are added to those of a body, but not to lists', () => {
  expect(withWarnings({ ok: true, warnings: ['own'] }, ['new'])).toEqual({
    ok: true,
    warnings: ['own', 'new'],
  });
  expect(withWarnings([1], ['new'])).toEqual([1]);
  expect(withWarnings({ ok: true }, [])).toEqual({ ok: true });
});

it.each([
  ['handling=strict', true],
  ['Handling = "STRICT"; level=1', true],
  ['return=minimal; note="a, handling=lenient", handling=strict', true],
  ['handling=strict,handling=lenient', true],
  ['handling=lenient, handling=strict', false],
  ['handling=stricter', false],
  ['handling', false],
  ['note="handling=strict"', false],
  ['x-handling=strict', false],
  ['', false],
  [undefined, false],
])('the preference %s is strict: %s', (prefer, expected) => {
  expect(prefersStrict(prefer)).toBe(expected);
});
