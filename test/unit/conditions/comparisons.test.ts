import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatternEngine } from '../../../shared/kernel/base/patterns.ts';
import { compare, evaluate } from '../../support/builders/conditions.ts';

beforeAll(loadPatternEngine);

const missing = undefined;

/** Integers of two neighbours, as numbers, bigints and texts: a number holds every second one from 2^53 on. */
const longPairs: [left: unknown, relation: '<' | '=' | '>', right: unknown][] = [
  [9_007_199_254_740_993n, '=', 9_007_199_254_740_993n],
  [9_007_199_254_740_993n, '>', 9_007_199_254_740_992n],
  [9_007_199_254_740_993n, '>', 9_007_199_254_740_992],
  [9_007_199_254_740_992, '<', 9_007_199_254_740_993n],
  [9_007_199_254_740_992n, '=', 9_007_199_254_740_992],
  ['9007199254740993', '=', 9_007_199_254_740_993n],
  ['9007199254740993', '>', 9_007_199_254_740_992n],
  [9_007_199_254_740_993n, '>', '9007199254740992'],
  [-9_007_199_254_740_993n, '<', -9_007_199_254_740_992],
  [12_345_678_901_234_567_890n, '=', '12345678901234567890'],
  [12_345_678_901_234_567_890n, '<', '12345678901234567891'],
  [12_345_678_901_234_567_890n, '>', 5],
  [5, '<', 9_007_199_254_740_993n],
  [0.5, '<', 9_007_199_254_740_993n],
  [null, '<', 9_007_199_254_740_993n],
];

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
    ['2026-01-01 14:00:00+02', '2026-01-01T12:00:00.000Z', true],
    ...longPairs.map(([left, relation, right]): [unknown, unknown, boolean] => [
      left,
      right,
      relation === '=',
    ]),
  ])('%o = %o is %s', (left, right, expected) => {
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
    ['2026-01-01 23:00:00', '>', '2026-01-01T12:00:00Z'],
    ['2026-01-01 23:00:00.000+00', '>', '2026-01-01T12:00:00Z'],
    ['2026-01-01 08:00:00-0700', '>', '2026-01-01t12:00:00z'],
    [' 2026-01-01 12:00:00 ', '=', '2026-01-01T12:00:00Z'],
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
    ...longPairs,
  ])('%o %s %o', (left, relation, right) => {
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
    ['2026-01-01T14:00:00+02:00', 'IN', ['a', '2026-01-01T12:00:00Z'], true],
    ['sku-7', 'IN', many, true],
    ['sku-70', 'IN', many, false],
    [7, 'IN', [...many, '7'], true],
    ['7', 'IN', [...many, 7], true],
    ['7', 'IN', [...many, '07'], false],
    [1, 'IN', [...many, true], true],
    ...[[], many].flatMap((others): [unknown, string, unknown, boolean][] => [
      [9_007_199_254_740_993n, 'IN', [...others, 9_007_199_254_740_993n], true],
      [9_007_199_254_740_993n, 'IN', [...others, '9007199254740993'], true],
      ['9007199254740993', 'IN', [...others, 9_007_199_254_740_993n], true],
      [9_007_199_254_740_993n, 'IN', [...others, 9_007_199_254_740_992n], false],
      [9_007_199_254_740_993n, 'IN', [...others, 9_007_199_254_740_992], false],
      [9_007_199_254_740_992, 'IN', [...others, 9_007_199_254_740_993n], false],
      ['9007199254740992', 'NOT_IN', [...others, 9_007_199_254_740_993n], true],
    ]),
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
  ])('%o %s %o is %s', (left, operator, right, expected) => {
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
