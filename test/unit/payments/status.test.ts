import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type PaymentStatus,
  paymentStatuses,
  settle,
  statusOfMoney,
} from '../../../shared/modules/payments/operations/status.ts';

/** Rows: current status. Columns, in the order of `paymentStatuses`: effect of a report of that status. */
const reports: Readonly<Record<PaymentStatus, string>> = {
  // = same, > moved, < behind, x impossible
  //                  pend auth capt p_ca p_re refu canc fail expi unkn
  pending: '            =    >    >    >    >    >    >    >    >    x',
  authorized: '         <    =    >    >    >    >    >    >    x    x',
  captured: '           <    <    =    <    >    >    x    <    x    x',
  partially_captured: ' <    <    >    =    >    >    >    <    x    x',
  partially_refunded: ' <    <    <    <    =    >    <    <    x    x',
  refunded: '           <    <    <    <    <    =    <    <    x    x',
  cancelled: '          <    <    x    <    >    >    =    <    x    x',
  failed: '             >    >    >    >    >    >    >    =    >    x',
  expired: '            <    x    x    x    x    x    x    <    =    x',
  unknown: '            x    x    x    x    x    x    x    x    x    =',
};
const signs = { '=': 'same', '>': 'moved', '<': 'behind', x: 'impossible' } as const;

const cells = paymentStatuses.flatMap((current) =>
  reports[current]
    .trim()
    .split(/\s+/)
    .map((sign, index) => ({
      current,
      reported: paymentStatuses[index] ?? 'unknown',
      outcome: signs[sign as keyof typeof signs],
    })),
);

describe('a report of a provider', () => {
  it.each(cells)('of $reported on a $current payment is $outcome', ({ current, reported, outcome }) => {
    const settled = settle(current, reported);
    expect(settled).toEqual({ outcome, status: outcome === 'moved' ? reported : current });
  });

  it('reverts an authorization or a failure only if it is newer', () => {
    const older = { isLater: false };
    expect(settle('authorized', 'failed', older)).toEqual({ status: 'authorized', outcome: 'behind' });
    expect(settle('failed', 'pending', older)).toEqual({ status: 'failed', outcome: 'behind' });
    // A late success counts at any time.
    expect(settle('failed', 'captured', older).status).toBe('captured');
  });

  it('never reopens a payment, in any order of reports', () => {
    const steps = ['pending', 'authorized', 'captured', 'partially_refunded', 'refunded'] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...steps), { minLength: 1 }), (heard) => {
        const end = heard.reduce<PaymentStatus>((status, one) => settle(status, one).status, 'pending');
        expect(end).toBe(steps.findLast((step) => heard.includes(step)));
      }),
    );
  });
});

describe('the money of a payment', () => {
  it.each<[PaymentStatus, number, number, PaymentStatus]>([
    ['captured', 100, 0, 'captured'],
    ['captured', 100, 40, 'partially_refunded'],
    ['partially_refunded', 100, 100, 'refunded'],
    ['partially_captured', 60, 60, 'refunded'],
    ['partially_captured', 60, 0, 'partially_captured'],
    ['refunded', 100, 40, 'partially_refunded'],
    ['refunded', 100, 0, 'captured'],
    ['authorized', 0, 0, 'authorized'],
    ['cancelled', 0, 0, 'cancelled'],
    ['cancelled', 0, 50, 'cancelled'],
    ['cancelled', 60, 0, 'cancelled'],
    ['cancelled', 60, 40, 'partially_refunded'],
    ['cancelled', 60, 60, 'refunded'],
    ['failed', 0, 50, 'failed'],
  ])('changes a %s payment of %i with %i refunded to %s', (status, capturedMinor, refundedMinor, expected) =>
    expect(statusOfMoney(status, { capturedMinor, refundedMinor })).toBe(expected),
  );
});
