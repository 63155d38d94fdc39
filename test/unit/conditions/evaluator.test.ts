import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadPatternEngine } from '../../../shared/kernel/base/patterns.ts';
import { valueResolver } from '../../../shared/kernel/conditions/condition-expressions.ts';
import { compileCondition } from '../../../shared/kernel/conditions/evaluator.ts';
import { loadExpressions } from '../../../shared/kernel/expressions/engine.ts';
import { type Condition, evaluate, inputOf } from '../../support/builders/conditions.ts';
import { nestedGroups } from '../../support/builders/rules.ts';
import { referenceHolds } from '../../support/invariants/reference-conditions.ts';

beforeAll(loadPatternEngine);

const missing = undefined;

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
    ['with.dot', 1],
    ['lines[0].tags[1]', 'y'],
    ['lines.0.tags.1', 'y'],
    ['lines.length', 2],
    ['lines[0].tags.length', 2],
  ])('%s finds %j', (field, value) => {
    expect(evaluate({ field, operator: '=', value }, order)).toBe(true);
    expect(evaluate({ field: 'total', operator: '!=', compareToField: field }, order)).toBe(value !== 5);
  });

  it.each([
    ...['lines[2].sku', 'lines[-1]', 'lines.01', 'note.length', 'customer.address.city.name', 'with.other'],
    ...['nothing.at.all', 'total.toFixed', 'toString', 'hasOwnProperty', 'lines.map', 'constructor'],
    ...['__proto__', 'customer.constructor.name', 'lines.__proto__.length', 'customer.__proto__'],
  ])('%s has no value', (field) => {
    expect(evaluate({ field, operator: '=', value: null }, order)).toBe(true);
    expect(evaluate({ field, operator: 'IS_EMPTY' }, order)).toBe(true);
  });

  it.each([null, undefined, 5, 'text', true, [], [1]])('finds nothing in %j', (data) => {
    expect(evaluate({ field: 'a', operator: 'IS_EMPTY' }, data)).toBe(true);
  });

  it('reads fields with names that JavaScript knows, and no prototypes through them', () => {
    const data = JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}');
    for (const field of ['__proto__.admin', 'constructor.prototype.admin'])
      expect(evaluate({ field, operator: '=', value: true }, data)).toBe(true);
    for (const field of ['admin', 'constructor.admin', '__proto__.constructor', '__proto__.__proto__'])
      expect(evaluate({ field, operator: 'IS_EMPTY' }, data)).toBe(true);
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

  it('is overridden by compareToField, but not by null', () => {
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

  // The random conditions have groups of any kind.
  it.each<[string, Condition, boolean]>([
    ['one of all fails', group('AND', yes, no, yes), false],
    ['any holds', group('OR', no, yes), true],
    ['not, for several of which one fails', group('NOT', yes, no), true],
    ['not, for several that hold', group('NOT', yes, yes), false],
    ['an empty group, which old rules may have', group('AND'), true],
    ['an empty group within a not', group('OR', no, group('NOT')), true],
  ])('where %s', (_, condition, expected) => {
    expect(evaluate(condition, data)).toBe(expected);
    expect(referenceHolds(condition, { data, names: {} })).toBe(expected);
  });

  it('holds always when there is no condition', () => {
    expect(evaluate(null, {})).toBe(true);
    expect(compileCondition(null).explain(inputOf({}))).toEqual({
      ...{ result: true, decidedBy: null, comparisons: [], made: 0 },
      ...{ failedByMissing: [], missingFields: [] },
    });
  });

  it('evaluates no comparison after the decisive one', () => {
    const pathsOf = (condition: Condition) =>
      compileCondition(condition)
        .explain(inputOf(data))
        .comparisons.map(({ path }) => path);
    expect(pathsOf(group('AND', yes, no, yes))).toEqual(['rules[0]', 'rules[1]']);
    expect(pathsOf(group('OR', no, yes, yes))).toEqual(['rules[0]', 'rules[1]']);
    expect(pathsOf(group('OR', group('AND', no, yes), yes))).toEqual(['rules[0].rules[0]', 'rules[1]']);
  });

  it('nests 9 000 deep', () => {
    const compiled = compileCondition(nestedGroups(9_000));
    expect(compiled.evaluate(inputOf({ a: 1 }))).toBe(true);
    expect(compiled.evaluate(inputOf({ a: 2 }))).toBe(false);
    expect(compiled.explain(inputOf({ a: 2 })).decidedBy?.path).toMatch(/^…\.rules\[0\]/);
  });

  it('nests 5 000 NOTs, with the correct parity', () => {
    let condition: Condition = yes;
    for (let level = 0; level < 5_000; level++) condition = group('NOT', condition);
    expect(evaluate(condition, data)).toBe(true);
    expect(evaluate(group('NOT', condition), data)).toBe(false);
  });
});

describe('the time check', () => {
  it('is called periodically, and before each pattern and expression', () => {
    const watch = vi.fn();
    const plain = Array.from({ length: 50 }, () => ({ field: 'a', operator: '!=', value: 1 }));
    const groups = Array.from({ length: 20 }, () => ({ operator: 'AND', rules: plain }));
    compileCondition({ operator: 'AND', rules: groups }).evaluate(inputOf({}), watch);
    expect(watch).toHaveBeenCalledTimes(3);
    const patterns = plain.map(() => ({ field: 'a', operator: 'MATCHES', value: 'x' }));
    compileCondition({ operator: 'OR', rules: patterns }).evaluate(inputOf({ a: 'a' }), watch);
    expect(watch).toHaveBeenCalledTimes(53);
    const expressions = plain.map(() => ({ field: 'a', operator: '=', value: '{{1 + 1}}' }));
    compileCondition({ operator: 'OR', rules: expressions }).evaluate(inputOf({ a: 'a' }), watch);
    expect(watch).toHaveBeenCalledTimes(103);
  });

  it('is called during an expression', async () => {
    await loadExpressions();
    const value = '{{range(0, 9000).map(x, x * 2).size()}}';
    const resolve = valueResolver(() => undefined, { place: 'The condition' });
    const watch = vi.fn();
    compileCondition({ field: 'a', operator: '=', value }).evaluate({ data: {}, resolve }, watch);
    expect(watch.mock.calls.length).toBeGreaterThan(20);
  });

  it('ends the evaluation by throwing', () => {
    const condition = compileCondition({ field: 'a', operator: 'MATCHES', value: 'x' });
    const stop = () => {
      throw new Error('time is up');
    };
    expect(() => condition.evaluate(inputOf({ a: 'x' }), stop)).toThrow('time is up');
  });
});
