import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../../shared/modules/payments/operations/changes.ts';
import type {
  ProviderSnapshot,
  RefundStatus,
} from '../../../shared/modules/payments/operations/provider-snapshot.ts';
import {
  applySnapshot,
  differs,
  nextDueMs,
  postponedDueMs,
  refundableMinorOf,
  refundedMinorOf,
  type StoredPayment,
} from '../../../shared/modules/payments/payment.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';

const nowMs = 1_700_000_000_000;
const at = (seconds: number, snapshot: Omit<ProviderSnapshot, 'atSeconds'>): ProviderSnapshot => ({
  atSeconds: 1_700_000_000 + seconds,
  ...snapshot,
});
const knownAfter = (payment: StoredPayment, ...snapshot: ProviderSnapshot[]): StoredPayment =>
  snapshot.reduce((known, one) => applySnapshot(known, one, nowMs).payment, payment);

const succeeded = { status: 'captured', gatewayStatus: 'succeeded', gatewayRank: 5 } as const;
const captured = at(2, { ...succeeded, receivedMinor: 1_000 });
const refund = (id: string, amountMinor: number, status: RefundStatus, seconds = 3) =>
  at(seconds, { refunds: [{ id, amountMinor, status }] });

describe('the known state of a payment', () => {
  // Declined once, then authorized, captured, refunded in two parts of which one fails later; and a dispute that is
  // won.
  const story: ProviderSnapshot[] = [
    at(0, { gatewayStatus: 'requires_action', gatewayRank: 2 }),
    at(1, {
      ...{ status: 'failed', gatewayStatus: 'requires_payment_method', gatewayRank: 0 },
      gatewayPaymentId: 'ch_0',
    }),
    at(2, { status: 'authorized', gatewayStatus: 'requires_capture', gatewayRank: 4 }),
    at(3, { ...succeeded, receivedMinor: 1_000, gatewayPaymentId: 'ch_1' }),
    refund('re_1', 300, 'succeeded', 4),
    refund('re_2', 200, 'pending', 5),
    refund('re_2', 200, 'succeeded', 6),
    refund('re_1', 300, 'failed', 7),
    at(8, { disputes: [{ id: 'dp_1', amountMinor: 1_000, status: 'needs_response', isClosed: false }] }),
    at(9, { disputes: [{ id: 'dp_1', amountMinor: 1_000, status: 'won', isClosed: true }] }),
  ];
  const told = ({ refunds, disputes, ...rest }: StoredPayment) => ({
    ...rest,
    refunds: Object.fromEntries(Object.entries(refunds).toSorted()),
    disputes,
    statusAtSeconds: 0,
    gatewayRefundId: null,
  });

  it('is the same in any order and number of reports', () => {
    const expected = told(knownAfter(aPayment(), ...story));
    const refunded = { status: 'partially_refunded', gatewayStatus: 'succeeded', capturedMinor: 1_000 };
    expect(expected).toMatchObject({ ...refunded, gatewayPaymentId: 'ch_1' });
    const shuffles = fc.shuffledSubarray(story, { minLength: story.length });
    const repetitions = fc.array(fc.constantFrom(...story), { maxLength: 6 });
    fc.assert(
      fc.property(shuffles, repetitions, (shuffled, repeated) => {
        expect(told(knownAfter(aPayment(), ...shuffled, ...repeated))).toEqual(expected);
      }),
    );
  });

  it('is not changed by known reports', () => {
    const known = knownAfter(aPayment(), ...story);
    for (const one of story) expect(differs(known, knownAfter(known, one))).toBe(false);
  });

  it('never has more refunded than captured and reported', () => {
    const statuses = fc.constantFrom<RefundStatus>('pending', 'succeeded', 'failed', 'cancelled');
    const one = fc.record({ id: fc.constantFrom('a', 'b', 'c'), status: statuses });
    fc.assert(
      fc.property(fc.array(one), (reports) => {
        const amounts = { a: 100, b: 200, c: 300 };
        const refunds = reports.map(({ id, status }) => refund(id, amounts[id as 'a'], status));
        const known = knownAfter(aPayment(), captured, ...refunds);
        expect(refundedMinorOf(known) + refundableMinorOf(known)).toBeLessThanOrEqual(1_000);
        expect(refundedMinorOf(known)).toBeLessThanOrEqual(600);
      }),
    );
  });
});

