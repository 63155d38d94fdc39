import { describe, expect, it } from 'vitest';
import { toContext } from '../../../../shared/modules/toggles/evaluation/context.ts';
import {
  compileTargeting,
  evaluate,
  noSegments,
  SegmentMembership,
} from '../../../../shared/modules/toggles/evaluation/evaluate.ts';
import { prerequisiteLimits } from '../../../../shared/modules/toggles/evaluation/limits.ts';
import {
  type GraphProblem,
  graphProblem,
} from '../../../../shared/modules/toggles/evaluation/prerequisite-graph.ts';
import {
  DependentEvaluations,
  type DependentToggle,
  type Prerequisite,
} from '../../../../shared/modules/toggles/evaluation/prerequisites.ts';
import { prerequisitesProblem } from '../../../../shared/modules/toggles/prerequisites/changes.ts';

const need = (identifier: string, value: unknown = true): Prerequisite => ({ identifier, value });

describe('graphProblem', () => {
  const many = Array.from({ length: prerequisiteLimits.needed + 1 }, (_, index) => `n${index}`);
  const half = Math.ceil(many.length / 2);
  const tooDeep: GraphProblem = { kind: 'too_deep', path: ['a', 'b', 'c', 'd', 'e'] };
  it.each<[string, Record<string, string[]>, string, GraphProblem | undefined]>([
    ['one prerequisite', { a: ['b'] }, 'a', undefined],
    ['three levels', { a: ['b'], b: ['c'], c: ['d'] }, 'b', undefined],
    ['a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'] }, 'a', undefined],
    ['itself', { a: ['a'] }, 'a', { kind: 'cycle', path: ['a', 'a'] }],
    ['a cycle', { a: ['x', 'b'], b: ['c'], c: ['a'] }, 'a', { kind: 'cycle', path: ['a', 'b', 'c', 'a'] }],
    ['four levels below', { a: ['b'], b: ['c'], c: ['d'], d: ['e'] }, 'a', tooDeep],
    ['four levels with those above', { a: ['b'], b: ['c'], c: ['x', 'd'], d: ['e'] }, 'c', tooDeep],
    [
      'too many in all of a toggle above',
      { top: ['a', ...many.slice(0, half)], a: many.slice(half) },
      'a',
      { kind: 'too_many', identifier: 'top' },
    ],
  ])('%s', (_, graph, changed, expected) => {
    expect(graphProblem(new Map(Object.entries(graph)), changed)).toEqual(expected);
  });
});

describe('prerequisitesProblem', () => {
  const known = new Map([
    ['flag', { type: 'boolean' } as const],
    ['text', { type: 'string' } as const],
  ]);
  it.each<[Prerequisite[], field?: string, problem?: string]>([
    [[need('flag', false), need('text', 'x')]],
    [[need('none')], '[0].identifier', 'must be the identifier of a toggle'],
    [[need('text')], '[0].value', 'must be a string'],
    [[need('text', 'x'.repeat(1_100))], '[0].value', 'must have at most 1024 bytes as JSON'],
    [[need('flag'), need('flag', false)], '[1].identifier', 'must differ from the other identifiers'],
  ])('of %j', (prerequisites, field, problem) => {
    const problems = field && { [`prerequisites${field}`]: problem };
    expect(prerequisitesProblem(prerequisites, known)).toEqual(problems);
  });
});

/** Toggles by identifier; each is true where the plan is pro, and needs the given others. */
function toggles(needs: Record<string, Prerequisite[]>, more: Record<string, Partial<DependentToggle>> = {}) {
  const rules = [{ condition: { field: 'plan', operator: '=', value: 'pro' }, value: true }];
  const targeting = compileTargeting({ rules, killSwitch: { active: false } });
  const needed = new Map<string, DependentToggle>();
  for (const [slot, prerequisites] of Object.entries(needs)) {
    const toggle = { slot, type: 'boolean', defaultValue: false, targeting, override: undefined } as const;
    needed.set(slot, { ...toggle, prerequisites, needed, ...more[slot] });
  }
  return needed;
}

