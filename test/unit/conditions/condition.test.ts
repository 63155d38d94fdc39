import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionLimits, findConditionProblem } from '../../../shared/kernel/conditions/condition.ts';
import { findForbiddenKey } from '../../../shared/kernel/conditions/names.ts';
import {
  comparisonOperators,
  listOperators,
  logicalOperators,
  unaryOperators,
} from '../../../shared/kernel/conditions/operators.ts';
import { compilePath } from '../../../shared/kernel/conditions/path.ts';
import { nestedGroups } from '../../support/builders/rules.ts';

type Node = Record<string, unknown>;

const simple = { field: 'total', operator: '=', value: 1 };
const group = (...rules: unknown[]) => ({ operator: 'AND', rules });
const onLines = (parts: object = {}) => ({ field: 'lines', operator: 'ANY', condition: simple, ...parts });
const times = (count: number) => Array.from({ length: count }, () => simple);

describe('a well-formed condition', () => {
  it.each(comparisonOperators)('compares a field with a value by %s', (operator) => {
    expect(findConditionProblem({ field: 'total', operator, value: 1 })).toBeUndefined();
  });

  it.each(comparisonOperators)('compares two fields by %s', (operator) => {
    expect(findConditionProblem({ field: 'total', operator, compareToField: 'limit' })).toBeUndefined();
    expect(findConditionProblem({ field: 'total', operator, valueField: 'limit' })).toBeUndefined();
  });

  it.each(unaryOperators)('needs no value for %s', (operator) => {
    expect(findConditionProblem({ field: 'total', operator })).toBeUndefined();
  });

  it.each(logicalOperators)('groups by %s', (operator) => {
    expect(findConditionProblem({ operator, rules: [simple, group(simple)] })).toBeUndefined();
  });

  it.each([null, false, 0, '', 'text', [], [1, [2]], {}, { deep: { er: [null] } }])(
    'accepts the value %j',
    (value) => {
      expect(findConditionProblem({ field: 'total', operator: '=', value })).toBeUndefined();
    },
  );

  it.each([
    'a',
    '_',
    'a1',
    'order.total',
    'lines[0].sku',
    'a.0.b',
    'net-total',
    'A'.repeat(conditionLimits.fieldPath),
  ])('accepts the field path %s', (path) => {
    expect(findConditionProblem({ field: path, operator: '=', value: 1 })).toBeUndefined();
    expect(findConditionProblem({ field: 'a', operator: '=', compareToField: path })).toBeUndefined();
  });

  it('accepts null for the unused side', () => {
    const unused = { compareToField: null, valueField: null };
    expect(findConditionProblem({ ...simple, ...unused })).toBeUndefined();
  });

  it.each(listOperators)('applies a condition to the elements of a list by %s', (operator) => {
    const onElement = { field: '$item.qty', operator: '>', compareToField: '$data.limit' };
    const condition = { field: 'lines', operator, condition: group(onElement), min: 1, max: 2 };
    expect(findConditionProblem(condition)).toBeUndefined();
    expect(
      findConditionProblem({ ...condition, condition: { ...condition, field: 'parts' } }),
    ).toBeUndefined();
  });

  it(`accepts groups of 1 and of ${conditionLimits.rulesPerGroup} conditions`, () => {
    expect(findConditionProblem(group(simple))).toBeUndefined();
    expect(findConditionProblem(group(...times(conditionLimits.rulesPerGroup)))).toBeUndefined();
  });

  it.each([10, 5_000, 9_000])('accepts %i nested groups', (depth) => {
    expect(findConditionProblem(nestedGroups(depth))).toBeUndefined();
  });
});

