import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ConditionInput } from '../../../shared/kernel/conditions/comparison.ts';
import {
  comparisonOperators,
  findConditionProblem,
  logicalOperators,
} from '../../../shared/kernel/conditions/condition.ts';
import { compileCondition } from '../../../shared/kernel/conditions/evaluator.ts';
import { loadPatternEngine } from '../../../shared/kernel/text/patterns.ts';
import { nestedGroups } from '../../support/builders/rules.ts';
import { type Json, referenceHolds } from '../../support/invariants/reference-conditions.ts';

beforeAll(loadPatternEngine);

type Condition = Record<string, unknown>;

function factsOf(data: unknown, names: Record<string, unknown> = {}): ConditionInput {
  return { data, resolve: (name) => names[name] };
}

const evaluate = (condition: Condition | null, data: unknown, names?: Record<string, unknown>): boolean =>
  compileCondition(condition).evaluate(factsOf(data, names));

/** One comparison of a value in the field `a` with a value. */
const compare = (left: unknown, operator: string, value: unknown): boolean =>
  evaluate({ field: 'a', operator, value }, left === undefined ? {} : { a: left });

const missing = undefined;

describe('=', () => {
  it.each<[unknown, unknown, boolean]>([
    [5, 5, true],
    ['5', 5, true],
    [5, '5', true],
    [5, ' 5.0 ', true],
    [0, '', true],
    ['', 0, true],
    [1, true, true],
    [true, 1, true],
    [false, 0, true],
    [5, 'five', false],
    ['5', '5', true],
    ['5', '5.0', false],
    ['a', 'A', false],
    [true, 'true', false],
    ['true', true, false],
    [null, null, true],
    [missing, null, true],
    [null, 0, false],
    [missing, 0, false],
    [missing, '', false],
    [0, null, false],
    ['', null, false],
    [false, null, false],
    [[5], 5, false],
    [[], 0, false],
    [[1], [1], false],
    [{}, {}, false],
    ['2026-01-01', '2026-01-01T00:00:00Z', false],
  ])('%j = %j is %s', (left, right, expected) => {
    expect(compare(left, '=', right)).toBe(expected);
    expect(compare(left, '==', right)).toBe(expected);
    expect(compare(left, '!=', right)).toBe(!expected);
  });
});

