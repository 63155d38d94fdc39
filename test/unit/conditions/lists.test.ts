import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatternEngine } from '../../../shared/kernel/base/patterns.ts';
import { budgetWatch, OutOfBudgetError } from '../../../shared/kernel/conditions/budget.ts';
import { compileCondition } from '../../../shared/kernel/conditions/evaluator.ts';
import { type Condition, evaluate, inputOf } from '../../support/builders/conditions.ts';

beforeAll(loadPatternEngine);

const isLarge = { field: 'qty', operator: '>', value: 10 };
const lines = (operator: string, parts: object = {}): Condition => ({
  ...{ field: 'lines', operator, condition: isLarge },
  ...parts,
});
const on = (field: string, operator: string, value: unknown) => ({ condition: { field, operator, value } });
const above = (field: string) => ({ condition: { field: 'qty', operator: '>', compareToField: field } });
const order = (...quantities: unknown[]) => ({ limit: 20, lines: quantities.map((qty) => ({ qty })) });

describe('a condition on the elements of a list', () => {
  it.each<[string, Condition, unknown, boolean]>([
    ['ANY: one element', lines('ANY'), order(1, 11), true],
    ['ALL: not every element', lines('ALL'), order(11, 1), false],
    ['ALL: without elements', lines('ALL'), order(), true],
    ['NONE: one element', lines('NONE'), order(1, 11), false],
    ['COUNT: at least', lines('COUNT', { min: 2 }), order(11, 1, 12), true],
    ['COUNT: too few', lines('COUNT', { min: 2 }), order(11, 1), false],
    ['COUNT: at most', lines('COUNT', { max: 1 }), order(11, 1), true],
    ['COUNT: too many', lines('COUNT', { max: 1 }), order(11, 12), false],
    ['a missing list has no elements', lines('NONE'), {}, true],
    ['an object is not a list', lines('ANY'), { lines: { qty: 11 } }, false],
    ['a bound of another operator has no effect', lines('ANY', { min: 5, max: 0 }), order(11), true],
    ['the element itself', lines('ANY', on('$item', '=', 'urgent')), { lines: ['new', 'urgent'] }, true],
    ['a field of the element by name', lines('ANY', on('$item.qty', '>', 10)), order(11), true],
    [
      'a field with a dot',
      lines('ANY', on('$item.unit.qty', '>', 10)),
      { lines: [{ 'unit.qty': 11 }] },
      true,
    ],
    ['the data around the list', lines('ANY', above('$data.limit')), order(19, 21), true],
    [
      'the data around both lists',
      { field: 'orders', operator: 'ALL', condition: lines('ANY', above('$data.min')) },
      { min: 5, orders: [order(1, 6), order(9)] },
      true,
    ],
    ['a placeholder', lines('ANY', on('qty', '=', '{{limit}}')), order(20), true],
    ['a pattern', lines('ANY', on('qty', 'MATCHES', '^2')), order(20), true],
    ['in a group', { operator: 'NOT', rules: [lines('ANY')] }, order(1), true],
  ])('is evaluated: %s', (_, condition, data, result) => {
    expect(evaluate(condition, data, { limit: 20 })).toBe(result);
  });

  it('is explained by element, the first and the last one', () => {
    const data = order(...Array.from({ length: 30 }, (_, qty) => qty));
    const { decidedBy, result } = compileCondition({ operator: 'AND', rules: [lines('ANY')] }).decide(
      inputOf(data),
    );
    const decisive = { path: '', field: 'qty', operator: '>', expected: 10, actual: 11, result: true };
    expect(result).toBe(true);
    expect(decidedBy).toMatchObject({ path: 'rules[0]', field: 'lines', operator: 'ANY', result: true });
    expect(decidedBy?.elements?.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 11]);
    expect(decidedBy?.elements?.at(-1)).toEqual({ index: 11, result: true, decidedBy: decisive });
    const count = compileCondition(lines('COUNT', { min: 2 })).decide(inputOf(data)).decidedBy;
    expect(count?.expected).toEqual({ min: 2 });
  });

  it('has at most a hundred elements in an explanation, however deep its lists nest', () => {
    const nested = { field: 'rows', operator: 'ALL', condition: lines('NONE') };
    const condition = { operator: 'AND', rules: Array.from({ length: 100 }, () => nested) };
    const data = { rows: Array.from({ length: 100 }, () => order(1, 2, 3)) };
    const elementsIn = (value: unknown): number => JSON.stringify(value).match(/"index":/g)?.length ?? 0;
    const { comparisons } = compileCondition(condition).explain(inputOf(data));
    expect(elementsIn(comparisons)).toBeLessThanOrEqual(100);
    expect(elementsIn(comparisons)).toBeGreaterThan(50);
  });

  it('names the missing fields of elements, and those around the list', () => {
    const onElement = {
      operator: 'OR',
      rules: [isLarge, { field: '$item.sku', operator: '=', compareToField: '$data.sku' }],
    };
    const compiled = compileCondition(lines('ALL', { condition: onElement }));
    const data = { lines: [{ qty: 1 }, { sku: 'a' }] };
    expect(compiled.missingFields(inputOf(data))).toEqual(['lines[0].sku', 'sku', 'lines[1].qty']);
    expect(compiled.explain(inputOf({})).missingFields).toEqual(['lines']);
  });

  it('looks for missing fields in few comparisons, however lists multiply them', () => {
    let reads = 0;
    const element = { x: undefined };
    Object.defineProperty(element, 'x', {
      get: () => {
        reads += 1;
        return undefined;
      },
    });
    const data = { a: Array.from({ length: 100 }, () => element) };
    const within = (condition: Condition) => ({ field: '$data.a', operator: 'ANY', condition });
    const nested = (leaf: Condition) => ({
      ...{ field: 'a', operator: 'ANY' },
      condition: within(within(leaf)),
    });
    const compared = compileCondition(nested({ field: 'x', operator: '=', value: 1 }));
    expect(compared.missingFields(inputOf(data))).toContain('a[0].x');
    expect(reads).toBeLessThanOrEqual(10_000);
    reads = 0;
    const { result, made } = compileCondition(nested({ field: 'x', operator: 'IS_EMPTY' })).explain(
      inputOf(data),
    );
    expect({ result, made }).toEqual({ result: true, made: 1 });
    // The first element decides; the explanation reads it a few times.
    expect(reads).toBeLessThanOrEqual(20);
  });

  it('names the missing fields of the elements that an evaluation reads', () => {
    const compiled = compileCondition(lines('ANY'));
    const data = { lines: [{}, { qty: 11 }, {}] };
    expect(compiled.explain(inputOf(data)).missingFields).toEqual(['lines[0].qty']);
    expect(compiled.missingFields(inputOf(data))).toEqual(['lines[0].qty', 'lines[2].qty']);
  });

  it.each(['ANY', 'ALL', 'NONE'])(
    'fails %s by a missing field of an element with failsOnMissing',
    (operator) => {
      const condition = { operator: 'NOT', rules: [lines(operator)] };
      const compiled = compileCondition(condition, { failsOnMissing: true });
      const expected = { result: false, failedByMissing: ['lines[0].qty'] };
      expect(compiled.decide(inputOf({ lines: [{}, { qty: 1 }] }))).toMatchObject(expected);
      expect(compiled.explain(inputOf({ lines: [{}, { qty: 1 }] }))).toMatchObject(expected);
      expect(compiled.decide(inputOf({}))).toMatchObject({ result: false, failedByMissing: ['lines'] });
    },
  );

  it('lists the paths that it reads in the data, without those in elements', () => {
    const onElement = {
      operator: 'AND',
      rules: [
        { field: 'toggles.inner', operator: '=', compareToField: '$data.toggles.outer' },
        { field: '$item', operator: '=', value: '{{toggles.named}}' },
      ],
    };
    expect(compileCondition(lines('ANY', { condition: onElement })).paths()).toEqual([
      'lines',
      'toggles.outer',
      'toggles.named',
    ]);
  });

  it('ends at its budget, in lists within lists too', () => {
    const long = Array.from({ length: 1_000 }, () => 1);
    const within = (condition: Condition) => ({ field: '$data.a', operator: 'NONE', condition });
    const condition = { ...within(within(within({ field: '$item', operator: '=', value: 2 }))), field: 'a' };
    const startedMs = performance.now();
    expect(() => compileCondition(condition).evaluate(inputOf({ a: long }), budgetWatch(20))).toThrow(
      OutOfBudgetError,
    );
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});
