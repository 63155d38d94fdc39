import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatternEngine } from '../../../../shared/kernel/base/patterns.ts';
import { contextProblem, toContext } from '../../../../shared/modules/toggles/evaluation/context.ts';
import {
  compileSegments,
  compileTargeting,
  type EvaluatedToggle,
  evaluate,
  SegmentMembership,
} from '../../../../shared/modules/toggles/evaluation/evaluate.ts';
import type { Targeting, TargetingRule } from '../../../../shared/modules/toggles/evaluation/rule.ts';
import type { Segment } from '../../../../shared/modules/toggles/evaluation/segments.ts';

beforeAll(() => loadPatternEngine());

const nowMs = Date.parse('2026-03-02T09:30:00.000Z');
const off: Targeting['killSwitch'] = { active: false };
const isPro = { field: 'plan', operator: '=', value: 'pro' };

function toggle(rules: readonly TargetingRule[], more: Partial<EvaluatedToggle> = {}): EvaluatedToggle {
  const targeting = compileTargeting({ rules, killSwitch: off });
  return { slot: 'x', type: 'string', defaultValue: 'default', targeting, override: undefined, ...more };
}

function segment(id: string, more: Partial<Segment> = {}): Segment {
  const at = '2026-01-01T00:00:00.000Z';
  const fields = { id, name: id, description: null, condition: isPro, segments: [] };
  return { ...fields, createdAt: at, updatedAt: at, revision: 1, ...more };
}

function evaluated(
  one: EvaluatedToggle,
  given: Record<string, unknown> = {},
  segments: readonly Segment[] = [],
  budgetMs?: number,
) {
  const context = toContext(given, { tenantId: 't-1', organizationId: 'o-1', nowMs });
  return evaluate(one, context, new SegmentMembership(context, compileSegments(segments)), budgetMs);
}

