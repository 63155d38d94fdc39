import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { compareVersions, parseVersion } from '../../../shared/kernel/base/versions.ts';
import { operatorTable } from '../../../shared/kernel/conditions/language.ts';
import { compare } from '../../support/builders/conditions.ts';

describe('an operator with a type', () => {
  it.each<[unknown, string, unknown, boolean]>([
    ['1.2.3', 'SEMVER_EQ', '1.2.3+build.7', true],
    ['1.10.0', 'SEMVER_GT', '1.9.0', true],
    ['1.9.0', 'SEMVER_GT', '1.9.0', false],
    ['1.9.0', 'SEMVER_GTE', '1.9.0', true],
    ['2.0.0-rc.1', 'SEMVER_LT', '2.0.0', true],
    ['2.0.0', 'SEMVER_LTE', '2.0.0', true],
    ['1.2', 'SEMVER_LT', '2.0.0', false],
    [1, 'SEMVER_EQ', 1, false],
    [undefined, 'SEMVER_LT', '2.0.0', false],
    ['203.0.113.7', 'IN_CIDR', '203.0.113.0/24', true],
    ['203.0.114.7', 'IN_CIDR', '203.0.113.0/24', false],
    ['203.0.114.7', 'IN_CIDR', ['10.0.0.0/8', '203.0.114.7'], true],
    ['2001:db8::1', 'IN_CIDR', '2001:db8::/32', true],
    ['::ffff:10.1.2.3', 'IN_CIDR', '10.0.0.0/8', true],
    ['10.1.2.3', 'IN_CIDR', 'office', false],
    ['10.1.2.3', 'IN_CIDR', null, false],
    ['office', 'IN_CIDR', '0.0.0.0/0', false],
    [10, 'STRICT_EQ', 10, true],
    [10, 'STRICT_EQ', '10', false],
    [0, 'STRICT_EQ', false, false],
    ['', 'STRICT_EQ', 0, false],
    [null, 'STRICT_EQ', null, true],
    [undefined, 'STRICT_EQ', null, false],
    [{ a: [1, { b: 2 }] }, 'STRICT_EQ', { a: [1, { b: 2 }] }, true],
    [{ a: 1 }, 'STRICT_EQ', { a: 1, b: 1 }, false],
    [[1], 'STRICT_EQ', { 0: 1 }, false],
    ['ÅSE@Example.COM', 'EQUALS_IGNORE_CASE', 'åse@example.com', true],
    ['a', 'EQUALS_IGNORE_CASE', 'b', false],
    ['STRASSE', 'EQUALS_IGNORE_CASE', 'straße', true],
    // The sigma at the end of a word is another lower-case letter.
    ['ΝΙΚΟΣΑΝΔΡΟΣ', 'STARTS_WITH_IGNORE_CASE', 'ΝΙΚΟΣ', true],
    [['ΝΙΚΟΣ'], 'CONTAINS_IGNORE_CASE', 'νικοσ', true],
    ['user@Example.COM', 'ENDS_WITH_IGNORE_CASE', '@example.com', true],
    ['Example', 'STARTS_WITH_IGNORE_CASE', 'EXA', true],
    ['An Example', 'CONTAINS_IGNORE_CASE', 'EXAM', true],
    [['Gold', 1], 'CONTAINS_IGNORE_CASE', 'gold', true],
    ['Example', 'CONTAINS', 'EXAM', false],
    [undefined, 'EQUALS_IGNORE_CASE', '', false],
  ])('compares %o %s %o', (left, operator, right, result) => {
    expect(compare(left, operator, right)).toBe(result);
  });

  it('orders versions as the package semver does', () => {
    const number = fc.oneof(fc.nat(3), fc.nat());
    const identifier = fc.oneof(fc.nat(3).map(String), fc.stringMatching(/^[a-zA-Z-][0-9a-z-]{0,3}$/));
    const version = fc
      .tuple(number, number, number, fc.array(identifier, { maxLength: 3 }), fc.boolean())
      .map(([major, minor, patch, pre, hasBuild]) =>
        [`${major}.${minor}.${patch}`, pre.length > 0 && `-${pre.join('.')}`, hasBuild && '+build.1']
          .filter((part) => part !== false)
          .join(''),
      );
    fc.assert(
      fc.property(version, version, (left, right) => {
        const [a, b] = [parseVersion(left), parseVersion(right)];
        if (a === undefined || b === undefined) throw new Error('not parsed');
        expect(Math.sign(compareVersions(a, b))).toBe(semver.compare(left, right));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['', '1', '1.2', 'v1.2.3', '01.2.3', '1.2.3-', '1.2.3-01', '1.2.3+', ' 1.2.3', '1.2.3.4'])(
    'takes no version from %j',
    (text) => expect(parseVersion(text)).toBeUndefined(),
  );
});

it('has every operator in the documentation', () => {
  expect(readFileSync('shared/kernel/conditions/README.md', 'utf8')).toContain(operatorTable());
});
