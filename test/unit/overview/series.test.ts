/** Counts of deliveries, and points of a chart. */
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { hourlyWindowOf } from '../../../shared/kernel/http/hourly-window.ts';
import { toPoints } from '../../../shared/kernel/table/counts.ts';
import { hourlyCountsKey } from '../../../shared/kernel/table/keys.ts';
import {
  type CountedDelivery,
  countsByOwner,
} from '../../../shared/modules/webhooks/deliveries/delivery-series.ts';

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 2, 1, 9, 30);

describe('toPoints', () => {
  const count = (atMs: number, name: string, count: number) => ({ atMs, name, count, series: 'x' });

  it('has a point for every hour, also without counts, and sums the counts of several owners', () => {
    const window = { fromMs: nowMs - 2 * hourMs, toMs: nowMs };
    const nine = Date.UTC(2026, 2, 1, 9);
    const counts = [count(nine, 'failed', 2), count(nine, 'failed', 1), count(nine, 'other', 9)];
    expect(toPoints(counts, ['completed', 'failed'], window)).toEqual([
      { at: '2026-03-01T07:00:00.000Z', completed: 0, failed: 0 },
      { at: '2026-03-01T08:00:00.000Z', completed: 0, failed: 0 },
      { at: '2026-03-01T09:00:00.000Z', completed: 0, failed: 3 },
    ]);
  });
});

describe('countsByOwner', () => {
  const delivery = (status: CountedDelivery['status'], more: Partial<CountedDelivery> = {}) => ({
    ...{ tenantId: 't', organizationId: 'o', webhookId: 'w', status, isAttempt: true },
    ...more,
  });

  it('counts each delivery for its organization and its webhook, one write per batch', () => {
    const batch = [delivery('delivered'), delivery('pending'), delivery('expired', { webhookId: 'v' })];
    expect(countsByOwner(batch)).toEqual([
      { owner: { tenantId: 't', organizationId: 'o' }, counts: { attempts: 3, delivered: 1, expired: 1 } },
      {
        owner: { tenantId: 't', organizationId: null, of: { kind: 'WEBHOOK', id: 'w' } },
        counts: { attempts: 2, delivered: 1 },
      },
      {
        owner: { tenantId: 't', organizationId: null, of: { kind: 'WEBHOOK', id: 'v' } },
        counts: { attempts: 1, expired: 1 },
      },
    ]);
  });

  it('counts deliveries without an attempt, but not requests without a webhook', () => {
    expect(countsByOwner([delivery('failed', { isAttempt: false })])[0]?.counts).toEqual({ failed: 1 });
    expect(countsByOwner([delivery('delivered', { webhookId: null })])).toEqual([]);
  });
});

describe('the window of an overview', () => {
  it('is the last day by default', () => {
    expect(hourlyWindowOf({}, nowMs)).toEqual({ fromMs: nowMs - 24 * hourMs, toMs: nowMs });
  });

  it.each([
    ['ends before it begins', { since: '2026-03-01T10:00:00Z', until: '2026-03-01T09:00:00Z' }],
    ['is longer than a week', { since: '2026-02-20T00:00:00Z', until: '2026-03-01T00:00:00Z' }],
  ])('is refused if it %s', (_, query) => {
    expect(() => hourlyWindowOf(query, nowMs)).toThrow(InvalidInputError);
  });
});

describe('the items of counts', () => {
  it('belong to a tenant, for any subject', () => {
    const owner = { tenantId: 't', organizationId: 'o' };
    const keys = [
      owner,
      { ...owner, organizationId: null },
      { ...owner, of: { kind: 'WEBHOOK', id: 'w' } },
    ].map((of) => hourlyCountsKey(of, '2026-03-01', 'deliveries'));
    expect(keys).toEqual(
      ['TENANT#t#ORG#o#HOURS', 'TENANT#t#HOURS', 'TENANT#t#WEBHOOK#w#HOURS'].map((pk) => ({
        ...{ pk, sk: '2026-03-01#deliveries' },
      })),
    );
  });
});
