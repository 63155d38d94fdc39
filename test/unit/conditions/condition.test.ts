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
  it.each(comparisonOperators)('compares two fields by %s', (operator) => {
    expect(findConditionProblem({ field: 'total', operator, compareToField: 'limit' })).toBeUndefined();
    expect(findConditionProblem({ field: 'total', operator, valueField: 'limit' })).toBeUndefined();
  });

  it.each(unaryOperators)('needs no value for %s', (operator) => {
    expect(findConditionProblem({ field: 'total', operator })).toBeUndefined();
  });

  it.each([
    ...['a', '_', 'a1', 'order.total', 'lines[0].sku', 'a.0.b', 'net-total'],
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
    const inner = { field: 'parts', operator, condition: group(onElement), min: 1, max: 2 };
    expect(findConditionProblem({ ...inner, field: 'lines', condition: inner })).toBeUndefined();
  });

  it.each([
    [`groups of ${conditionLimits.rulesPerGroup} conditions`, group(...times(conditionLimits.rulesPerGroup))],
    ['9 000 nested groups', nestedGroups(9_000)],
  ])('accepts %s', (_, condition) => {
    expect(findConditionProblem(condition)).toBeUndefined();
  });
});

describe('a malformed condition', () => {
  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /must be an object/],
    ['null', null, /must be an object/],
    ['an array', [simple], /must be an object/],
    ['neither group nor comparison', {}, /needs a field/],
    ['no operator', { field: 'a', value: 1 }, /unknown operator undefined.*IS_NOT_EMPTY/],
    ['a lower-case operator', { ...simple, operator: 'in' }, /unknown operator "in".*NOT_IN/],
    ['an inherited name as operator', { ...simple, operator: 'toString' }, /unknown operator/],
    ['an operator that is not a text', { ...simple, operator: ['='] }, /unknown operator \["="\]/],
    ['a group operator on a comparison', { ...simple, operator: 'AND' }, /unknown operator "AND"/],
    ['a comparison operator on a group', { ...group(simple), operator: '=' }, /unknown group operator "="/],
    ['a group without operator', { rules: [simple] }, /unknown group operator undefined/],
    ['rules that are not an array', { operator: 'AND', rules: simple }, /rules must be an array/],
    ['an empty group', group(), /at least one/],
    [
      'a list with a value',
      onLines({ condition: undefined, value: simple }),
      /^operator ANY needs a condition/,
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
    ['outer data outside of a list', { ...simple, compareToField: '$data.b' }, /needs the element/],
    ['an unknown name', onLines({ condition: { ...simple, field: '$items' } }), /is not a field path/],
    ['501 conditions in a group', group(...times(conditionLimits.rulesPerGroup + 1)), /at most 500/],
    ['no value', { field: 'a', operator: '=' }, /needs a value or a compareToField/],
    ['a field that is not a text', { ...simple, field: 1 }, /field must be a field path/],
    ['an empty field', { ...simple, field: '' }, /field must be a field path/],
    ['a field of 201 characters', { ...simple, field: 'a'.repeat(201) }, /at most 200/],
    ['a compareToField that is not a text', { ...simple, compareToField: 5 }, /compareToField must be/],
    ['a compareToField of 201 characters', { ...simple, compareToField: 'a'.repeat(201) }, /at most 200/],
  ])('%s is refused', (_, condition, message) => {
    expect(findConditionProblem(condition)).toMatch(message);
  });

  it.each(['1a', '.a', '[0]', 'a b', '-a', 'a*', 'items[*].x', 'a\n', 'a;b', '{{a}}'])(
    'the field path %j is refused',
    (field) => {
      expect(findConditionProblem({ ...simple, field })).toMatch(/is not a field path/);
    },
  );

  it.each(['größe', 'maße.größe_2', '合計[0]', '_ñ'])('the field path %s is accepted', (field) => {
    expect(findConditionProblem({ ...simple, field })).toBeUndefined();
  });

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
    '{"operator":"AND","rules":[{"field":"a","operator":"=","value":{"x":[{"prototype":null}]}}]}',
    '{"field":"a","operator":"=","value":1,"__proto__":{"polluted":true}}',
  ])('%s is refused', (text) => {
    expect(findConditionProblem(JSON.parse(text))).toBeTypeOf('string');
    expect(({} as Node).polluted).toBeUndefined();
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