describe('a malformed condition', () => {
  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /must be an object/],
    ['null', null, /must be an object/],
    ['a text', 'total > 1', /must be an object/],
    ['an array', [simple], /must be an object/],
    ['neither group nor comparison', {}, /needs a field/],
    ['no operator', { field: 'a', value: 1 }, /unknown operator undefined.*IS_NOT_EMPTY/],
    ['an unknown operator', { ...simple, operator: '~' }, /unknown operator "~".*NOT_IN/],
    ['a lower-case operator', { ...simple, operator: 'in' }, /unknown operator "in"/],
    ['an inherited name as operator', { ...simple, operator: 'toString' }, /unknown operator/],
    ['an operator that is not a text', { ...simple, operator: ['='] }, /unknown operator \["="\]/],
    ['a group operator on a comparison', { ...simple, operator: 'AND' }, /unknown operator "AND"/],
    ['a comparison operator on a group', { ...group(simple), operator: '=' }, /unknown group operator "="/],
    ['a lower-case group operator', { ...group(simple), operator: 'and' }, /unknown group operator "and"/],
    ['a group without operator', { rules: [simple] }, /unknown group operator undefined/],
    ['rules that are not an array', { operator: 'AND', rules: simple }, /rules must be an array/],
    ['rules that are null', { operator: 'AND', rules: null }, /rules must be an array/],
    ['an empty group', group(), /at least one/],
    ['a list without a condition', { field: 'lines', operator: 'ANY' }, /^operator ANY needs a condition/],
    [
      'a list with a value',
      { field: 'lines', operator: 'NONE', value: simple },
      /^operator NONE needs a condition/,
    ],
    ['a bad condition on elements', onLines({ condition: 1 }), /^condition: a condition must be an object/],
    [
      'an unknown operator on elements',
      group(onLines({ condition: group({ ...simple, operator: '~' }) })),
      /^rules\[0\]\.condition\.rules\[0\]: unknown operator "~"/,
    ],
    ['COUNT without bounds', onLines({ operator: 'COUNT' }), /^operator COUNT needs min or max/],
    ['COUNT with a bad minimum', onLines({ operator: 'COUNT', min: -1 }), /^min must be a whole number/],
    ['COUNT with a bad maximum', onLines({ operator: 'COUNT', max: '2' }), /^max must be a whole number/],
    ['COUNT with crossed bounds', onLines({ operator: 'COUNT', min: 2, max: 1 }), /^min must be at most max/],
    [
      'four levels of lists',
      onLines({ condition: onLines({ condition: onLines({ condition: onLines() }) }) }),
      /at most 3 levels/,
    ],
    ['the element outside of a list', { ...simple, field: '$item.qty' }, /needs the element of a list/],
    [
      'outer data outside of a list',
      { field: 'a', operator: '=', compareToField: '$data.b' },
      /needs the element/,
    ],
    [
      'an unknown name on elements',
      onLines({ condition: { ...simple, field: '$items' } }),
      /is not a field path/,
    ],
    ['501 conditions in a group', group(...times(conditionLimits.rulesPerGroup + 1)), /at most 500/],
    ['no value', { field: 'a', operator: '=' }, /needs a value or a compareToField/],
    ['a field that is not a text', { ...simple, field: 1 }, /field must be a field path/],
    ['an empty field', { ...simple, field: '' }, /field must be a field path/],
    ['a field of 201 characters', { ...simple, field: 'a'.repeat(201) }, /at most 200/],
    ['a compareToField that is not a text', { ...simple, compareToField: 5 }, /compareToField must be/],
    ['a blank compareToField', { ...simple, compareToField: '' }, /compareToField must be/],
    ['a compareToField of 201 characters', { ...simple, compareToField: 'a'.repeat(201) }, /at most 200/],
  ])('%s is refused', (_, condition, message) => {
    expect(findConditionProblem(condition)).toMatch(message);
  });

  it.each(['1a', '.a', '[0]', 'a b', '-a', 'a*', 'items[*].x', 'ä', 'a\n', 'a;b', '{{a}}'])(
    'the field path %j is refused',
    (field) => {
      expect(findConditionProblem({ ...simple, field })).toMatch(/is not a field path/);
    },
  );

  it.each(['__proto__', 'constructor', 'prototype', 'a.__proto__.b', 'a[constructor]', 'a[0].prototype'])(
    'the field path %s is accepted and reads own fields alone',
    (field) => {
      expect(findConditionProblem({ ...simple, field })).toBeUndefined();
      const data = '{"__proto__":1,"constructor":1,"prototype":1,"a":{"__proto__":{"b":1},"constructor":1}}';
      expect(compilePath(field)(JSON.parse(data))).toBe(field === 'a[0].prototype' ? undefined : 1);
      expect(compilePath(field)({ a: [{}] })).toBeUndefined();
    },
  );

  it.each([
    '{"__proto__":{"polluted":true}}',
    '{"field":"a","operator":"=","value":{"x":[{"constructor":1}]}}',
    '{"operator":"AND","rules":[{"field":"a","operator":"=","value":{"prototype":null}}]}',
    '{"field":"a","operator":"=","value":1,"__proto__":{"polluted":true}}',
  ])('%s is refused', (text) => {
    expect(findConditionProblem(JSON.parse(text))).toBeTypeOf('string');
    expect(({} as Node).polluted).toBeUndefined();
  });

  it('is reported with the path of its invalid part', () => {
    const condition = group(simple, group(simple, { field: 'a', operator: '~', value: 1 }));
    expect(findConditionProblem(condition)).toMatch(/^rules\[1\]\.rules\[1\]: unknown operator "~"/);
  });

  it('has a short message for an invalid part 9 000 groups deep', () => {
    const problem = findConditionProblem(nestedGroups(9_000, { field: 'a', operator: '~', value: 1 }));
    expect(problem).toMatch(/^….*rules\[0\]: unknown operator/);
    expect(problem?.length).toBeLessThan(600);
  });
});

