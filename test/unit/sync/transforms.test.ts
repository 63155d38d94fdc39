import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Transform,
  transformed,
  transformProblem,
  undone,
} from '../../../shared/modules/sync/mappings/transforms.ts';

const outcome = (transform: Transform, value: unknown): unknown => {
  try {
    return transformed(transform, value);
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : error;
  }
};
const beyond = 'TransformError: must be between -9007199254740991 and 9007199254740991';
const notA = (what: string) => `TransformError: is not ${what}`;

describe('transforms', () => {
  it.each<[Transform, unknown, unknown]>([
    ['trim', [' a ', 1], ['a', 1]],
    ['lowercase', 'ÄB', 'äb'],
    ['uppercase', 'ß1', 'SS1'],
    ['string', 1.5, '1.5'],
    ['string', { a: 1 }, '{"a":1}'],
    ['number', ' -1.5e2 ', -150],
    ['number', '', null],
    ['number', true, 1],
    ['number', '1,5', notA('a number')],
    ['number', '0x10', notA('a number')],
    ['number', '1e999', notA('a number')],
    ['number', {}, notA('a number')],
    ['number', '9007199254740991', 9_007_199_254_740_991],
    ...(['number', 'integer'] as const).flatMap((name): [Transform, unknown, unknown][] => [
      [name, '9007199254740992', beyond],
      [name, ' -9007199254740993 ', beyond],
      [name, '12345678901234567890', beyond],
      [name, '12345678901234567.5', beyond],
      [name, 9_007_199_254_740_993n, beyond],
    ]),
    ['trim', 9_007_199_254_740_993n, 9_007_199_254_740_993n],
    ['string', 12_345_678_901_234_567_890n, '12345678901234567890'],
    ['string', { id: 9_007_199_254_740_993n }, '{"id":9007199254740993}'],
    ['json', '{"id":9007199254740993}', { id: 9_007_199_254_740_993n }],
    [{ name: 'join', separator: ',' }, [9_007_199_254_740_993n], '9007199254740993'],
    [{ name: 'lookup', values: { '9007199254740993': 'b' } }, 9_007_199_254_740_993n, 'b'],
    ['date', 9_007_199_254_740_993n, notA('a date')],
    ['integer', '12', 12],
    ['integer', '1.5', notA('a whole number')],
    ['integer', '', null],
    ['boolean', 'YES', true],
    ['boolean', 0, false],
    ['boolean', '', null],
    ['boolean', 'maybe', notA('a boolean')],
    ['boolean', [], notA('a boolean')],
    ['boolean', ['yes'], notA('a boolean')],
    ['date', '2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['date', '2026-03-01 10:30', '2026-03-01T10:30:00.000Z'],
    ['date', '2026-03-01T10:30:00+0200', '2026-03-01T08:30:00.000Z'],
    ['date', '2026-02-30', notA('a date')],
    ['date', '01.03.2026', notA('a date')],
    ['date', 1_772_357_400_000, '2026-03-01T09:30:00.000Z'],
    [{ name: 'date', unit: 's' }, '1772357400', '2026-03-01T09:30:00.000Z'],
    ['date', {}, notA('a date')],
    ['date', ['2026-03-01'], notA('a date')],
    ['date', true, notA('a date')],
    ['date', ' ', null],
    ['date', '2026-03-01 10:30:00 +0200', '2026-03-01T08:30:00.000Z'],
    ['date', '2026-03-01 10:30:00 UTC', '2026-03-01T10:30:00.000Z'],
    [{ name: 'date', unit: 's' }, '-1772357400.25', '1913-11-02T14:29:59.750Z'],
    [{ name: 'date', unit: 's' }, ' 1772357400 ', '2026-03-01T09:30:00.000Z'],
    ['json', '{', notA('JSON')],
    ['json', '', null],
    ['json', ['{"a":1}', ' '], [{ a: 1 }, null]],
    [{ name: 'split', separator: ';' }, 'a; b;;', ['a', 'b']],
    [{ name: 'join', separator: ', ' }, ['a', 1, { b: 2 }], 'a, 1, {"b":2}'],
    [{ name: 'join', separator: ', ' }, 'text', 'text'],
    [{ name: 'replace', search: '.', with: '$&' }, 'a.b.', 'a$&b$&'],
    [{ name: 'lookup', values: { A: 'active' } }, 'toString', 'toString'],
    [{ name: 'lookup', values: { A: 'active' }, otherwise: '?' }, ['A', 'B'], ['active', '?']],
    [{ name: 'lookup', values: { A: 'active', '[object Object]': 1 } }, { a: 1 }, { a: 1 }],
    [
      [
        { name: 'split', separator: ',' },
        { name: 'lookup', values: { A: 1, B: 2 } },
      ],
      'A, B,C',
      [1, 2, 'C'],
    ],
    [{ name: 'constant', value: 7 }, undefined, 7],
    [['trim', { name: 'split', separator: ',' }, 'uppercase'], ' a,b ', ['A', 'B']],
    ['number', undefined, undefined],
    [['trim', 'number'], null, null],
  ])('%o of %o', (transform, value, expected) => {
    expect(outcome(transform, value)).toEqual(expected);
  });

  it('refuse texts that replacements make larger than a record, also in lists', () => {
    const longer = { name: 'replace', search: 'a', with: 'a'.repeat(200) } as const;
    const tooLong = 'TransformError: becomes too long';
    expect(outcome(longer, 'a'.repeat(1_000))).toHaveLength(200_000);
    expect(outcome(Array(10).fill(longer), 'a')).toBe(tooLong);
    expect(outcome([{ name: 'split', separator: ',' }, longer], 'a,'.repeat(2_000))).toBe(tooLong);
    expect(outcome({ ...longer, with: '' }, 'a'.repeat(1_000_000))).toBe('');
  });

  it('throw only errors about unsuitable values', () => {
    const names = ['trim', 'lowercase', 'string', 'number', 'integer', 'boolean', 'date', 'json'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const found = outcome(name, value);
        if (typeof found === 'string') expect(found).not.toMatch(/^(?!TransformError)\w+Error:/);
      }),
    );
  });

  it.each<[Transform, unknown, unknown]>([
    [{ name: 'split', separator: ',' }, ['a', 'b'], 'a,b'],
    [{ name: 'join', separator: ',' }, 'a,b', ['a', 'b']],
    ['json', { a: 1 }, '{"a":1}'],
    [{ name: 'lookup', values: { A: 'active' } }, 'active', 'A'],
    [{ name: 'lookup', values: { A: 'active' } }, 'other', 'other'],
    [
      [
        { name: 'split', separator: ',' },
        { name: 'lookup', values: { A: 1 } },
      ],
      [1, 'C'],
      'A,C',
    ],
    [['trim', { name: 'split', separator: ',' }], ['a', 'b'], 'a,b'],
    ['number', 5, 5],
    ['number', 9_007_199_254_740_993n, 9_007_199_254_740_993n],
    ['json', { id: 9_007_199_254_740_993n }, '{"id":9007199254740993}'],
    [{ name: 'lookup', values: { b: 9_007_199_254_740_993n } }, 9_007_199_254_740_993n, 'b'],
    ['json', null, null],
  ])('%o is reversed for %o', (transform, value, expected) => {
    expect(undone(transform, value)).toEqual(expected);
  });

  it.each([
    ['explode', 'must be one of'],
    [{ name: 'split' }, 'split needs separator'],
    [{ name: 'split', separator: '' }, 'split needs separator'],
    [{ name: 'replace', search: '' }, 'replace needs search'],
    [{ name: 'lookup', values: [] }, 'lookup needs values'],
    [{ name: 'date', unit: 'h' }, 'date needs unit'],
    [{ name: 'constant' }, 'constant needs value'],
    [{ name: '__proto__' }, 'must be one of'],
    [null, 'must be one of'],
    [[['trim']], 'must be one of'],
    [Array(11).fill('trim'), 'at most 10'],
  ])('%j is refused', (transform, problem) => {
    expect(transformProblem(transform)).toContain(problem);
  });
});