describe('the order of values', () => {
  it.each<[unknown, '<' | '=' | '>', unknown]>([
    [1, '<', 2],
    [2, '>', 1],
    [1, '=', 1],
    ['2', '<', 10],
    ['2', '<', '10'],
    [2, '<', '10'],
    [true, '>', 0],
    ['', '<', 1],
    ['', '=', 0],
    [-1, '<', false],
    ['b', '>', 'a'],
    ['a', '<', 'B'],
    ['a', '<', 'A'],
    ['Zebra', '>', 'apple'],
    ['10', '<', 'a'],
    ['2026-01-02', '>', '2026-01-01'],
    ['2026-01-01', '=', '2026-01-01T00:00:00Z'],
    ['2026-01-01', '=', '2026-01-01T00:00:00'],
    ['2026-01-01T02:00:00+02:00', '=', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T01:00:00+02:00', '<', '2026-01-01'],
    ['2026-02-30', '>', '2026-02-28'],
    ['2026-01-01', '>', '100'],
    [null, '=', null],
    [missing, '=', null],
    [null, '<', 0],
    [null, '<', ''],
    [missing, '<', -1_000_000],
    [missing, '<', 'a'],
    [false, '>', null],
    [-5, '>', null],
  ])('%j %s %j', (left, relation, right) => {
    expect(compare(left, '<', right)).toBe(relation === '<');
    expect(compare(left, '<=', right)).toBe(relation !== '>');
    expect(compare(left, '>', right)).toBe(relation === '>');
    expect(compare(left, '>=', right)).toBe(relation !== '<');
  });
});

const many = Array.from({ length: 20 }, (_, index) => `sku-${index}`);

describe('the operators on lists and texts', () => {
  it.each<[unknown, string, unknown, boolean]>([
    ['a', 'IN', ['a', 'b'], true],
    ['c', 'IN', ['a', 'b'], false],
    [5, 'IN', ['5'], true],
    ['5', 'IN', [5], true],
    ['A', 'IN', ['a'], false],
    [null, 'IN', [null], true],
    [missing, 'IN', [1, null], true],
    [missing, 'IN', [1], false],
    [[1], 'IN', [[1]], false],
    ['a', 'IN', 'abc', false],
    ['a', 'IN', null, false],
    ['a', 'IN', [], false],
    ['a', 'NOT_IN', 'abc', true],
    ['a', 'NOT_IN', null, true],
    ['a', 'NOT_IN', ['b'], true],
    ['a', 'NOT_IN', ['a'], false],
    ['sku-7', 'IN', many, true],
    ['sku-70', 'IN', many, false],
    [7, 'IN', [...many, '7'], true],
    ['7', 'IN', [...many, 7], true],
    ['7', 'IN', [...many, '07'], false],
    [1, 'IN', [...many, true], true],
    [true, 'IN', [...many, 1], true],
    [true, 'IN', [...many, '1'], false],
    [0, 'IN', [...many, ''], true],
    [null, 'IN', [...many, null], true],
    [missing, 'NOT_IN', many, true],
    [['a', 'b'], 'CONTAINS', 'a', true],
    [['a', 'b'], 'CONTAINS', 'A', false],
    [[1, 2], 'CONTAINS', '2', true],
    [[null], 'CONTAINS', null, true],
    [[], 'CONTAINS', null, false],
    [[[1]], 'CONTAINS', [1], false],
    ['black ink', 'CONTAINS', 'ck i', true],
    ['black ink', 'CONTAINS', 'INK', false],
    ['order 66', 'CONTAINS', 66, true],
    ['is true', 'CONTAINS', true, true],
    ['null', 'CONTAINS', null, false],
    ['abc', 'CONTAINS', '', true],
    [missing, 'CONTAINS', 'a', false],
    [null, 'CONTAINS', null, false],
    [12, 'CONTAINS', 1, false],
    [{ a: 1 }, 'CONTAINS', 'a', false],
    [missing, 'NOT_CONTAINS', 'a', true],
    ['abc', 'NOT_CONTAINS', 'b', false],
    [['a'], 'NOT_CONTAINS', 'b', true],
    ['SO-1', 'STARTS_WITH', 'SO', true],
    ['SO-1', 'STARTS_WITH', 'so', false],
    [1234, 'STARTS_WITH', 12, true],
    [missing, 'STARTS_WITH', '', false],
    ['a', 'STARTS_WITH', null, false],
    ['report.pdf', 'ENDS_WITH', '.pdf', true],
    ['report.pdf', 'ENDS_WITH', '.PDF', false],
    [1234, 'ENDS_WITH', '34', true],
    [true, 'ENDS_WITH', 'ue', true],
    [null, 'ENDS_WITH', 'l', false],
    ['abc', 'ENDS_WITH', '', true],
  ])('%j %s %j is %s', (left, operator, right, expected) => {
    expect(compare(left, operator, right)).toBe(expected);
  });

  it.each<[unknown, boolean]>([
    [missing, true],
    [null, true],
    ['', true],
    [' \t\n', true],
    [[], true],
    [{}, true],
    [0, false],
    [false, false],
    ['x', false],
    [[null], false],
    [{ a: undefined }, false],
  ])('%j is empty: %s', (left, expected) => {
    expect(compare(left, 'IS_EMPTY', 'ignored')).toBe(expected);
    expect(evaluate({ field: 'a', operator: 'IS_EMPTY' }, { a: left })).toBe(expected);
    expect(evaluate({ field: 'a', operator: 'IS_NOT_EMPTY' }, { a: left })).toBe(!expected);
  });
});

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
    ['a', '(?i)^[A-Z]{1,3}$', true],
    ['x'.repeat(200), 'x'.repeat(200), true],
    ['x'.repeat(201), 'x'.repeat(201), false],
    ['x'.repeat(10_000), 'x$', true],
    ['x'.repeat(10_001), 'x$', false],
  ])('%j against %j is %s', (text, pattern, expected) => {
    expect(compare(text, 'MATCHES', pattern)).toBe(expected);
    expect(evaluate({ field: 'a', operator: 'MATCHES', compareToField: 'b' }, { a: text, b: pattern })).toBe(
      expected,
    );
  });

  it.each(['^(a|a)*$', '^(a|aa)+$', '(.*)(.*)(.*)(.*)(.*)!$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(x+x+)+y'])(
    'of a pattern made to hang other engines ends at once: %s',
    (pattern) => {
      const startedMs = performance.now();
      expect(compare(`${'a'.repeat(9_000)}?`, 'MATCHES', pattern)).toBe(false);
      expect(performance.now() - startedMs).toBeLessThan(2_000);
    },
  );

  it('of a pattern that is large when written out is tried on shorter texts', () => {
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
    'of a pattern that has the engine build a state for each character takes no second: %s',
    (pattern, letters) => {
      // Letters in no order that repeats.
      const text = Array.from(
        { length: 10_000 },
        (_, at) => letters[(at * at * 7 + (at >> 3)) % letters.length],
      ).join('');
      const startedMs = performance.now();
      expect(compare(text, 'MATCHES', pattern)).toBe(false);
      expect(performance.now() - startedMs).toBeLessThan(1_000);
    },
  );

  it('without its engine is a bug that shows, not a condition that fails', async () => {
    vi.resetModules();
    const fresh = await import('../../../shared/kernel/conditions/evaluator.ts');
    const condition = fresh.compileCondition({ field: 'a', operator: 'MATCHES', value: 'a' });
    expect(condition.usesPatterns).toBe(true);
    expect(() => condition.evaluate(factsOf({ a: 'a' }))).toThrow(/loadPatternEngine/);
  });
});

