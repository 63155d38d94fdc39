import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatternEngine } from '../../../shared/kernel/base/patterns.ts';
import { findConditionProblem } from '../../../shared/kernel/conditions/condition.ts';
import { compileCondition } from '../../../shared/kernel/conditions/evaluator.ts';
import {
  comparisonOperators,
  listOperators,
  logicalOperators,
} from '../../../shared/kernel/conditions/operators.ts';
import { type Condition, evaluate, inputOf } from '../../support/builders/conditions.ts';
import { type Json, referenceHolds } from '../../support/invariants/reference-conditions.ts';

beforeAll(loadPatternEngine);

/** Values with unusual comparisons, and arbitrary ones. */
const scalar = fc.oneof(
  fc.constantFrom<Json[]>(null, true, false, 0, 1, -0, 10, 2, 1.5, '', ' ', ' 10 ', '{{ user.id }}'),
  fc.constantFrom(
    ...'0 1 10 2 true null a A b ab é e\u0301 0x10 1e3 Infinity __proto__ ^a a+ (a+)+ ['.split(' '),
  ),
  fc.constantFrom(...'{{today}} {{unknown}} 1.2.3 1.2.3-rc.1 10.0.0.1 10.0.0.0/8 2026-02-30'.split(' ')),
  fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01T02:00:00+02:00', '2026-01-02T00:00'),
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
const operator = fc.constantFrom(...comparisonOperators);
const comparisonOf = (of: fc.Arbitrary<string>): fc.Arbitrary<Condition> =>
  fc.oneof(fc.record({ field: of, operator, value }), fc.record({ field: of, operator, compareToField: of }));
const onItem = comparisonOf(fc.constantFrom('$item', '$item.x', 'x', '$data.a', '$data.b[0]', '$data'));
const groupOf = (rule: fc.Arbitrary<Condition>, maxLength: number): fc.Arbitrary<Condition> =>
  fc.record({
    operator: fc.constantFrom(...logicalOperators),
    rules: fc.array(rule, { minLength: 1, maxLength }),
  });
const onElements = (ofElement: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc
    .record({
      field: fc.constantFrom('a', 'b', 'c'),
      operator: fc.constantFrom(...listOperators),
      condition: ofElement,
      min: fc.nat(3),
      more: fc.nat(3),
    })
    .map(({ min, more, ...rest }) => ({ ...rest, min, max: min + more }));
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    comparisonOf(field),
    groupOf(tie('condition'), 5),
    onElements(fc.oneof(onItem, groupOf(onItem, 3), onElements(onItem))),
  ),
}));
const names = { today: '2026-01-01', 'user.id': 'a' };

describe('any condition on any data', () => {
  it('has the result of the reference evaluator', () => {
    fc.assert(
      fc.property(condition, data, (root, facts) => {
        const expected = referenceHolds(root, { data: facts, names });
        expect(evaluate(root, facts, names)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the same result with a constant right side and with one from the data', () => {
    const placeholder = (right: Json) => typeof right === 'string' && right.includes('{{');
    fc.assert(
      fc.property(operator, value, value, (compared, left, right) => {
        fc.pre(!placeholder(right));
        const known = evaluate({ field: 'a', operator: compared, value: right }, { a: left });
        const read = evaluate({ field: 'a', operator: compared, compareToField: 'b' }, { a: left, b: right });
        expect(known).toBe(read);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is explained by comparisons, the last of which is decisive', () => {
    fc.assert(
      fc.property(condition, data, (root, facts) => {
        expect(findConditionProblem(root)).toBeUndefined();
        const compiled = compileCondition(root);
        const { result, decidedBy, comparisons } = compiled.explain(inputOf(facts, names));
        expect(result).toBe(compiled.evaluate(inputOf(facts, names)));
        expect(decidedBy).toEqual(comparisons.at(-1));
        expect(compiled.decide(inputOf(facts, names))).toEqual({ result, decidedBy, failedByMissing: [] });
      }),
    );
  });
});
