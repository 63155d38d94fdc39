import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { maxRuleRevisions } from '../../../shared/modules/rules/authoring/rule-change.ts';
import { ruleFields } from '../../../shared/modules/rules/authoring/rule-field-names.ts';
import {
  CreateRule,
  Rule,
  UpdateRule,
} from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { keepRevision } from '../../../shared/modules/rules/authoring/rule-store.ts';
import {
  changedRule,
  firstRevision,
  newRule,
  nextRevision,
  revertedRule,
} from '../../../shared/modules/rules/rule.ts';
import { aFullRule } from '../../support/builders/rules.ts';
import { aRule } from '../../support/builders/tenants.ts';

const scope = { tenantId: 't', organizationId: 'o', organizationIds: ['o'] };
const nowMs = Date.UTC(2026, 2, 1);
const anyone = {
  tenantId: 't',
  organizationId: 'o',
  organizationIds: null,
  features: ['*'],
  isSuperAdmin: false,
};
const context = { principal: { ...anyone, subject: 'api_key:creator', name: 'creator' }, nowMs };
const later = { principal: { ...anyone, subject: 'api_key:editor', name: 'editor' }, nowMs: nowMs + 1_000 };

const create = (body: Record<string, unknown>): Rule =>
  newRule(scope, CreateRule.parse(body), '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10', context);
const change = (rule: Rule, changes: Record<string, unknown>, at = later): Rule =>
  changedRule(rule, UpdateRule.parse({ id: rule.id, ...changes }), at);

/** The field errors of the thrown error. */
function errorsOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof InvalidInputError) return error.details;
    throw error;
  }
}

describe('newRule', () => {
  it('contains every given field, and scope, time and author of the request', () => {
    const body = aFullRule();
    expect(create(body)).toEqual({
      ...body,
      id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
      tenantId: 't',
      organizationId: 'o',
      runAs: { type: 'api_key', id: 'creator', name: 'creator', tenantId: 't' },
      blockedReason: null,
      createdAt: '2026-03-01T00:00:00.000Z',
      updatedAt: '2026-03-01T00:00:00.000Z',
      createdBy: 'api_key:creator',
      updatedBy: 'api_key:creator',
    });
  });

  it.each(['description', 'ruleCategory', 'eventType', 'effectiveFrom', 'effectiveTo'])(
    'has null for an absent, a null and an empty %s',
    (field) => {
      for (const value of [undefined, null, ''])
        expect(create(aRule({ [field]: value }))).toHaveProperty(field, null);
    },
  );

  it.each(['successActions', 'failureActions'])('has null for absent %s and keeps an empty list', (field) => {
    expect(create(aRule())).toHaveProperty(field, null);
    expect(create(aRule({ [field]: [] }))).toHaveProperty(field, []);
  });

  it.each<[string, string | null, string | null]>([
    ['is unlimited', null, null],
    ['has only a start', '2026-01-01', null],
    ['has only an end', null, '2026-01-01'],
    ['ends a day later', '2026-01-01', '2026-01-02'],
    ['ends a millisecond later', '2026-01-01', '2026-01-01T00:00:00.001Z'],
    ['lasts one day', '2026-01-01', '2026-01-01'],
    ['ends with the day on which it starts', '2026-01-01T09:00:00Z', '2026-01-01'],
    ['ends later by time zone', '2026-01-01T01:00:00+02:00', '2026-01-01T00:00:00Z'],
  ])('accepts a range that %s', (_, effectiveFrom, effectiveTo) => {
    expect(() => create(aRule({ effectiveFrom, effectiveTo }))).not.toThrow();
  });

  it.each([
    ['2026-01-02', '2026-01-01'],
    ['2026-01-02T00:00:00Z', '2026-01-01'],
    ['2026-01-01', '2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+02:00'],
  ])('refuses a range from %s to %s', (effectiveFrom, effectiveTo) => {
    expect(errorsOf(() => create(aRule({ effectiveFrom, effectiveTo })))).toEqual({
      effectiveTo: 'must be later than effectiveFrom',
    });
  });
});

