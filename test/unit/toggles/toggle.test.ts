import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import {
  assertOverrideValue,
  isOfType,
  jsonType,
  newToggle,
  toggleTime,
} from '../../../shared/modules/toggles/toggle.ts';
import type { CreateToggle } from '../../../shared/modules/toggles/toggle-contract.ts';

const nowMs = Date.parse('2026-03-01T09:30:00.123Z');
const input: CreateToggle = { identifier: 'new_checkout', name: 'New checkout', type: 'boolean' };

describe('isOfType', () => {
  it.each<[Parameters<typeof isOfType>[0], unknown, boolean]>([
    ['boolean', false, true],
    ['boolean', 0, false],
    ['boolean', 'false', false],
    ['boolean', null, false],
    ['string', '', true],
    ['string', 5, false],
    ['string', null, false],
    ['number', 0, true],
    ['number', '5', false],
    ['number', 9_007_199_254_740_993n, true],
    ['string', 9_007_199_254_740_993n, false],
    ['boolean', 1n, false],
    ['json', [9_007_199_254_740_993n], true],
    ['number', Number.POSITIVE_INFINITY, false],
    ['number', Number.NaN, false],
    ['number', null, false],
    ['json', null, true],
    ['json', 'scalar', true],
    ['json', [], true],
    ['json', undefined, false],
    ['boolean', undefined, false],
  ])('%s, %o → %s', (type, value, expected) => {
    expect(isOfType(type, value)).toBe(expected);
  });
});

describe('jsonType', () => {
  it.each([
    [null, 'null'],
    [undefined, 'null'],
    [[1], 'array'],
    [{}, 'object'],
    ['a', 'string'],
    [1, 'number'],
    [9_007_199_254_740_993n, 'number'],
    [false, 'boolean'],
  ])('of %o is %s', (value, expected) => {
    expect(jsonType(value)).toBe(expected);
  });
});

describe('newToggle', () => {
  it('has null for omitted fields, and its identifier as the slot of its overrides', () => {
    const at = '2026-03-01T09:30:00.123Z';
    expect(newToggle({ ...input, description: '' }, 'id', { nowMs })).toEqual({
      ...{ id: 'id', ...input, description: null, category: null, defaultValue: null },
      ...{ overrideSlot: 'new_checkout', createdAt: at, updatedAt: at, revision: 1 },
    });
  });
});

describe('assertOverrideValue', () => {
  it('accepts values of the type up to the limit, and null for JSON only', () => {
    expect(() => assertOverrideValue('string', 'x'.repeat(24_574))).not.toThrow();
    expect(() => assertOverrideValue('string', 'x'.repeat(24_575))).toThrow(InvalidInputError);
    expect(() => assertOverrideValue('json', null)).not.toThrow();
    expect(() => assertOverrideValue('number', null)).toThrow(InvalidInputError);
    expect(() => assertOverrideValue('json', undefined)).toThrow(InvalidInputError);
  });

  it('measures values of any depth', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level++) deep = [deep];
    expect(() => assertOverrideValue('json', deep)).toThrow(/not valid/);
  });
});

it('a time has a space, milliseconds and +00', () => {
  expect(toggleTime('2025-12-29T21:59:25.246Z')).toBe('2025-12-29 21:59:25.246+00');
});
