import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../lib/lab/fuzz/any-text.ts';
import { freeSlug, slugOf } from '../../../shared/modules/identity/directory/slug.ts';

describe('slugOf', () => {
  it.each([
    ['North', 'north'],
    ['Café  Zürich', 'cafe-zurich'],
    ['  a_b-c!! ', 'a_b-c'],
    ['東京', 'organization'],
    ['x'.repeat(200), 'x'.repeat(150)],
  ])('%j → %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('always is a valid slug', () => {
    fc.assert(fc.property(anyText(), (name) => /^[a-z0-9_-]{1,150}$/.test(slugOf(name))));
  });
});

describe('freeSlug', () => {
  it('adds the lowest free number', () => {
    expect(freeSlug('north', new Set())).toBe('north');
    expect(freeSlug('north', new Set(['north']))).toBe('north-2');
    expect(freeSlug('north', new Set(['north', 'north-2', 'north-3']))).toBe('north-4');
  });

  it('does not exceed the limit', () => {
    const long = 'x'.repeat(150);
    expect(freeSlug(long, new Set([long]))).toBe(`${'x'.repeat(148)}-2`);
  });
});
