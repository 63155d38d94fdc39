/** A payment transaction and what becomes of it: pure decisions. */
import type { ProviderSnapshot, RefundFact, RefundStatus } from './operations/provider-snapshot.ts';
import { isWatched, type Outcome, type PaymentStatus, settle, statusOfMoney } from './operations/status.ts';

export interface StoredRefund {
  amountMinor: number;
  status: RefundStatus;
  /** Of the refund's own item; the transaction itself has to hold many refunds, and is read without it. */
  reason?: string | null;
  operation: string | null;
  atMs: number;
}

export interface StoredDispute {
  amountMinor: number;
  status: string;
  reason: string | null;
  isClosed: boolean;
  /** Unix seconds of what is known of it. */
  atSeconds: number;
  atMs: number;
}

/** An operation in progress: no other may begin on the payment until then. */
export interface ActiveOperation {
  /** Hash that names it. */
  id: string;
  token: string;
  untilMs: number;
}

export interface StoredPayment {
  id: string;
  tenantId: string;
  organizationId: string;
  paymentId: string;
  providerKey: string;
  sessionId: string;
  status: PaymentStatus;
  gatewayStatus: string | null;
  gatewayRank: number;
  /** Unix seconds of what `status` and `gatewayStatus` rest on. */
  statusAtSeconds: number;
  gatewayAtSeconds: number;
  amountMinor: number;
  capturedMinor: number;
  currencyCode: string;
  captureMethod: 'automatic' | 'manual';
  description: string | null;
  orderId: string | null;
  /** JSON text. */
  metadata: string | null;
  redirectUrl: string | null;
  /** What browsers may know; JSON text. */
  providerData: string | null;
  /** The provider's id of the payment that a payment page has made; absent before, and where the session's id is it. */
  gatewayReference?: string | undefined;
  gatewayPaymentId: string | null;
  /** The latest. */
  gatewayRefundId: string | null;
  /** By the provider's id: what decisions rest on. The items beside the transaction are for its readers. */
  refunds: Readonly<Record<string, StoredRefund>>;
  /** Refunds that the provider has counted and not named yet. */
  unnamedRefundMinor: number;
  disputes: Readonly<Record<string, StoredDispute>>;
  /** The operation that began it, where the caller gave one an id. */
  sessionOperation?: string | undefined;
  /** The status that it began with, where that is not `pending`. */
  sessionStatus?: PaymentStatus | undefined;
  active?: ActiveOperation | undefined;
  /** The outcome of the last operation is not known; the provider is queried before the next one. */
  isUnsure?: boolean | undefined;
  /** When the sweep looks after it; absent when nothing is expected. */
  dueAtMs?: number | undefined;
  /** The shard in which the sweep finds it; absent before it is stored. */
  dueShard?: number;
  expiresAtMs: number | null;
  lastWebhookAtMs: number | null;
  lastPolledAtMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

type Refunds = Pick<StoredPayment, 'refunds' | 'unnamedRefundMinor'>;

function amountsOf({ refunds }: Refunds, statuses: readonly RefundStatus[]): number[] {
  return Object.values(refunds).flatMap(({ status, amountMinor }) =>
    statuses.includes(status) ? [amountMinor] : [],
  );
}

/** What went back to the customer. */
export function refundedMinorOf(payment: Refunds): number {
  return sum(amountsOf(payment, ['succeeded'])) + payment.unnamedRefundMinor;
}

/** What may still be refunded: refunds under way are as good as done. */
export function refundableMinorOf(payment: Refunds & Pick<StoredPayment, 'capturedMinor'>): number {
  const { capturedMinor } = payment;
  return Math.max(0, capturedMinor - refundedMinorOf(payment) - sum(amountsOf(payment, ['pending'])));
}

export function hasPendingRefunds(payment: Refunds): boolean {
  return amountsOf(payment, ['pending']).length > 0;
}

/** Reports of one refund may come in any order: it is under way, then done, and may fail even then. */
const refundOrder: Readonly<Record<RefundStatus, number>> = {
  pending: 0,
  succeeded: 1,
  cancelled: 2,
  failed: 2,
};

function withRefund(known: Refunds, fact: RefundFact, nowMs: number): Refunds {
  const before = known.refunds[fact.id];
  if (before && refundOrder[fact.status] < refundOrder[before.status]) return known;
  const refund: StoredRefund = {
    amountMinor: fact.amountMinor,
    status: before && refundOrder[before.status] === 2 ? before.status : fact.status,
    // Said once, when the refund is new: what is stored of it here does not tell whether it is another.
    ...(before === undefined
      ? { reason: fact.reason ?? null }
      : before.reason !== undefined && { reason: before.reason }),
    operation: fact.operation ?? before?.operation ?? null,
    atMs: before?.atMs ?? nowMs,
  };
  // It was counted before it was named.
  const named = before === undefined ? refund.amountMinor : 0;
  return {
    refunds: { ...known.refunds, [fact.id]: refund },
    unnamedRefundMinor: Math.max(0, known.unnamedRefundMinor - named),
  };
}

function withRefunds(payment: Refunds, facts: ProviderSnapshot, nowMs: number): Refunds {
  const named = (facts.refunds ?? []).reduce<Refunds>((known, fact) => withRefund(known, fact, nowMs), {
    refunds: payment.refunds,
    unnamedRefundMinor: payment.unnamedRefundMinor,
  });
  if (facts.refundedTotalMinor === undefined) return named;
  // A provider counts a refund as soon as it has accepted it. One that failed was counted once as well: a late report
  // may still hold it.
  const counted = sum(amountsOf(named, ['pending', 'succeeded', 'failed', 'cancelled']));
  const unnamedRefundMinor = Math.max(named.unnamedRefundMinor, facts.refundedTotalMinor - counted);
  return { ...named, unnamedRefundMinor };
}

function withDisputes(
  disputes: StoredPayment['disputes'],
  { disputes: facts = [], atSeconds }: ProviderSnapshot,
  nowMs: number,
): StoredPayment['disputes'] {
  const changed = facts.flatMap((fact): [string, StoredDispute][] => {
    const before = disputes[fact.id];
    // A dispute that is closed stays so; among others the later report counts.
    if (before && (before.isClosed || (!fact.isClosed && before.atSeconds > atSeconds))) return [];
    const { amountMinor, status, isClosed } = fact;
    const reason = fact.reason ?? before?.reason ?? null;
    return [[fact.id, { amountMinor, status, isClosed, reason, atSeconds, atMs: before?.atMs ?? nowMs }]];
  });
  return changed.length === 0 ? disputes : { ...disputes, ...Object.fromEntries(changed) };
}

function withGateway(payment: StoredPayment, facts: ProviderSnapshot) {
  const { gatewayStatus, gatewayRank = 0, atSeconds } = facts;
  if (gatewayStatus === undefined) return {};
  const isOlder =
    atSeconds < payment.gatewayAtSeconds ||
    (atSeconds === payment.gatewayAtSeconds && gatewayRank < payment.gatewayRank);
  return isOlder ? {} : { gatewayStatus, gatewayRank, gatewayAtSeconds: atSeconds };
}

/** What became of a payment, and how its provider's word on the status was taken. */
export interface Applied {
  payment: StoredPayment;
  outcome: Outcome;
}

/**
 * The payment as it is once its provider has said something. The order and the number of such reports do not matter:
 * amounts only grow, but where a refund fails, and what is known already changes nothing. The revision is the same.
 */
export function applyFacts(payment: StoredPayment, facts: ProviderSnapshot, nowMs: number): Applied {
  const { status: reported, receivedMinor = 0, gatewayPaymentId } = facts;
  const gatewayReference = payment.gatewayReference ?? facts.gatewayReference;
  const isLater = facts.atSeconds > payment.statusAtSeconds;
  const settled =
    reported === undefined
      ? { status: payment.status, outcome: 'same' as const }
      : settle(payment.status, reported, { isLater });
  const capturedMinor = Math.max(payment.capturedMinor, receivedMinor);
  const refunds = withRefunds(payment, facts, nowMs);
  const refundedMinor = refundedMinorOf(refunds);
  const status = statusOfMoney(settled.status, { capturedMinor, refundedMinor });
  const latest = facts.refunds?.findLast(({ id }) => payment.refunds[id] === undefined);
  const after: StoredPayment = {
    ...payment,
    ...withGateway(payment, facts),
    ...refunds,
    status,
    ...(settled.outcome === 'moved' && { statusAtSeconds: facts.atSeconds }),
    capturedMinor,
    disputes: withDisputes(payment.disputes, facts, nowMs),
    ...(gatewayReference !== undefined && { gatewayReference }),
    gatewayPaymentId: gatewayPaymentId ?? payment.gatewayPaymentId,
    gatewayRefundId: latest?.id ?? payment.gatewayRefundId,
  };
  return { payment: facts.isIncomplete ? { ...after, isUnsure: true } : after, outcome: settled.outcome };
}

const bookkeeping = new Set([
  'active',
  'dueAtMs',
  'lastPolledAtMs',
  'lastWebhookAtMs',
  'updatedAtMs',
  'revision',
]);

/** Do two states of a payment differ in what anybody would want to know? */
export function differs(before: StoredPayment, after: StoredPayment): boolean {
  const telling = (payment: StoredPayment) =>
    JSON.stringify(Object.entries(payment).filter(([name]) => !bookkeeping.has(name)));
  return telling(before) !== telling(after);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Age of a payment → how long it may be silent until the provider is queried. Holds of cards lapse after a week. */
const patience: readonly { youngerThanMs: number; waitMs: number }[] = [
  { youngerThanMs: hourMs, waitMs: 15 * minuteMs },
  { youngerThanMs: 24 * hourMs, waitMs: hourMs },
  { youngerThanMs: 8 * 24 * hourMs, waitMs: 6 * hourMs },
];

/** When the sweep is to look at a payment that nothing happens to; undefined for never. */
export function nextDueMs(payment: StoredPayment, canRetrieve: boolean, nowMs: number): number | undefined {
  if (payment.active) return payment.active.untilMs + 5_000;
  if (!canRetrieve) return undefined;
  if (payment.isUnsure) return nowMs + minuteMs;
  if (!isWatched(payment.status) && !hasPendingRefunds(payment)) return undefined;
  const ageMs = nowMs - payment.createdAtMs;
  const stage = patience.find(({ youngerThanMs }) => ageMs < youngerThanMs);
  return stage && nowMs + stage.waitMs;
}