describe('changedRule', () => {
  const rule = create(aFullRule());

  it.each(Object.keys(CreateRule.shape))('keeps %s if it is not given', (field) => {
    expect(change(rule, { [field]: undefined })).toHaveProperty(field, rule[field as keyof Rule]);
  });

  it('records user and time of a change, and keeps the creator', () => {
    expect(change(rule, { enabled: false })).toEqual({
      ...rule,
      enabled: false,
      updatedAt: '2026-03-01T00:00:01.000Z',
      updatedBy: 'api_key:editor',
    });
  });

  it('has a new updatedAt for changes within one millisecond, and after the clock was set back', () => {
    const once = change(rule, {}, context);
    const twice = change(once, {}, { ...context, nowMs: nowMs - 60_000 });
    expect([once.updatedAt, twice.updatedAt]).toEqual([
      '2026-03-01T00:00:00.001Z',
      '2026-03-01T00:00:00.002Z',
    ]);
  });

  it('validates the range of the merged rule', () => {
    expect(errorsOf(() => change(rule, { effectiveTo: '2025-12-31' }))).toHaveProperty('effectiveTo');
    expect(errorsOf(() => change(rule, { effectiveFrom: '2027-01-01' }))).toHaveProperty('effectiveTo');
    expect(() => change(rule, { effectiveFrom: '2027-01-01', effectiveTo: null })).not.toThrow();
  });

  it('does not modify the given rule', () => {
    const before = structuredClone(rule);
    change(rule, { ruleName: 'new', conditionExpression: { field: 'b', operator: 'IS_EMPTY' } });
    expect(rule).toEqual(before);
  });
});

describe('the history of a rule', () => {
  const rule = create(aRule());

  /** The state after this many changes: earlier revisions by the number in their key, and the current state. */
  function changedTimes(changes: number) {
    const kept = new Set<string>();
    let present = firstRevision(rule);
    for (let number = 0; number < changes; number++) {
      const changed = change(present.rule, { priority: number });
      const next = nextRevision(present, changed, { action: 'updated' });
      for (const write of keepRevision(present, next)) {
        if ('put' in write) kept.add(write.put.sk);
        if ('delete' in write) kept.delete(write.delete.sk);
      }
      present = next;
    }
    return { present, kept: [...kept].map(Number) };
  }

  it('stores each replaced revision', () => {
    const { present, kept } = changedTimes(3);
    expect(present).toMatchObject({ revision: 4, oldestRevision: 1 });
    expect(kept).toEqual([1, 2, 3]);
  });

  it('deletes the oldest over the limit, so that the stored numbers have no gap', () => {
    const { present, kept } = changedTimes(maxRuleRevisions + 4);
    const oldest = present.revision - maxRuleRevisions + 1;
    expect(present.oldestRevision).toBe(oldest);
    expect(kept).toEqual(Array.from({ length: maxRuleRevisions - 1 }, (_, index) => oldest + index));
  });

  it('names the changed fields', () => {
    const changed = change(rule, { enabled: false, priority: rule.priority });
    expect(nextRevision(firstRevision(rule), changed, { action: 'updated' }).change).toEqual({
      action: 'updated',
      changedFields: ['enabled'],
      restoredFrom: null,
    });
  });

  it('restores the content of a revision, not its scope, author or times', () => {
    const elsewhere = { ...rule, ruleName: 'As it was', organizationId: 'other', createdBy: 'someone' };
    const reverted = revertedRule(rule, elsewhere, later);
    expect(reverted).toEqual({
      ...rule,
      ruleName: 'As it was',
      updatedAt: '2026-03-01T00:00:01.000Z',
      updatedBy: 'api_key:editor',
    });
  });
});

describe('the fields of a rule', () => {
  it('are those of its schema, in the same order', () => {
    expect(ruleFields).toEqual(Object.keys(Rule.shape));
  });
});

describe('the create schema', () => {
  it('names every missing field at once', () => {
    const issues = CreateRule.safeParse({}).error?.issues ?? [];
    expect(issues.map(({ path }) => path[0]).toSorted()).toEqual([
      'conditionExpression',
      'enabled',
      'entityType',
      'priority',
      'ruleId',
      'ruleName',
      'ruleType',
      'version',
    ]);
  });

  it('reports an invalid condition, invalid actions and an invalid plain field together', () => {
    const bad = { conditionExpression: {}, successActions: [{}], failureActions: 'LOG', priority: -1 };
    const issues = CreateRule.safeParse(aRule(bad)).error?.issues ?? [];
    expect(issues.map(({ path }) => path[0]).toSorted()).toEqual(Object.keys(bad).toSorted());
  });
});