describe('a field path', () => {
  const order = {
    total: 5,
    lines: [{ sku: 'A-1', tags: ['x', 'y'] }, { sku: 'B-2' }],
    customer: { address: { city: 'Oslo' } },
    'with.dot': 1,
    note: 'text',
  };

  it.each<[string, unknown]>([
    ['total', 5],
    ['customer.address.city', 'Oslo'],
    ['lines[0].sku', 'A-1'],
    ['lines.1.sku', 'B-2'],
    ['lines[0].tags[1]', 'y'],
    ['lines.0.tags.1', 'y'],
    ['lines.length', 2],
    ['lines[0].tags.length', 2],
  ])('%s finds %j', (field, value) => {
    expect(evaluate({ field, operator: '=', value }, order)).toBe(true);
    expect(evaluate({ field: 'total', operator: '!=', compareToField: field }, order)).toBe(value !== 5);
  });

  it.each([
    'lines[2].sku',
    'lines[-1]',
    'lines.01',
    'note.length',
    'total.toFixed',
    'customer.address.city.name',
    'nothing.at.all',
    'with.dot',
    'toString',
    'hasOwnProperty',
    'lines.map',
    'lines.at',
    '__proto__',
    'constructor',
    'customer.constructor.name',
    'lines.__proto__.length',
    'customer.__proto__',
  ])('%s leads nowhere', (field) => {
    expect(evaluate({ field, operator: '=', value: null }, order)).toBe(true);
    expect(evaluate({ field, operator: 'IS_EMPTY' }, order)).toBe(true);
  });

  it.each([null, undefined, 5, 'text', true, [], [1]])('finds nothing in %j', (data) => {
    expect(evaluate({ field: 'a', operator: 'IS_EMPTY' }, data)).toBe(true);
  });

  it('reaches no prototype by keys that data brings along', () => {
    const data = JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}');
    for (const field of ['__proto__.admin', 'constructor.prototype.admin', 'admin']) {
      expect(evaluate({ field, operator: '=', value: true }, data)).toBe(false);
    }
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});

describe('a placeholder on the right side', () => {
  const names = { today: '2026-03-01', 'user.id': 'u1', nothing: null };

  it.each<[unknown, unknown, boolean]>([
    ['u1', '{{user.id}}', true],
    ['u1', '{{ user.id }}', true],
    ['u2', '{{user.id}}', false],
    [missing, '{{unknown}}', true],
    ['x', '{{unknown}}', false],
    ['{{unknown}}', '{{unknown}}', false],
    ['id: {{user.id}}', 'id: {{user.id}}', true],
    ['{{user.id}} ', '{{user.id}} ', true],
    [missing, '{{nothing}}', true],
    [missing, '{{}}', true],
  ])('%j = %j is %s', (left, value, expected) => {
    expect(evaluate({ field: 'a', operator: '=', value }, { a: left }, names)).toBe(expected);
  });

  it('compares dates', () => {
    const condition = { field: 'due', operator: '<', value: '{{today}}' };
    expect(evaluate(condition, { due: '2026-02-28T23:59:59Z' }, names)).toBe(true);
    expect(evaluate(condition, { due: '2026-03-01T00:00:00Z' }, names)).toBe(false);
  });

  it('wins neither over compareToField nor against a null one', () => {
    const both = { field: 'a', operator: '=', value: '{{user.id}}', compareToField: 'b' };
    expect(evaluate(both, { a: 'x', b: 'x' }, names)).toBe(true);
    expect(evaluate({ ...both, compareToField: null }, { a: 'u1', b: 'x' }, names)).toBe(true);
  });
});

describe('a group', () => {
  const yes = { field: 'yes', operator: '=', value: 1 };
  const no = { field: 'yes', operator: '=', value: 2 };
  const data = { yes: 1 };
  const group = (operator: string, ...rules: Condition[]) => ({ operator, rules });

  it.each<[string, Condition, boolean]>([
    ['all hold', group('AND', yes, yes), true],
    ['one of all fails', group('AND', yes, no, yes), false],
    ['any holds', group('OR', no, yes), true],
    ['none holds', group('OR', no, no), false],
    ['not one that holds', group('NOT', yes), false],
    ['not one that fails', group('NOT', no), true],
    ['not all of them hold', group('NOT', yes, no), true],
    ['not all, but they do', group('NOT', yes, yes), false],
    ['not any', group('NOT', group('OR', no, yes)), false],
    ['not not', group('NOT', group('NOT', yes, yes)), true],
    ['or of ands', group('OR', group('AND', yes, no), group('AND', yes, yes)), true],
    ['and of ors', group('AND', group('OR', no, yes), group('OR', no, no)), false],
    ['a nested not in between', group('AND', group('NOT', no), yes), true],
    ['empty, which rules of old may be', group('AND'), true],
    ['empty under not', group('OR', no, group('NOT')), true],
  ])('where %s', (_, condition, expected) => {
    expect(evaluate(condition, data)).toBe(expected);
    expect(referenceHolds(condition, { data, names: {} })).toBe(expected);
  });

  it('holds always when there is no condition', () => {
    expect(evaluate(null, {})).toBe(true);
    expect(compileCondition(null).explain(factsOf({}))).toEqual({
      result: true,
      decidedBy: null,
      failedByMissing: [],
      missingFields: [],
      comparisons: [],
      made: 0,
    });
  });

  it('makes no comparison after the one that decides', () => {
    const pathsOf = (condition: Condition) =>
      compileCondition(condition)
        .explain(factsOf(data))
        .comparisons.map(({ path }) => path);
    expect(pathsOf(group('AND', yes, no, yes))).toEqual(['rules[0]', 'rules[1]']);
    expect(pathsOf(group('OR', no, yes, yes))).toEqual(['rules[0]', 'rules[1]']);
    expect(pathsOf(group('OR', group('AND', no, yes), yes))).toEqual(['rules[0].rules[0]', 'rules[1]']);
  });

  it.each([5_000, 9_000])('nests %i deep', (depth) => {
    const condition = nestedGroups(depth, { field: 'a', operator: '=', value: 1 });
    const compiled = compileCondition(condition);
    expect(compiled.evaluate(factsOf({ a: 1 }))).toBe(true);
    expect(compiled.evaluate(factsOf({ a: 2 }))).toBe(false);
    expect(compiled.explain(factsOf({ a: 2 })).decidedBy?.path).toMatch(/^…\.rules\[0\]/);
  });

  it('nests 5 000 NOTs deep, and knows whether their number is even', () => {
    let condition: Condition = yes;
    for (let level = 0; level < 5_000; level++) condition = group('NOT', condition);
    expect(evaluate(condition, data)).toBe(true);
    expect(evaluate(group('NOT', condition), data)).toBe(false);
  });
});

describe('an explanation', () => {
  it('says what was compared, and which comparison settled it', () => {
    const condition = {
      operator: 'AND',
      rules: [
        { field: 'total', operator: '>', value: 100 },
        { operator: 'OR', rules: [{ field: 'customer.tier', operator: 'IN', value: ['gold'] }] },
        { field: 'owner', operator: '=', value: '{{user.id}}' },
        { field: 'total', operator: '<', compareToField: 'limit' },
      ],
    };
    const data = { total: 250, customer: { tier: 'gold' }, owner: 'u2', limit: 1_000 };
    const explanation = compileCondition(condition).explain(factsOf(data, { 'user.id': 'u1' }));
    const decisive = {
      path: 'rules[2]',
      field: 'owner',
      operator: '=',
      expected: 'u1',
      actual: 'u2',
      result: false,
    };
    expect(explanation).toEqual({
      result: false,
      decidedBy: decisive,
      failedByMissing: [],
      missingFields: [],
      made: 3,
      comparisons: [
        { path: 'rules[0]', field: 'total', operator: '>', expected: 100, actual: 250, result: true },
        {
          path: 'rules[1].rules[0]',
          field: 'customer.tier',
          operator: 'IN',
          expected: ['gold'],
          actual: 'gold',
          result: true,
        },
        decisive,
      ],
    });
    expect(compileCondition(condition).decide(factsOf(data, { 'user.id': 'u1' }))).toEqual({
      result: false,
      decidedBy: decisive,
      failedByMissing: [],
    });
  });

  it('shows the first hundred comparisons of a long one, and still the decisive one', () => {
    const fifty = Array.from({ length: 50 }, (_, index) => ({ field: 'a', operator: '!=', value: index }));
    const condition = {
      operator: 'AND',
      rules: Array.from({ length: 4 }, () => ({ operator: 'AND', rules: fifty })),
    };
    const { comparisons, made, decidedBy } = compileCondition(condition).explain(factsOf({ a: -1 }));
    expect([comparisons.length, made, decidedBy?.path]).toEqual([100, 200, 'rules[3].rules[49]']);
  });
});

describe('the watch', () => {
  it('is asked now and then, and before each pattern', () => {
    const watch = vi.fn();
    const plain = Array.from({ length: 50 }, () => ({ field: 'a', operator: '!=', value: 1 }));
    const groups = Array.from({ length: 20 }, () => ({ operator: 'AND', rules: plain }));
    compileCondition({ operator: 'AND', rules: groups }).evaluate(factsOf({}), watch);
    expect(watch).toHaveBeenCalledTimes(3);
    const patterns = plain.map(() => ({ field: 'a', operator: 'MATCHES', value: 'x' }));
    compileCondition({ operator: 'OR', rules: patterns }).evaluate(factsOf({ a: 'a' }), watch);
    expect(watch).toHaveBeenCalledTimes(53);
  });

  it('ends the evaluation by throwing', () => {
    const condition = compileCondition({ field: 'a', operator: 'MATCHES', value: 'x' });
    const stop = () => {
      throw new Error('time is up');
    };
    expect(() => condition.evaluate(factsOf({ a: 'x' }), stop)).toThrow('time is up');
  });
});

/** Values that compare in unexpected ways, and then any. */
const scalar = fc.oneof(
  fc.constantFrom<Json[]>(
    null,
    true,
    false,
    0,
    1,
    -0,
    10,
    2,
    1.5,
    '',
    ' ',
    '0',
    '1',
    '10',
    '2',
    ' 10 ',
    'true',
    'null',
    'a',
    'A',
    'b',
    'ab',
    'é',
    'e\u0301',
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '2026-01-01T02:00:00+02:00',
    '2026-01-02T00:00',
    '2026-02-30',
    '0x10',
    '1e3',
    'Infinity',
    '^a',
    'a+',
    '(a+)+',
    '[',
    '{{today}}',
    '{{ user.id }}',
    '{{unknown}}',
    '__proto__',
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 4 }).filter((text) => !/[()[\]\\]/.test(text)),
);
const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 12 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('x', 'y', 'length', 'toString'), scalar) },
);
const data = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'toString'), value);
const field = fc.constantFrom('a', 'b', 'c', 'a.x', 'b[0]', 'c.length', 'a.0', 'toString', 'a.toString');
const comparison = fc.oneof(
  fc.record({ field, operator: fc.constantFrom(...comparisonOperators), value }),
  fc.record({ field, operator: fc.constantFrom(...comparisonOperators), compareToField: field }),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    comparison,
    fc.record({
      operator: fc.constantFrom(...logicalOperators),
      rules: fc.array(tie('condition'), { minLength: 1, maxLength: 5 }),
    }),
  ),
}));
const names = { today: '2026-01-01', 'user.id': 'a' };