/** The evaluation of `a`, and the slots in the order of their evaluations. */
function evaluated(known: ReadonlyMap<string, DependentToggle>, plan = 'pro') {
  const context = toContext({ plan }, { tenantId: 't', nowMs: 0 });
  const slots: string[] = [];
  const evaluations = new DependentEvaluations((toggle, findFailed) => {
    slots.push(toggle.slot);
    return evaluate(toggle, context, new SegmentMembership(context, noSegments), undefined, findFailed);
  });
  const a = known.get('a');
  return { evaluation: a && evaluations.of(a), slots };
}

describe('an evaluation with prerequisites', () => {
  it('uses the rules if all prerequisites have the required values', () => {
    const known = toggles({ a: [need('b'), need('c')], b: [need('c')], c: [] });
    const { evaluation, slots } = evaluated(known);
    expect(evaluation).toMatchObject({ value: true, reason: 'TARGETING_MATCH' });
    // Each toggle once.
    expect(slots).toEqual(['a', 'b', 'c']);
  });

  it('names the first prerequisite that has another value, and is off', () => {
    const known = toggles({ a: [need('b', false)], b: [] }, { a: { defaultValue: true } });
    expect(evaluated(known).evaluation).toEqual({
      ...{ value: false, variant: 'disabled', reason: 'PREREQUISITE_FAILED', source: 'default' },
      ...{ rule: null, error: null, failedPrerequisite: { identifier: 'b', expected: false, actual: true } },
    });
    expect(evaluated(known, 'free').evaluation).toMatchObject({ value: true, reason: 'DEFAULT' });
  });

  it.each<[string, Partial<DependentToggle>, unknown]>([
    ['the default of other types', { type: 'string', defaultValue: 'none' }, 'none'],
    [
      'the value of the kill switch',
      { targeting: compileTargeting({ rules: [], killSwitch: { active: false, value: true } }) },
      true,
    ],
    ['no own value', { override: { value: true, targeting: undefined } }, false],
  ])('returns %s when it is off', (_, more, value) => {
    const known = toggles({ a: [need('b', false)], b: [] }, { a: more });
    expect(evaluated(known).evaluation).toMatchObject({ value, reason: 'PREREQUISITE_FAILED' });
  });

  it('respects own values and kill switches of prerequisites', () => {
    const override = { value: false, targeting: undefined };
    expect(evaluated(toggles({ a: [need('b')], b: [] }, { b: { override } })).evaluation).toMatchObject({
      failedPrerequisite: { identifier: 'b', actual: false },
    });
    const targeting = compileTargeting({ rules: [], killSwitch: { active: true } });
    const known = toggles({ a: [need('b', false)], b: [need('a')] }, { b: { targeting } });
    expect(evaluated(known).evaluation).toMatchObject({ value: true });
  });

  it('needs the prerequisites of prerequisites', () => {
    const known = toggles({ a: [need('b')], b: [need('c', false)], c: [] });
    expect(evaluated(known).evaluation).toMatchObject({ failedPrerequisite: { identifier: 'b' } });
  });

  it.each<[unknown, unknown, boolean]>([
    [{ x: 1, y: [2] }, { y: [2], x: 1 }, true],
    [{ x: 1 }, { x: 2 }, false],
    [null, null, true],
    [9_007_199_254_740_993n, 9_007_199_254_740_993n, true],
  ])('compares %o with %o', (expected, defaultValue, isMet) => {
    const known = toggles(
      { a: [need('b', expected)], b: [] },
      { b: { type: 'json', defaultValue, targeting: undefined } },
    );
    expect(evaluated(known).evaluation?.value).toBe(isMet);
  });

  it('fails with a prerequisite that does not exist, and with a cycle', () => {
    const actual = null;
    expect(evaluated(toggles({ a: [need('none')] })).evaluation).toMatchObject({
      failedPrerequisite: { identifier: 'none', expected: true, actual },
    });
    const cycle = toggles({ a: [need('b')], b: [need('a')] });
    expect(evaluated(cycle).evaluation).toMatchObject({ failedPrerequisite: { identifier: 'b' } });
  });
});