describe('an evaluation', () => {
  it('of a toggle without rules is STATIC', () => {
    const decided = { reason: 'STATIC', rule: null, error: null };
    const byDefault = { value: 'default', variant: 'default', source: 'default', ...decided };
    expect(evaluated(toggle([]))).toEqual(byDefault);
    const override = { value: 'own', targeting: undefined };
    const own = { value: 'own', variant: 'override', source: 'override', ...decided };
    expect(evaluated(toggle([], { override }))).toMatchObject(own);
  });

  it('serves the first matching rule and names it', () => {
    const rules = [
      { condition: { field: 'plan', operator: '=', value: 'free' }, value: 'first' },
      { name: 'professionals', condition: isPro, value: 'second' },
      { value: 'third' },
    ];
    const second = { value: 'second', variant: 'professionals', rule: { index: 1, name: 'professionals' } };
    expect(evaluated(toggle(rules), { plan: 'pro' })).toMatchObject({ ...second, reason: 'TARGETING_MATCH' });
    const third = { value: 'third', variant: 'rule_3', rule: { index: 2, name: null } };
    expect(evaluated(toggle(rules))).toMatchObject(third);
    const byDefault = { value: 'default', reason: 'DEFAULT', rule: null };
    expect(evaluated(toggle(rules.slice(0, 2)))).toMatchObject(byDefault);
  });

  it('with variants or a percentage is SPLIT', () => {
    const variants = [{ name: 'only', value: 'v', weight: 100 }];
    const split = { value: 'v', variant: 'only', reason: 'SPLIT' };
    expect(evaluated(toggle([{ variants }]), { targetingKey: 'a' })).toMatchObject(split);
    const almostAll = toggle([{ percentage: 99.999, value: 'in' }]);
    expect(evaluated(almostAll, { targetingKey: 'a' })).toMatchObject({ value: 'in', reason: 'SPLIT' });
  });

  it('continues with the next rule outside of a percentage', () => {
    const rules = [{ percentage: 0, value: 'in' }, { value: 'next' }];
    expect(evaluated(toggle(rules), { targetingKey: 'a' })).toMatchObject({ value: 'next' });
  });

  const variants = ['a', 'b'].map((name) => ({ name, value: 'v', weight: 1 }));
  it.each<[string, TargetingRule]>([
    ['a percentage', { percentage: 50, value: 'in' }],
    ['a percentage of 0', { percentage: 0, value: 'in' }],
    ['variants', { variants }],
  ])('continues with the next rule after %s that has no key to decide by', (_, rule) => {
    expect(evaluated(toggle([rule, { value: 'next' }]))).toMatchObject({ value: 'next', error: null });
    expect(evaluated(toggle([rule]))).toMatchObject({ value: 'default', reason: 'DEFAULT' });
  });

  it('needs no key for 100 % and for a single variant', () => {
    expect(evaluated(toggle([{ percentage: 100, value: 'in' }]))).toMatchObject({ value: 'in' });
    const single = variants.map((variant) => ({ ...variant, weight: variant.name === 'a' ? 2 : 0 }));
    expect(evaluated(toggle([{ variants: single }]))).toMatchObject({ variant: 'a', reason: 'SPLIT' });
  });

  it('selects by the attribute and the group of the rule', () => {
    const half = { percentage: 50, value: 'in' };
    const selected = (rule: TargetingRule, context: Record<string, unknown>) =>
      evaluated(toggle([rule]), context).value === 'in';
    const users = Array.from({ length: 40 }, (_, index) => `user-${index}`);
    const byKey = users.map((key) => selected(half, { targetingKey: key }));
    expect(users.map((id) => selected({ ...half, stickiness: 'user.id' }, { user: { id } }))).toEqual(byKey);
    expect(users.map((id) => selected({ ...half, stickiness: 'user.id' }, { 'user.id': id }))).toEqual(byKey);
    const ids = users.map((_, index) => 2n ** 53n + BigInt(index));
    expect(ids.map((id) => selected({ ...half, stickiness: 'id' }, { id }))).toEqual(
      ids.map((id) => selected(half, { targetingKey: String(id) })),
    );
    const ofGroup = users.map((key) => selected({ ...half, groupId: 'Group: A.1' }, { targetingKey: key }));
    expect(ofGroup).not.toEqual(byKey);
    expect(selected({ ...half, stickiness: 'sessionId' }, { targetingKey: 'user-1' })).toBe(false);
  });

  it('of a tenant with an override uses only the rules of the override', () => {
    const own = compileTargeting({ rules: [{ condition: isPro, value: 'own rule' }], killSwitch: off });
    const one = toggle([{ value: 'of all' }], { override: { value: 'own', targeting: own } });
    expect(evaluated(one, { plan: 'pro' })).toMatchObject({ value: 'own rule', source: 'override' });
    expect(evaluated(one)).toMatchObject({ value: 'own', reason: 'DEFAULT', source: 'override' });
  });

  it.each<[string, Partial<EvaluatedToggle>, Targeting['killSwitch'], unknown]>([
    ['false for a boolean toggle', { type: 'boolean', defaultValue: true }, { active: true }, false],
    ['the default for another', {}, { active: true }, 'default'],
    ['its own value', {}, { active: true, value: 'killed' }, 'killed'],
  ])('under a kill switch serves %s', (_, more, killSwitch, value) => {
    const targeting = compileTargeting({ rules: [{ value: 'rule' }], killSwitch });
    const expected = { value, variant: 'disabled', reason: 'DISABLED', rule: null };
    expect(evaluated(toggle([], { ...more, targeting }))).toMatchObject(expected);
    const override = { value: 'own', targeting: undefined };
    expect(evaluated(toggle([], { ...more, targeting, override }))).toMatchObject(expected);
    const inTenant = { ...more, targeting: undefined, override: { value: 'own', targeting } };
    expect(evaluated(toggle([], inTenant))).toMatchObject(expected);
  });

  it('has tenant, organization and time, of which callers can set only the organization', () => {
    const condition = {
      operator: 'AND',
      rules: [
        { field: 'tenant.id', operator: '=', value: 't-1' },
        { field: 'organization.id', operator: '=', value: 'o-1' },
        { field: 'time.date', operator: '=', value: '{{today}}' },
        { field: 'time.hour', operator: '>=', value: 9 },
        { field: 'time.weekday', operator: '=', value: 1 },
      ],
    };
    for (const forged of [
      { tenant: { id: 't-2' }, time: { hour: 3 } },
      { 'tenant.id': 't-2', 'time.hour': 3, 'tenant[0]': 1 },
    ])
      expect(evaluated(toggle([{ condition, value: 'in' }]), forged)).toMatchObject({ value: 'in' });
  });
});

