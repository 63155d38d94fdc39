import { describe, expect, it } from 'vitest';
import {
  checkTag,
  type Resolved,
  resolve,
  type StoredValues,
} from '../../../shared/modules/toggles/check.ts';

const stored = (more: Partial<StoredValues> = {}): StoredValues => ({
  toggleId: 'id',
  type: 'number',
  defaultValue: 1,
  ...more,
});

describe('resolve', () => {
  it.each<[string, StoredValues, 'boolean' | 'number', Record<string, unknown>]>([
    ['INVALID_VALUE', stored({ override: { value: [1] } }), 'number', { actualType: 'array' }],
    // The type is checked first: a request for another type is refused, null or not.
    ['TYPE_MISMATCH', stored({ defaultValue: null }), 'boolean', { actualType: 'number' }],
  ])('throws %s for %j requested as %s', (code, values, expected, body) => {
    expect(() => resolve('x', values, expected)).toThrow(
      expect.objectContaining({ code, body: expect.objectContaining({ identifier: 'x', ...body }) }),
    );
  });
});

describe('checkTag', () => {
  const resolved: Resolved = { toggleId: 'id', type: 'json', value: { a: 1 }, source: 'default' };
  const tag = checkTag('tenant', 'x', resolved);

  it('is quoted and the same for the same response', () => {
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(checkTag('tenant', 'x', { ...resolved, value: { a: 1 } })).toBe(tag);
  });

  it.each<[string, string]>([
    ['tenant', checkTag('other', 'x', resolved)],
    ['identifier', checkTag('tenant', 'y', resolved)],
    ['value', checkTag('tenant', 'x', { ...resolved, value: { a: 2 } })],
    ['source', checkTag('tenant', 'x', { ...resolved, source: 'override' })],
    ['toggle', checkTag('tenant', 'x', { ...resolved, toggleId: 'other' })],
  ])('differs for another %s', (_, other) => {
    expect(other).not.toBe(tag);
  });
});