describe('refunds', () => {
  it('that are pending keep the status, and cannot be made twice', () => {
    const known = knownAfter(aPayment(), captured, refund('re_1', 400, 'pending'));
    expect(known.status).toBe('captured');
    expect(refundableMinorOf(known)).toBe(600);
  });

  it('that fail after they succeeded are reverted', () => {
    const known = knownAfter(aPayment(), captured, refund('re_1', 1_000, 'succeeded'));
    expect(known.status).toBe('refunded');
    const failed = knownAfter(known, refund('re_1', 1_000, 'failed'));
    expect(failed.status).toBe('captured');
    expect(refundableMinorOf(failed)).toBe(1_000);
    // A late message of an earlier state.
    expect(knownAfter(failed, refund('re_1', 1_000, 'succeeded')).status).toBe('captured');
  });

  it('that are only summed up count until they are reported by id', () => {
    const counted = knownAfter(aPayment(), captured, at(3, { refundedTotalMinor: 400 }));
    expect([counted.status, refundedMinorOf(counted)]).toEqual(['partially_refunded', 400]);
    const named = knownAfter(counted, refund('re_1', 400, 'succeeded'));
    expect([refundedMinorOf(named), named.unnamedRefundMinor]).toEqual([400, 0]);
    // The sum is reported again, and then a second refund.
    expect(refundedMinorOf(knownAfter(named, at(3, { refundedTotalMinor: 400 })))).toBe(400);
    expect(knownAfter(named, at(4, { refundedTotalMinor: 1_000 })).status).toBe('refunded');
  });

  it('that are only summed up are queried if the sum may contain one that has failed', () => {
    const failed = knownAfter(aPayment(), captured, refund('re_1', 400, 'failed'));
    const late = knownAfter(failed, at(4, { refundedTotalMinor: 400 }));
    expect([late.isUnsure, refundedMinorOf(late)]).toEqual([true, 0]);
    expect(nextDueMs(late, true, nowMs)).toBe(nowMs + 60_000);
    const listed = { refunds: [{ id: 're_1', amountMinor: 400, status: 'failed' }] } as const;
    expect(knownAfter(failed, at(4, { ...listed, refundedTotalMinor: 400 })).isUnsure).toBeUndefined();
    const other = knownAfter(failed, refund('re_2', 300, 'succeeded'), at(4, { refundedTotalMinor: 300 }));
    expect(other.isUnsure).toBeUndefined();
  });

  it('whose message arrives before the response of the call are counted once', () => {
    const told = knownAfter(aPayment(), captured, at(3, { refundedTotalMinor: 400 }));
    const own = { id: 're_1', amountMinor: 400, status: 'succeeded', operation: 'op' } as const;
    expect(refundedMinorOf(knownAfter(told, at(3, { refunds: [own] })))).toBe(400);
  });
});

describe('the status of the provider', () => {
  it('does not regress with a message of the same second', () => {
    const [later, earlier] = ['succeeded', 'requires_capture'];
    const first = at(1, { gatewayStatus: later, gatewayRank: 5 });
    const known = knownAfter(aPayment(), first, at(1, { gatewayStatus: earlier, gatewayRank: 4 }));
    expect(known.gatewayStatus).toBe('succeeded');
  });

  it.each<[string, Omit<ProviderSnapshot, 'atSeconds'>, string]>([
    ['an earlier step', { gatewayStatus: 'requires_action', gatewayRank: 2 }, 'succeeded'],
    [
      'a failure',
      { status: 'failed', gatewayStatus: 'requires_payment_method', gatewayRank: 0 },
      'succeeded',
    ],
    ['a cancellation', { status: 'cancelled', gatewayStatus: 'canceled', gatewayRank: 5 }, 'succeeded'],
    ['an unknown status', { status: 'unknown', gatewayStatus: 'settled', gatewayRank: 0 }, 'settled'],
  ])('after a capture and a later message about %s', (_, snapshot, expected) => {
    const known = knownAfter(aPayment(), captured, at(9, snapshot));
    expect(known).toMatchObject({ status: 'captured', gatewayStatus: expected });
  });

  it('catches up with a refund that was reported first', () => {
    const refunded = at(3, { status: 'captured', receivedMinor: 1_000, refundedTotalMinor: 400 });
    const expected = { status: 'partially_refunded', gatewayStatus: 'succeeded' };
    expect(knownAfter(aPayment(), refunded, captured)).toMatchObject(expected);
  });
});

