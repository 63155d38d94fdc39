import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  admissions,
  type PaymentAction,
  type PaymentStatus,
  paymentStatuses,
  settle,
  statusOfMoney,
  transitions,
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

  it('covers every pair of states', () => expect(cells).toHaveLength(paymentStatuses.length ** 2));

  it('allows every transition of the table', () => {
    for (const from of paymentStatuses)
      for (const to of transitions[from])
        expect(settle(from, to), `${from} → ${to}`).toEqual({ status: to, outcome: 'moved' });
  });

  it('reverts an authorization or a failure only if it is newer', () => {
    for (const [current, reported] of [
      ['authorized', 'failed'],
      ['failed', 'pending'],
    ] as const) {
      expect(settle(current, reported, { isLater: false })).toEqual({ status: current, outcome: 'behind' });
      expect(settle(current, reported, { isLater: true })).toEqual({ status: reported, outcome: 'moved' });
    }
    // A late success counts at any time.
    expect(settle('failed', 'captured', { isLater: false }).status).toBe('captured');
  });

  it('never reopens a payment, in any order of reports', () => {
    const rank = (status: PaymentStatus) =>
      [
        'pending',
        'failed',
        'authorized',
        'partially_captured',
        'captured',
        'partially_refunded',
        'refunded',
      ].indexOf(status);
    const steps = ['pending', 'authorized', 'captured', 'partially_refunded', 'refunded'] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...steps), { minLength: 1 }), (heard) => {
        const end = heard.reduce<PaymentStatus>((status, one) => settle(status, one).status, 'pending');
        const furthest = heard.toSorted((a, b) => rank(b) - rank(a))[0];
        expect(end).toBe(furthest);
      }),
    );
  });
});

describe('an action', () => {
  const table: Readonly<Record<PaymentStatus, Readonly<Record<PaymentAction, string>>>> = {
    pending: { capture: 'refresh', refund: 'refuse', cancel: 'act' },
    authorized: { capture: 'act', refund: 'refuse', cancel: 'act' },
    captured: { capture: 'repeat', refund: 'act', cancel: 'refuse' },
    partially_captured: { capture: 'act', refund: 'act', cancel: 'act' },
    partially_refunded: { capture: 'refuse', refund: 'act', cancel: 'refuse' },
    refunded: { capture: 'refuse', refund: 'refuse', cancel: 'refuse' },
    cancelled: { capture: 'refuse', refund: 'act', cancel: 'refuse' },
    failed: { capture: 'refuse', refund: 'refuse', cancel: 'refuse' },
    expired: { capture: 'refuse', refund: 'refuse', cancel: 'refuse' },
    unknown: { capture: 'refuse', refund: 'refuse', cancel: 'refuse' },
  };

  it.each(
    paymentStatuses.flatMap((status) =>
      (['capture', 'refund', 'cancel'] as const).map((action) => ({
        status,
        action,
        expected: table[status][action],
      })),
    ),
  )('$action of a $status payment: $expected', ({ status, action, expected }) =>
    expect(admissions[status][action]).toBe(expected),
  );

  it('is never allowed in a final status', () => {
    for (const status of paymentStatuses.filter((one) => transitions[one].length === 0))
      expect(Object.values(admissions[status])).toEqual(['refuse', 'refuse', 'refuse']);
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
