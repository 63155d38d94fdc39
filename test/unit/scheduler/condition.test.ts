import { describe, expect, it, vi } from 'vitest';
import { compileCondition } from '../../../shared/kernel/conditions/evaluator.ts';
import type { JobRow } from '../../../shared/modules/scheduler/job.ts';
import { assertCondition, togglesOf } from '../../../shared/modules/scheduler/job-condition.ts';
import { conditionSkip } from '../../../shared/modules/scheduler/runs/condition.ts';
import { aJobRow } from '../../support/builders/job-rows.ts';

const readToggles = vi.fn(
  async () => ({ nightly_reports: true, plan: { tier: 'pro' } }) as Record<string, unknown>,
);

/** A Sunday morning. */
const nowMs = Date.parse('2026-03-01T09:30:00.000Z');
const names = { tenant: 'Acme', organization: 'Berlin' };
const scope = { tenantId: 'tenant-1' };
const skipOf = (condition: object | null, more: Partial<JobRow> = {}) => {
  const job = aJobRow({ id: 'job-1', tenantId: 'tenant-1', ...more });
  const conditional = { ...job, condition: condition && { ...condition } };
  return conditionSkip(conditional, names, scope, nowMs, readToggles);
};
const is = (field: string, value: unknown, operator = '=') => ({ field, operator, value });

describe('the condition of a job', () => {
  it.each<[string, object]>([
    ['a toggle of the tenant', is('toggles.nightly_reports', true)],
    ['a part of a toggle’s value', is('toggles.plan.tier', 'pro')],
    ['the tenant', is('tenant.name', 'Acme')],
    ['the organization', is('organization.name', 'Berlin')],
    ['the job', is('job.name', 'Report')],
    ['the time', is('time.weekday', 7)],
    ['the date', is('time.date', '{{today}}')],
    ['an expression', is('time.hour', '{{time.weekday + 2}}')],
  ])('evaluates %s', async (_, condition) => {
    expect(await skipOf(condition)).toBeUndefined();
    expect(await skipOf({ operator: 'NOT', rules: [condition] })).toMatchObject({
      reason: 'condition_not_met',
    });
  });

  it('names the decisive comparison, without values', async () => {
    const condition = { operator: 'AND', rules: [is('time.hour', 9, '>='), is('toggles.unknown', true)] };
    expect(await skipOf(condition)).toEqual({
      reason: 'condition_not_met',
      decidedBy: { path: 'rules[1]', field: 'toggles.unknown', operator: '=' },
    });
  });

  it('reads only the toggles that it names', async () => {
    readToggles.mockClear();
    await skipOf({ ...is('toggles.nightly_reports', 0), compareToField: 'toggles.plan.tier' });
    expect(readToggles.mock.calls).toEqual([[scope, ['nightly_reports', 'plan'], nowMs]]);
    const placeholder = compileCondition(is('job.name', '{{toggles.limit}}'));
    expect(togglesOf(placeholder)).toEqual(['limit']);
    readToggles.mockClear();
    await skipOf(is('time.hour', '{{toggles.first_hour + toggles.hours}}', '<'));
    expect(readToggles.mock.calls).toEqual([[scope, ['first_hour', 'hours'], nowMs]]);
  });

  it('allows a job without a condition to run', async () => {
    expect(await skipOf(null)).toBeUndefined();
  });

  it('uses at most the toggles of one request', async () => {
    const rules = Array.from({ length: 51 }, (_, index) => is(`toggles.toggle_${index}`, true));
    const of = (count: number) =>
      assertCondition({ condition: { operator: 'OR', rules: rules.slice(0, count) } });
    await expect(of(50)).resolves.toBeUndefined();
    await expect(of(51)).rejects.toMatchObject({ details: { condition: 'must read at most 50 toggles' } });
  });
});