const comparison = fc.record({
  field: fc.constantFrom('total', 'order.lines[0].sku', '_x'),
  operator: fc.constantFrom(...comparisonOperators),
  value: fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' }).filter((value) => !findForbiddenKey(value)),
});
const { condition } = fc.letrec<{ condition: Node }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    comparison,
    fc.record({
      operator: fc.constantFrom(...logicalOperators),
      rules: fc.array(tie('condition'), { minLength: 1, maxLength: 5 }),
    }),
  ),
}));

/** Every node of a condition with its path in messages. */
function nodesOf(root: Node, path = ''): { node: Node; path: string }[] {
  const rules = (root.rules ?? []) as Node[];
  const below = rules.flatMap((rule, index) => nodesOf(rule, `${path}${path && '.'}rules[${index}]`));
  return [{ node: root, path }, ...below];
}

describe('any condition', () => {
  it('is accepted if every part is well-formed', () => {
    fc.assert(fc.property(condition, (root) => findConditionProblem(root) === undefined));
  });

  it('is refused with the path of its single invalid part', () => {
    fc.assert(
      fc.property(condition, fc.nat(), (root, pick) => {
        const copy = structuredClone(root);
        const nodes = nodesOf(copy);
        const broken = nodes[pick % nodes.length];
        if (broken === undefined) return;
        broken.node.operator = 'BROKEN';
        const prefix = broken.path === '' ? '' : `${broken.path}: `;
        expect(findConditionProblem(copy)).toMatch(/unknown (group )?operator "BROKEN"/);
        expect(findConditionProblem(copy)?.startsWith(`${prefix}unknown`)).toBe(true);
      }),
    );
  });
});

describe('findForbiddenKey', () => {
  it.each<[string, string | undefined]>([
    ['{"a":[1,{"b":null}]}', undefined],
    ['["__proto__","constructor"]', undefined],
    ['{"a":"prototype"}', undefined],
    ['null', undefined],
    ['{"a":[[{"__proto__":1}]]}', '__proto__'],
    ['{"constructor":{}}', 'constructor'],
  ])('%s → %s', (text, expected) => {
    expect(findForbiddenKey(JSON.parse(text))).toBe(expected);
  });

  it('traverses 100 000 levels and arrays of 200 000 entries', () => {
    expect(findForbiddenKey(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBeUndefined();
    expect(findForbiddenKey(Array.from({ length: 200_000 }, () => 0))).toBeUndefined();
  });
});
