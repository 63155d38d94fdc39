import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatternEngine } from '../../../shared/kernel/base/patterns.ts';
import type * as Evaluator from '../../../shared/kernel/conditions/evaluator.ts';
import { compare, inputOf } from '../../support/builders/conditions.ts';
import { aFreshCopy } from '../../support/runtime/fresh-copies.ts';

beforeAll(loadPatternEngine);

const missing = undefined;

describe('MATCHES', () => {
  it.each<[unknown, unknown, boolean]>([
    ['SO-1001', '^SO-\\d{4}$', true],
    ['xSO-1001', '^SO-\\d{4}$', false],
    ['the SO-1001 order', 'SO-\\d+', true],
    ['SO', '(?i)so', true],
    [1001, '^\\d+$', true],
    [missing, '.*', false],
    ['a', null, false],
    ['5', 5, true],
    ['a', '(', false],
    ['a', '(?=a)', false],
    ['aa', '(a)\\1', false],
    ['aaa', '(a+)+', false],
    ['aaa', '(a*)*', false],
    ['aaa', '((a+)b?){2}', false],
    ['aaa', '(a+)?', true],
    ['ab', '(ab)+', true],
    ['a+a+', '(a\\+)+', true],
    ['+++', '([+*{]{1})', true],
    ['+++', '([+*])+', true],
    [')', '[)]+', true],
    ['xx', '^.{1,1000}$', true],
    ['xx', '^x{0,700}x{0,700}$', false],
    ['ab', '^(ab){500}|ab$', true],
    ['ab', '^(abc){500}|ab$', false],
    ['a{b}', '^(a{b})+$', true],
    ['10–20', '^\\d+\\x{2013}\\d+$', true],
    ['AAA', '^(\\x{41})+$', true],
    ['(a+)+', '^\\Q(a+)+\\E$', true],
    ['a', '(?i)^[A-Z]{1,3}$', true],
    ['x'.repeat(200), 'x'.repeat(200), true],
    ['x'.repeat(201), 'x'.repeat(201), false],
    ['x'.repeat(10_000), 'x$', true],
    ['x'.repeat(10_001), 'x$', false],
  ])('%j against %j is %s', (text, pattern, expected) => {
    expect(compare(text, 'MATCHES', pattern)).toBe(expected);
  });

  it.each(['^(a|a)*$', '^(a|aa)+$', '(.*)(.*)(.*)(.*)(.*)!$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(x+x+)+y'])(
    'with a pattern of exponential time in other engines ends at once: %s',
    (pattern) => {
      const startedMs = performance.now();
      expect(compare(`${'a'.repeat(9_000)}?`, 'MATCHES', pattern)).toBe(false);
      expect(performance.now() - startedMs).toBeLessThan(2_000);
    },
  );

  it('with a pattern that is large when expanded is limited to shorter texts', () => {
    expect(compare('a'.repeat(1_000), 'MATCHES', '^.{0,1000}$')).toBe(true);
    expect(compare('a'.repeat(1_701), 'MATCHES', '.{1000}')).toBe(true);
    expect(compare('a'.repeat(10_000), 'MATCHES', '.{1000}')).toBe(false);
    expect(compare('a'.repeat(10_000), 'MATCHES', '^[a-z]{1,70}')).toBe(true);
  });

  it.each([
    ['(?:a|b).{600}[yz]', 'abcdefgh'],
    ['[ab]*a[ab]{1000}[cd]', 'ab'],
    ['(?i)[\\pL]{1,900}x$', 'ab'],
    ['[ac]\\pL{1,70}[yz]', 'abcd'],
  ])(
    'with a pattern that builds a state for each character takes less than a second: %s',
    (pattern, letters) => {
      // Letters without a repeating order.
      const letterAt = (at: number) => letters[(at * at * 7 + (at >> 3)) % letters.length];
      const text = Array.from({ length: 10_000 }, (_, at) => letterAt(at)).join('');
      const startedMs = performance.now();
      expect(compare(text, 'MATCHES', pattern)).toBe(false);
      expect(performance.now() - startedMs).toBeLessThan(1_000);
    },
  );

  it('without its engine throws, and does not count as a failed condition', async () => {
    const fresh = await aFreshCopy()<typeof Evaluator>('shared/kernel/conditions/evaluator.ts');
    const condition = fresh.compileCondition({ field: 'a', operator: 'MATCHES', value: 'a' });
    expect(condition.usesPatterns).toBe(true);
    expect(() => condition.evaluate(inputOf({ a: 'a' }))).toThrow(/loadPatternEngine/);
  });
});
