/** The statuses of a payment and their transitions. Pure. */

export const paymentStatuses = [
  'pending',
  'authorized',
  'captured',
  'partially_captured',
  'partially_refunded',
  'refunded',
  'cancelled',
  'failed',
  'expired',
  'unknown',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const transitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['authorized', 'captured', 'failed', 'expired', 'cancelled'],
  authorized: ['captured', 'partially_captured', 'cancelled', 'failed'],
  captured: ['refunded', 'partially_refunded'],
  partially_captured: ['captured', 'refunded', 'partially_refunded', 'cancelled'],
  partially_refunded: ['refunded'],
  refunded: [],
  cancelled: ['refunded', 'partially_refunded'],
  failed: [],
  expired: [],
  unknown: [],
};

/** A customer whose card was declined may try another, so a failed payment continues if its provider says so. */
const recoveries: Readonly<Partial<Record<PaymentStatus, readonly PaymentStatus[]>>> = {
  failed: ['pending', 'authorized', 'captured'],
};

const watched: ReadonlySet<PaymentStatus> = new Set([
  ...(['pending', 'authorized', 'partially_captured'] as const),
  // Its customer may pay with another card.
  'failed',
]);

/** The provider may change the status without a request, so it is queried. */
export const isWatched = (status: PaymentStatus): boolean => watched.has(status);

export type PaymentAction = 'capture' | 'refund' | 'cancel';

/**
 * `act`: call the provider. `refresh`: query the provider, then decide again. `repeat`: it was already done;
 * return the response of an equal request. `refuse`: not possible in this status.
 */
export type Admission = 'act' | 'refresh' | 'repeat' | 'refuse';

const nothing = { capture: 'refuse', refund: 'refuse', cancel: 'refuse' } as const;

export const admissions: Readonly<Record<PaymentStatus, Readonly<Record<PaymentAction, Admission>>>> = {
  pending: { capture: 'refresh', refund: 'refuse', cancel: 'act' },
  authorized: { capture: 'act', refund: 'refuse', cancel: 'act' },
  captured: { capture: 'repeat', refund: 'act', cancel: 'refuse' },
  partially_captured: { capture: 'act', refund: 'act', cancel: 'act' },
  partially_refunded: { capture: 'refuse', refund: 'act', cancel: 'refuse' },
  refunded: nothing,
  // The parts that were captured before the rest was cancelled.
  cancelled: { capture: 'refuse', refund: 'act', cancel: 'refuse' },
  failed: nothing,
  expired: nothing,
  unknown: nothing,
};

/** The effect of a provider's report on a payment. */
export type Outcome = 'same' | 'moved' | 'behind' | 'impossible';

const nextOf = (status: PaymentStatus): readonly PaymentStatus[] => [
  ...transitions[status],
  ...(recoveries[status] ?? []),
];

const pathsFrom = new Map<PaymentStatus, ReadonlySet<PaymentStatus>>();

/**
 * Every status that can follow after any number of steps. Only a failed payment continues from failure; other
 * statuses do not pass through it.
 */
function reachableFrom(status: PaymentStatus): ReadonlySet<PaymentStatus> {
  const cached = pathsFrom.get(status);
  if (cached !== undefined) return cached;
  const found = new Set<PaymentStatus>();
  const waiting = [...nextOf(status)];
  for (const next of waiting) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...transitions[next]);
  }
  pathsFrom.set(status, found);
  return found;
}

/**
 * The payment's status after a provider's report. Reports arrive late, twice and in any order: an older
 * report changes nothing, and one that is several steps ahead means that reports were missed. `isLater`: the
 * report is known to be newer than the current status, which a failure needs to undo an authorization, and a
 * new attempt to undo a failure.
 */
export function settle(
  current: PaymentStatus,
  reported: PaymentStatus,
  { isLater = true }: { isLater?: boolean } = {},
): { status: PaymentStatus; outcome: Outcome } {
  if (reported === current) return { status: current, outcome: 'same' };
  if (reported === 'unknown' || current === 'unknown') return { status: current, outcome: 'impossible' };
  const undoes =
    (current === 'authorized' && reported === 'failed') || (current === 'failed' && reported === 'pending');
  if (undoes)
    return isLater ? { status: reported, outcome: 'moved' } : { status: current, outcome: 'behind' };
  if (nextOf(current).includes(reported)) return { status: reported, outcome: 'moved' };
  if (reachableFrom(reported).has(current)) return { status: current, outcome: 'behind' };
  if (reachableFrom(current).has(reported)) return { status: reported, outcome: 'moved' };
  return { status: current, outcome: 'impossible' };
}

/** The status of a captured payment, from its amounts; a refund that fails later undoes its effect. */
export function statusOfMoney(
  status: PaymentStatus,
  { capturedMinor, refundedMinor }: { capturedMinor: number; refundedMinor: number },
): PaymentStatus {
  const wasCaptured = ['captured', 'partially_captured', 'partially_refunded', 'refunded'].includes(status);
  const isPartlyCancelled = status === 'cancelled' && capturedMinor > 0;
  if (!wasCaptured && !isPartlyCancelled) return status;
  if (refundedMinor > 0) return refundedMinor >= capturedMinor ? 'refunded' : 'partially_refunded';
  return status === 'partially_refunded' || status === 'refunded' ? 'captured' : status;
}
