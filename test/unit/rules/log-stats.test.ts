import { describe, expect, it } from 'vitest';
import type { RuleLog } from '../../../shared/modules/rules/log/log-entry-contract.ts';
import { LogTally } from '../../../shared/modules/rules/log/log-stats.ts';

const row = (more: Partial<RuleLog>): RuleLog =>
  ({
    ...{ ruleId: 'r1', ruleName: 'One', ruleType: 'GUARD', entityType: 'sales.order' },
    ...{ outputContext: { actionsExecuted: null }, executionResult: 'SUCCESS', executionTimeMs: 1 },
    ...{ executedAt: '2026-03-01T09:30:00.000Z', ...more },
  }) as RuleLog;

function tally(groupBy: ConstructorParameters<typeof LogTally>[0], rows: readonly RuleLog[]): LogTally {
  const made = new LogTally(groupBy);
  for (const one of rows) made.add(one);
  return made;
}

describe('the statistics of the log', () => {
  it('count results and times', () => {
    const times = Array.from({ length: 100 }, (_, index) => row({ executionTimeMs: index + 1 }));
    const rows = [
      ...times,
      row({ executionResult: 'FAILURE', executionTimeMs: 0 }),
      row({ executionResult: 'ERROR', executionTimeMs: 5_000 }),
    ];
    expect(tally(undefined, rows).figures()).toEqual({
      ...{ executions: 102, success: 100, failure: 1, notApplied: 0, error: 1, successRate: 0.9804 },
      ...{ averageTimeMs: 98.5294, p50TimeMs: 50, p95TimeMs: 96, p99TimeMs: 100, maxTimeMs: 5_000 },
    });
  });

  it('count an ACTION rule that does not apply as not applied, not as a failure', () => {
    const acting = (more: Partial<RuleLog>) =>
      row({ ruleType: 'ACTION', executionResult: 'FAILURE', ...more });
    const rows = [
      row({ ruleType: 'ACTION' }),
      acting({}),
      acting({ ruleType: 'CALCULATION' }),
      acting({ ruleType: 'ASSIGNMENT' }),
      acting({ ruleType: 'VALIDATION' }),
      acting({ outputContext: { actionsExecuted: [{ type: 'LOG', success: true }] } }),
      acting({ outputContext: { actionsExecuted: null, missingFields: ['total'] } }),
    ];
    const figures = { executions: 7, success: 1, failure: 3, notApplied: 3, error: 0, successRate: 0.25 };
    expect(tally(undefined, rows).figures()).toMatchObject(figures);
    const groups = tally('result', rows).groups();
    expect(groups.map(({ key, executions }) => [key, executions])).toEqual([
      ['FAILURE', 3],
      ['NOT_APPLIED', 3],
      ['SUCCESS', 1],
    ]);
    expect(tally(undefined, [acting({})]).figures().successRate).toBe(0);
  });

  it('are zero without entries', () => {
    expect(Object.values(tally('rule', []).figures()).every((figure) => figure === 0)).toBe(true);
    expect(tally('rule', []).groups()).toEqual([]);
  });

  it('are grouped by rule, the busiest first', () => {
    const rows = [row({}), row({ ruleId: 'r2', ruleName: 'Two' }), row({ ruleId: 'r2', ruleName: 'Two' })];
    const groups = tally('rule', rows).groups();
    expect(groups.map(({ key, name, executions }) => [key, name, executions])).toEqual([
      ['r2', 'Two', 2],
      ['r1', 'One', 1],
    ]);
  });

  it.each([
    ['hour', ['2026-03-01T09:00:00.000Z', '2026-03-01T10:00:00.000Z', '2026-03-02T00:00:00.000Z']],
    ['day', ['2026-03-01', '2026-03-02']],
  ] as const)('are grouped by %s', (groupBy, keys) => {
    const times = ['2026-03-02T00:00:00.000Z', '2026-03-01T10:01:00.000Z', '2026-03-01T09:59:59.999Z'];
    const rows = times.map((executedAt) => row({ executedAt }));
    const groups = tally(groupBy, rows).groups();
    expect(groups.map(({ key }) => key)).toEqual(keys);
  });
});
