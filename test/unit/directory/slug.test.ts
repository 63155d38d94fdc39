import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../lib/lab/fuzz/any-text.ts';
import { freeSlug, slugOf } from '../../../shared/modules/identity/directory/slug.ts';

it.each([
  ['Café  Zürich', 'cafe-zurich'],
  ['  a_b-c!! ', 'a_b-c'],
  ['x'.repeat(200), 'x'.repeat(150)],
])('the slug of %j is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it('every name has a valid slug', () => {
  fc.assert(fc.property(anyText(), (name) => /^[a-z0-9_-]{1,150}$/.test(slugOf(name))));
});

it('a number that makes a slug unique does not exceed the limit', () => {
  const long = 'x'.repeat(150);
  expect(freeSlug(long, new Set([long]))).toBe(`${'x'.repeat(148)}-2`);
});