describe('events of a change', () => {
  const typesOf = (before: StoredPayment, next: StoredPayment) =>
    changesBetween(before, next).map(({ action }) => action);

  it('report each movement of money', () => {
    const was = aPayment();
    const is = knownAfter(was, captured);
    expect(typesOf(was, is)).toEqual(['captured']);
    const once = knownAfter(is, refund('re_1', 100, 'succeeded'));
    expect(typesOf(is, once)).toEqual(['partially_refunded']);
    expect(typesOf(once, knownAfter(once, refund('re_2', 100, 'succeeded')))).toEqual(['partially_refunded']);
    expect(typesOf(once, knownAfter(once, refund('re_2', 900, 'succeeded')))).toEqual(['refunded']);
    expect(typesOf(is, knownAfter(is, refund('re_3', 100, 'pending')))).toEqual(['updated']);
  });

  it('report the start and end of disputes', () => {
    const was = knownAfter(aPayment(), captured);
    const dispute = { id: 'dp_1', amountMinor: 1_000, status: 'needs_response', isClosed: false };
    const is = knownAfter(was, at(5, { disputes: [dispute] }));
    expect(typesOf(was, is)).toEqual(['disputed']);
    const lost = knownAfter(is, at(6, { disputes: [{ ...dispute, status: 'lost', isClosed: true }] }));
    expect(typesOf(is, lost)).toEqual(['dispute_closed']);
    expect(lost.status).toBe('captured');
  });

  it('are empty without a change', () => {
    const known = knownAfter(aPayment(), captured);
    expect(typesOf(known, { ...knownAfter(known, captured), lastWebhookAtMs: 5, revision: 9 })).toEqual([]);
  });
});

describe('the sweep', () => {
  const dueInMinutes = (payment: StoredPayment, ageHours: number) => {
    const dueMs = nextDueMs({ ...payment, createdAtMs: nowMs - ageHours * 3_600_000 }, true, nowMs);
    return dueMs === undefined ? undefined : (dueMs - nowMs) / 60_000;
  };

  it.each([
    [0, 15],
    [2, 60],
    [30, 360],
    [200, undefined],
  ])('checks an open payment of %i hours in %s minutes', (ageHours, minutes) =>
    expect(dueInMinutes(aPayment(), ageHours)).toBe(minutes),
  );

  it('checks no closed payments', () => {
    expect(dueInMinutes(knownAfter(aPayment(), captured), 0)).toBeUndefined();
    expect(dueInMinutes(aPayment({ status: 'cancelled' }), 0)).toBeUndefined();
  });

  it('checks a failed payment, which its customer may complete with another card', () => {
    expect(dueInMinutes(aPayment({ status: 'failed' }), 0)).toBe(15);
    expect(dueInMinutes(aPayment({ status: 'failed' }), 200)).toBeUndefined();
  });

  it.each([
    [0, 15],
    [30, 360],
    [200, undefined],
  ])('checks a refund of an old payment that is pending for %i hours in %s minutes', (hours, minutes) => {
    const fact = refund('re_1', 100, 'pending');
    const { payment } = applySnapshot(knownAfter(aPayment(), captured), fact, nowMs - hours * 3_600_000);
    expect(dueInMinutes(payment, 2_000)).toBe(minutes);
  });

  it('checks an unknown outcome until it is known, also of an old payment', () => {
    const unsure = aPayment({ status: 'captured', capturedMinor: 1_000, isUnsure: true });
    expect(nextDueMs(unsure, true, nowMs)).toBe(nowMs + 60_000);
    expect(postponedDueMs(unsure, true, nowMs)).toBe(nowMs + 6 * 3_600_000);
    expect(postponedDueMs({ ...unsure, isUnsure: undefined }, true, nowMs)).toBeUndefined();
    expect(postponedDueMs(unsure, false, nowMs)).toBeUndefined();
    const open = aPayment({ isUnsure: true, createdAtMs: nowMs });
    expect(postponedDueMs(open, true, nowMs)).toBe(nowMs + 15 * 60_000);
  });

  it('checks interrupted operations, also without a provider', () => {
    const active = { id: 'op', token: 't', untilMs: nowMs + 10_000 };
    expect(nextDueMs(aPayment({ active }), false, nowMs)).toBe(nowMs + 15_000);
    expect(nextDueMs(aPayment(), false, nowMs)).toBeUndefined();
  });
});
