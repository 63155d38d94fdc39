/** Which subjects of tokens a pattern accepts. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesSubject } from '../../../shared/modules/identity/workloads/workload.ts';

it.each([
  ['repo:acme/shop', 'repo:acme/shop', true],
  ['repo:acme/shop', 'repo:acme/shop2', false],
  ['repo:acme/*', 'repo:acme/', true],
  ['repo:acme/*', 'repo:acme/shop:pull_request', true],
  ['repo:acme/*', 'repo:acme2/shop', false],
  ['a*b*c', 'abc', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'acb', false],
  // The parts must not overlap.
  ['ab*ba', 'aba', false],
  ['a*bc*c', 'abc', false],
  ['a.c', 'abc', false],
])('%j accepts %j: %j', (pattern, subject, isAccepted) => {
  expect(matchesSubject(pattern, subject)).toBe(isAccepted);
});

const textOf = (...letters: string[]) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 });

it('accepts the same texts as a regular expression', () => {
  fc.assert(
    fc.property(textOf('a', 'b', '*'), textOf('a', 'b'), (pattern, subject) => {
      const regex = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      expect(matchesSubject(pattern, subject)).toBe(regex.test(subject));
    }),
    { numRuns: 2_000 },
  );
});
