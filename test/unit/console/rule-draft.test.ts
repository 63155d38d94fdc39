import { describe, expect, it } from 'vitest';
import {
  jsonOf,
  nodeOf,
  nodeProblem,
  textOfValue,
  valueOfText,
} from '../../../lib/console/conditions/condition-tree.ts';
import { draftsOf, newRule, ruleOf, ruleProblem, totalOf } from '../../../lib/console/toggles/rule-draft.ts';

const isUnary = (operator: string): boolean => operator === 'IS_EMPTY';

describe('a condition in the builder', () => {
  const condition = {
    operator: 'AND',
    rules: [
      { field: 'plan', operator: 'IN', value: ['pro', 'team'] },
      { field: 'spent', operator: '>', compareToField: 'limit' },
      { operator: 'NOT', rules: [{ field: 'country', operator: 'IS_EMPTY' }] },
      { field: 'code', operator: '=', value: '10' },
      { field: 'count', operator: '=', value: 10 },
      { field: 'parent', operator: '=', value: null },
      { field: 'lines', operator: 'ANY', condition: { field: 'qty', operator: '>', value: 10 } },
      { field: 'lines', operator: 'COUNT', condition: { field: 'a', operator: 'IS_EMPTY' }, min: 1, max: 3 },
    ],
  };

  it('becomes the same JSON again', () => {
    const node = nodeOf(condition);
    expect(node && jsonOf(node, isUnary)).toEqual(condition);
  });

  it.for<unknown>([
    ...['text', '10', 10, 1e22, true, null, 'true', ['a', 1], '', '{"a"', { a: 1 }],
    ...['12345678901234567890', 12_345_678_901_234_567_890n],
  ])('shows the value %s as equivalent text', (value) => {
    expect(valueOfText(textOfValue(value))).toEqual(value);
  });

  it.each<[string, unknown]>([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-12345678901234567890', -12_345_678_901_234_567_890n],
    ['0.50', 0.5],
  ])('parses %s as %s, because a rounded id would match other ids', (text, value) => {
    expect(valueOfText(text)).toBe(value);
  });

  it.each([[null], ['x'], [{ operator: 'AND' }], [{ field: 'a' }], [{ operator: 'OR', rules: ['x'] }]])(
    'does not accept %j as a condition',
    (json) => expect(nodeOf(json)).toBeUndefined(),
  );

  it('is incomplete without fields, and with empty groups', () => {
    const problemOf = (json: unknown) => {
      const node = nodeOf(json);
      return node && nodeProblem(node);
    };
    expect(problemOf({ operator: 'AND', rules: [] })).toBeDefined();
    expect(problemOf({ field: ' ', operator: '=', value: 1 })).toBeDefined();
    expect(problemOf(condition)).toBeUndefined();
  });
});

describe('a rule in the editor', () => {
  it('becomes the same JSON again', () => {
    const rules = [
      { name: 'Beta', condition: { field: 'a', operator: '=', value: 1 }, percentage: 10, value: true },
      { segments: ['5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'], salt: 'x', value: false },
      {
        variants: [
          { name: 'a', value: true, weight: 33.3 },
          { name: 'b', value: false, weight: 66.7 },
        ],
      },
    ];
    const drafts = draftsOf('boolean', rules);
    expect(drafts?.map((draft) => ruleOf('boolean', draft))).toEqual(rules);
    expect(drafts?.map((draft) => ruleProblem('boolean', draft))).toEqual([undefined, undefined, undefined]);
  });

  it('reports why it cannot be saved', () => {
    const rule = newRule('number');
    const problemOf = (part: Partial<typeof rule>) => ruleProblem('number', { ...rule, ...part });
    expect(problemOf({ value: 'ten' })).toBe('This is not a number.');
    for (const percentage of ['101', ''])
      expect(problemOf({ percentage })).toBe('A percentage is a number from 0 to 100.');
    expect(problemOf({ conditionProblem: 'no' })).toBe('no');
    const [first, second] = rule.variants;
    const variants = first && second ? [first, second].map((one) => ({ ...one, weight: '0' })) : [];
    expect(problemOf({ serves: 'variants', variants })).toBe('At least one weight must be above 0.');
  });

  it('adds weights in decimal', () => {
    expect(totalOf([{ weight: '0.1' }, { weight: '0.2' }, { weight: 'x' }])).toBe(0.3);
  });

  it('is refused if the JSON is not a list of objects', () => {
    expect(draftsOf('boolean', { rules: [] })).toBeUndefined();
    expect(draftsOf('boolean', ['x'])).toBeUndefined();
  });
});
