import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatternEngine } from '../../../shared/kernel/base/patterns.ts';
import { compileCondition } from '../../../shared/kernel/conditions/evaluator.ts';
import { type Condition, inputOf } from '../../support/builders/conditions.ts';

beforeAll(loadPatternEngine);

describe('an explanation', () => {
  it('contains the comparisons, and the decisive one', () => {
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
    const explanation = compileCondition(condition).explain(inputOf(data, { 'user.id': 'u1' }));
    const held = { result: true, expected: 100, actual: 250 };
    const inGroup = { path: 'rules[1].rules[0]', field: 'customer.tier', operator: 'IN' };
    const decisive = { path: 'rules[2]', field: 'owner', operator: '=', expected: 'u1', actual: 'u2' };
    const decidedBy = { ...decisive, comparedWith: 'user.id', result: false };
    expect(explanation).toEqual({
      ...{ result: false, decidedBy, failedByMissing: [], missingFields: [], made: 3 },
      comparisons: [
        { path: 'rules[0]', field: 'total', operator: '>', ...held },
        { ...inGroup, expected: ['gold'], actual: 'gold', result: true },
        decidedBy,
      ],
    });
  });

  it('contains the first hundred comparisons of a long condition, and the decisive one', () => {
    const fifty = Array.from({ length: 50 }, (_, index) => ({ field: 'a', operator: '!=', value: index }));
    const condition = {
      operator: 'AND',
      rules: Array.from({ length: 4 }, () => ({ operator: 'AND', rules: fifty })),
    };
    const { comparisons, made, decidedBy } = compileCondition(condition).explain(inputOf({ a: -1 }));
    expect([comparisons.length, made, decidedBy?.path]).toEqual([100, 200, 'rules[3].rules[49]']);
  });
});

describe('missing fields', () => {
  const and = (...rules: Condition[]): Condition => ({ operator: 'AND', rules });
  const or = (...rules: Condition[]): Condition => ({ operator: 'OR', rules });
  const limit = { field: 'total', operator: '<=', value: 1_000 };
  const credit = { field: 'customer.creditLimit', operator: '>=', compareToField: 'total' };
  const explained = (condition: Condition, data: unknown, failsOnMissing = false) =>
    compileCondition(condition, { failsOnMissing }).explain(inputOf(data));

  it.each<[string, Condition, unknown, string[]]>([
    ['each once, of both sides', and(limit, credit), {}, ['total', 'customer.creditLimit']],
    ['not what is null', limit, { total: null }, []],
    ['only evaluated comparisons', or(limit, credit), { total: 1 }, []],
    ['not for operators that test absence', and({ field: 'a', operator: 'IS_EMPTY' }), {}, []],
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

  it('are named for the whole condition, evaluated or not', () => {
    const other = { field: 'other', operator: '=', value: 1 };
    const condition = compileCondition(or(limit, credit, other));
    expect(condition.missingFields(inputOf({ total: 1 }))).toEqual(['customer.creditLimit', 'other']);
  });

  it.each<[string, Condition, unknown, boolean, string[]]>([
    ['the comparison would hold', limit, {}, false, ['total']],
    ['a group is negated', { operator: 'NOT', rules: [limit] }, {}, false, ['total']],
    ['another part of an OR would hold', or(credit, limit), { total: 1 }, false, ['customer.creditLimit']],
    ['an earlier part of an OR holds', or(limit, credit), { total: 1 }, true, []],
    ['an operator tests absence', or({ field: 'a', operator: 'IS_EMPTY' }, limit), {}, true, []],
    ['the fields are there', and(limit, credit), { total: 1, customer: { creditLimit: 5 } }, true, []],
  ])('fail a condition with failsOnMissing, if %s', (_, condition, data, result, failedByMissing) => {
    const decision = compileCondition(condition, { failsOnMissing: true }).decide(inputOf(data));
    expect(decision).toMatchObject({ result, failedByMissing });
    expect(explained(condition, data, true)).toMatchObject({ result, failedByMissing });
    if (!result) expect(decision.decidedBy).toMatchObject({ result: false });
  });

  it('have no effect by default: a missing value is less than any value', () => {
    expect(compileCondition(limit).decide(inputOf({}))).toMatchObject({ result: true, failedByMissing: [] });
  });
});
