import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../lib/lab/fuzz/any-text.ts';
import { findKey, toJson } from '../../../shared/kernel/base/json.ts';
import { nestedGroups } from '../../support/builders/rules.ts';

/** Nests a value deeper than JSON.stringify supports, and also returns the text around it. */
function deep(value: unknown) {
  const levels = 20_000;
  let wrapped = value;
  for (let level = 0; level < levels; level++) wrapped = [wrapped];
  return { wrapped, unwrap: (text: string) => text.slice(levels, -levels) };
}

describe('toJson', () => {
  it('equals JSON.stringify for any plain data, also within deep values', () => {
    const plain = fc.object({
      key: anyText(),
      values: [anyText(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined)],
    });
    fc.assert(
      fc.property(plain, (value) => {
        expect(toJson(value)).toBe(JSON.stringify(value));
        const { wrapped, unwrap } = deep(value);
        expect(unwrap(toJson(wrapped))).toBe(JSON.stringify(value));
      }),
      { numRuns: 50 },
    );
  });

  it.each([1_000, 5_000, 9_000, 50_000])('writes %i nested groups that JSON.parse can read', (depth) => {
    const text = toJson(nestedGroups(depth));
    expect(text).toBe(
      `${'{"operator":"AND","rules":['.repeat(depth)}{"field":"a","operator":"=","value":1}${']}'.repeat(depth)}`,
    );
    expect(toJson(JSON.parse(text))).toBe(text);
  });

  it('writes large arrays inside deep values', () => {
    const large = Array.from({ length: 300_000 }, (_, index) => index);
    const { wrapped, unwrap } = deep(large);
    expect(unwrap(toJson(wrapped))).toBe(JSON.stringify(large));
  });
});

describe('findKey', () => {
  const names = new Set(['__proto__', 'secret']);

  it.each<[string, string | undefined]>([
    ['{"a":{"b":[{"secret":1}]}}', 'secret'],
    ['[[[{"__proto__":null}]]]', '__proto__'],
    ['{"a":"secret","b":["__proto__"]}', undefined],
    ['null', undefined],
    ['[null]', undefined],
    ['5', undefined],
  ])('%s → %s', (text, expected) => {
    expect(findKey(JSON.parse(text), names)).toBe(expected);
  });

  it('finds a key at any depth, and among 200 000 elements', () => {
    expect(findKey(deep({ secret: 1 }).wrapped, names)).toBe('secret');
    expect(findKey([...Array.from({ length: 200_000 }, () => 0), { secret: 1 }], names)).toBe('secret');
  });
});
