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
const anyone = { ...scope, organizationIds: null, features: ['*'], isSuperAdmin: false };
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

  it('deletes the oldest over the limit, so that the stored numbers have no gap', () => {
    const { present, kept } = changedTimes(maxRuleRevisions + 4);
    const oldest = present.revision - maxRuleRevisions + 1;
    expect(present.oldestRevision).toBe(oldest);
    expect(kept).toEqual(Array.from({ length: maxRuleRevisions - 1 }, (_, index) => oldest + index));
  });

  it('restores the content of a revision, not its scope, author or times', () => {
    const elsewhere = { ...rule, ruleName: 'As it was', organizationId: 'other', createdBy: 'someone' };
    const updated = { updatedAt: '2026-03-01T00:00:01.000Z', updatedBy: 'api_key:editor' };
    const reverted = revertedRule(rule, elsewhere, later);
    expect(reverted).toEqual({ ...rule, ruleName: 'As it was', ...updated });
  });
});

describe('the fields of a rule', () => {
  it('are those of its schema, in the same order', () => {
    expect(ruleFields).toEqual(Object.keys(Rule.shape));
  });
});