describe('segments', () => {
  it('must all match in addition to the condition, with included ones', () => {
    const segments = [
      segment('pro'),
      segment('europe', { condition: { field: 'region', operator: '=', value: 'eu' } }),
      segment('both', { condition: null, segments: ['pro', 'europe'] }),
    ];
    const condition = { field: 'age', operator: '>', value: 17 };
    const one = toggle([{ segments: ['both'], condition, value: 'in' }]);
    const person = { plan: 'pro', region: 'eu', age: 18 };
    expect(evaluated(one, person, segments)).toMatchObject({ value: 'in' });
    for (const other of [{ plan: 'free' }, { region: 'us' }, { age: 17 }]) {
      expect(evaluated(one, { ...person, ...other }, segments)).toMatchObject({ reason: 'DEFAULT' });
    }
  });

  it('that are missing or cyclic return the default with ERROR', () => {
    const one = toggle([{ segments: ['a'], value: 'in' }]);
    const error = { code: 'GENERAL' };
    expect(evaluated(one)).toMatchObject({ value: 'default', reason: 'ERROR', error });
    const ring = [
      segment('a', { condition: null, segments: ['b'] }),
      segment('b', { condition: null, segments: ['a'] }),
    ];
    expect(evaluated(one, {}, ring)).toMatchObject({ value: 'default', reason: 'ERROR', error });
  });
});

describe('the budget', () => {
  it('stops a longer evaluation with the default and ERROR', () => {
    const rules = Array.from({ length: 50 }, () => ({ condition: isPro, value: 'in' }));
    expect(evaluated(toggle(rules), { plan: 'free' }, [], -1)).toMatchObject({
      value: 'default',
      reason: 'ERROR',
      error: { code: 'GENERAL', message: 'The evaluation took longer than -1 ms.' },
    });
  });
});

describe('an evaluation of any context', () => {
  const attributes = ['plan', 'age', 'tags', '__proto__', 'constructor', 'user', 'organization', 'time'];
  const condition = fc.record({
    field: fc.constantFrom(...'plan age tags[0] __proto__.x constructor.name user.id time.now'.split(' ')),
    operator: fc.constantFrom('=', '!=', '>', 'IN', 'CONTAINS', 'MATCHES', 'STARTS_WITH', 'IS_EMPTY'),
    value: fc.jsonValue({ maxDepth: 2 }),
  });
  const rule = fc.record(
    {
      condition,
      segments: fc.constantFrom([], ['a'], ['missing']),
      percentage: fc.constantFrom(0, 50, 100),
      value: fc.constant('x'),
    },
    { requiredKeys: ['value'] },
  );

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 5 }),
        fc.dictionary(fc.constantFrom(...attributes), fc.jsonValue({ maxDepth: 3 })),
        fc.option(fc.string(), { nil: undefined }),
        (rules, given, targetingKey) => {
          const context = { ...given, ...(targetingKey !== undefined && { targetingKey }) };
          const { value, reason } = evaluated(toggle(rules), context, [segment('a')]);
          expect(['x', 'default']).toContain(value);
          if (reason === 'ERROR') expect(value).toBe('default');
        },
      ),
    );
  });
});

describe('a context', () => {
  it.each<[Record<string, unknown>, RegExp]>([
    [{ targetingKey: 7 }, /targetingKey must be a string/],
    [{ targetingKey: '😀'.repeat(1_025) }, /at most 1024 characters/],
    [{ note: 'x'.repeat(100_000) }, /at most 32768 bytes/],
    [JSON.parse('{"user":{"__proto__":{"admin":true}}}'), /"__proto__" may not be used/],
    [{ constructor: 1 }, /"constructor" may not be used/],
    [{ text: '\ud800' }, /valid Unicode/],
    [JSON.parse(`${'{"a":'.repeat(150)}1${'}'.repeat(150)}`), /nests more than 100 levels deep/],
  ])('%# is refused with the reason', (context, expected) => {
    expect(contextProblem(context)).toMatch(expected);
  });

  it('of ordinary attributes is accepted', () => {
    expect(contextProblem({ targetingKey: 'a', user: { roles: ['x'] }, n: null })).toBeUndefined();
    expect(contextProblem({ targetingKey: '😀'.repeat(1_024) })).toBeUndefined();
    expect(contextProblem({ targetingKey: null })).toBeUndefined();
    expect(toContext({ targetingKey: null }, { tenantId: 't-1', nowMs }).targetingKey).toBeUndefined();
  });
});
