import { describe, expect, it } from 'vitest';
import { countByStatus, pointsOf, stepSecondsOf } from '../../../shared/modules/webhooks/deliveries/stats.ts';

describe('the statistics of a webhook', () => {
  it('count deliveries by status, attempts, and the success rate', () => {
    const figures = countByStatus([
      { status: 'delivered', attemptNumber: 1, durationMs: 100 },
      { status: 'delivered', attemptNumber: 3, durationMs: 50 },
      { status: 'expired', attemptNumber: 10, durationMs: 30 },
      { status: 'failed', attemptNumber: 0, durationMs: null },
      { status: 'pending', attemptNumber: 1, durationMs: null },
      { status: 'sending', attemptNumber: 0, durationMs: null },
    ]);
    expect(figures).toEqual({
      ...{ total: 6, pending: 1, sending: 1, delivered: 2, failed: 1, expired: 1, attempts: 15 },
      ...{ successRate: 0.5, averageDurationMs: 60, p50DurationMs: 50, p95DurationMs: 100 },
    });
  });

  it.each([
    ['an hour', 1, 300],
    ['a day', 24, 3_600],
    ['a week', 7 * 24, 21_600],
    ['a month', 30 * 24, 86_400],
    ['a year', 365 * 24, 8 * 86_400],
  ])('of %s have at most 50 steps', (_, hours, stepSeconds) => {
    const range = { fromMs: 1_000, toMs: 1_000 + hours * 3_600_000 };
    expect(stepSecondsOf(range)).toBe(stepSeconds);
    expect(pointsOf([], range).length).toBeLessThanOrEqual(50);
  });

  it('count each delivery in the step in which it was created', () => {
    const range = { fromMs: Date.parse('2026-03-01T09:10:00Z'), toMs: Date.parse('2026-03-02T09:00:00Z') };
    const madeAtMs = Date.parse('2026-03-01T10:59:59.999Z');
    const none = { total: 0, delivered: 0, failed: 0, expired: 0, p50DurationMs: null, p95DurationMs: null };
    const points = pointsOf(
      [
        { status: 'delivered', durationMs: 10, madeAtMs },
        { status: 'delivered', durationMs: 30, madeAtMs },
        { status: 'expired', durationMs: 20, madeAtMs },
        { status: 'pending', durationMs: null, madeAtMs },
      ],
      range,
    );
    const counted = { total: 4, delivered: 2, failed: 0, expired: 1, p50DurationMs: 20, p95DurationMs: 30 };
    expect(points.slice(0, 3)).toEqual([
      { at: '2026-03-01T09:00:00.000Z', ...none },
      { at: '2026-03-01T10:00:00.000Z', ...counted },
      { at: '2026-03-01T11:00:00.000Z', ...none },
    ]);
    expect(points).toHaveLength(25);
  });

  it('without deliveries have no rate and no mean', () => {
    const none = { successRate: null, averageDurationMs: null, p50DurationMs: null, p95DurationMs: null };
    expect(countByStatus([])).toMatchObject({ total: 0, ...none });
  });
});