describe('any condition on any data', () => {
  it('is what the plain reading of the language says', () => {
    fc.assert(
      fc.property(condition, data, (root, facts) => {
        const expected = referenceHolds(root, { data: facts, names });
        expect(evaluate(root, facts, names)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('compares the same whether the right side is known beforehand or read from the data', () => {
    const placeholder = (right: Json) => typeof right === 'string' && right.includes('{{');
    fc.assert(
      fc.property(fc.constantFrom(...comparisonOperators), value, value, (operator, left, right) => {
        fc.pre(!placeholder(right));
        const known = evaluate({ field: 'a', operator, value: right }, { a: left });
        const read = evaluate({ field: 'a', operator, compareToField: 'b' }, { a: left, b: right });
        expect(known).toBe(read);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is explained by comparisons of which the last one settled it', () => {
    fc.assert(
      fc.property(condition, data, (root, facts) => {
        expect(findConditionProblem(root)).toBeUndefined();
        const compiled = compileCondition(root);
        const { result, decidedBy, comparisons } = compiled.explain(factsOf(facts, names));
        expect(result).toBe(compiled.evaluate(factsOf(facts, names)));
        expect(decidedBy).toEqual(comparisons.at(-1));
        expect(compiled.decide(factsOf(facts, names))).toEqual({
          result,
          decidedBy,
          failedByMissing: [],
        });
      }),
    );
  });
});

describe('fields that the data does not have', () => {
  const and = (...rules: Condition[]): Condition => ({ operator: 'AND', rules });
  const or = (...rules: Condition[]): Condition => ({ operator: 'OR', rules });
  const limit = { field: 'total', operator: '<=', value: 1_000 };
  const credit = { field: 'customer.creditLimit', operator: '>=', compareToField: 'total' };
  const explained = (condition: Condition, data: unknown, failsOnMissing = false) =>
    compileCondition(condition, { failsOnMissing }).explain(factsOf(data));

  it.each<[string, Condition, unknown, string[]]>([
    ['each once, of both sides', and(limit, credit), {}, ['total', 'customer.creditLimit']],
    ['not what is null', limit, { total: null }, []],
    ['only what was looked at', or(limit, credit), { total: 1 }, []],
    ['not where absence is asked for', and({ field: 'a', operator: 'IS_EMPTY' }), {}, []],
    ['not in a comparison with null', { field: 'a', operator: '=', value: null }, {}, []],
    [
      'but in a comparison with another field',
      { field: 'a', operator: '=', compareToField: 'b' },
      {},
      ['a', 'b'],
    ],
  ])('are named: %s', (_, condition, data, expected) => {
    expect(explained(condition, data).missingFields).toEqual(expected);
  });

  it('are named of the whole condition, looked at or not', () => {
    const other = { field: 'other', operator: '=', value: 1 };
    const condition = compileCondition(or(limit, credit, other));
    expect(condition.missingFields(factsOf({ total: 1 }))).toEqual(['customer.creditLimit', 'other']);
  });

  it.each<[string, Condition, unknown, boolean, string[]]>([
    ['the comparison would hold', limit, {}, false, ['total']],
    ['a group is negated', { operator: 'NOT', rules: [limit] }, {}, false, ['total']],
    ['another part of an OR would hold', or(credit, limit), { total: 1 }, false, ['customer.creditLimit']],
    ['an earlier part of an OR holds', or(limit, credit), { total: 1 }, true, []],
    ['absence is asked for', or({ field: 'a', operator: 'IS_EMPTY' }, limit), {}, true, []],
    ['the fields are there', and(limit, credit), { total: 1, customer: { creditLimit: 5 } }, true, []],
  ])('fail a condition that says so, when %s', (_, condition, data, result, failedByMissing) => {
    const decision = compileCondition(condition, { failsOnMissing: true }).decide(factsOf(data));
    expect(decision).toMatchObject({ result, failedByMissing });
    expect(explained(condition, data, true)).toMatchObject({ result, failedByMissing });
    if (!result) expect(decision.decidedBy).toMatchObject({ result: false });
  });

  it('change nothing elsewhere: nothing is less than any value', () => {
    expect(compileCondition(limit).decide(factsOf({}))).toMatchObject({ result: true, failedByMissing: [] });
  });
});
