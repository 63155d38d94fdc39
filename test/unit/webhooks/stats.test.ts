import { describe, expect, it } from 'vitest';
import { countByStatus } from '../../../shared/modules/webhooks/deliveries/stats.ts';

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
      total: 6,
      pending: 1,
      sending: 1,
      delivered: 2,
      failed: 1,
      expired: 1,
      attempts: 15,
      successRate: 0.5,
      averageDurationMs: 60,
    });
  });

  it('without deliveries have no rate and no mean', () => {
    expect(countByStatus([])).toMatchObject({ total: 0, successRate: null, averageDurationMs: null });
  });
});
