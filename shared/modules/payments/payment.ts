/** A payment transaction and the pure decisions about it. */

import { toJson } from '../../kernel/base/json.ts';
import { paymentLimits } from './limits.ts';
import type { ProviderSnapshot, RefundStatus, ReportedRefund } from './operations/provider-snapshot.ts';
import { isWatched, type Outcome, type PaymentStatus, settle, statusOfMoney } from './operations/status.ts';

export interface StoredRefund {
  amountMinor: number;
  status: RefundStatus;
  /** Only in the refund's own item: the transaction's row must hold many refunds. */
  reason?: string | null;
  operation: string | null;
  atMs: number;
}

export interface StoredDispute {
  amountMinor: number;
  status: string;
  reason: string | null;
  isClosed: boolean;
  /** Unix seconds of the last known state. */
  atSeconds: number;
  atMs: number;
}

/** An operation in progress; no other may start on the payment until then. */
export interface ActiveOperation {
  /** Hash of the operation's key. */
  id: string;
  token: string;
  untilMs: number;
  /** Its name at the provider; absent if an earlier version of the platform has started it. */
  name?: string;
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
  /** Unix seconds of the report from which `status` and `gatewayStatus` come. */
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
  /** Data for browsers; JSON text. */
  providerData: string | null;
  /**
   * The provider's id of the payment that was made on a payment page; absent before, and if it equals the
   * session's id.
   */
  gatewayReference?: string | undefined;
  gatewayPaymentId: string | null;
  /** Of the latest refund. */
  gatewayRefundId: string | null;
  /** By the provider's id, for decisions. The separate items of refunds are for responses. */
  refunds: Readonly<Record<string, StoredRefund>>;
  /** Refunds that are in the provider's total but not listed yet. */
  unnamedRefundMinor: number;
  disputes: Readonly<Record<string, StoredDispute>>;
  active?: ActiveOperation | undefined;
  /** The outcome of the last operation is unknown; the provider is queried before the next one. */
  isUnsure?: boolean | undefined;
  /** Time of the sweep's next check; absent if no change is expected. */
  dueAtMs?: number | undefined;
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

/** The amount that was returned to the customer. */
export function refundedMinorOf(payment: Refunds): number {
  return sum(amountsOf(payment, ['succeeded'])) + payment.unnamedRefundMinor;
}

/** The amount that can still be refunded; pending refunds count as done. */
export function refundableMinorOf(payment: Refunds & Pick<StoredPayment, 'capturedMinor'>): number {
  const { capturedMinor } = payment;
  return Math.max(0, capturedMinor - refundedMinorOf(payment) - sum(amountsOf(payment, ['pending'])));
}

export function hasPendingRefunds(payment: Refunds): boolean {
  return amountsOf(payment, ['pending']).length > 0;
}

/** Reports of one refund may arrive in any order. A refund is pending, then done, and may fail even then. */
const refundOrder: Readonly<Record<RefundStatus, number>> = {
  pending: 0,
  succeeded: 1,
  cancelled: 2,
  failed: 2,
};

const isEqual = (one: StoredRefund, other: StoredRefund): boolean =>
  one.amountMinor === other.amountMinor && one.status === other.status && one.operation === other.operation;

/** The refund after a report; undefined if the report changes nothing. */
function changedRefund(
  before: StoredRefund | undefined,
  reported: ReportedRefund,
  nowMs: number,
): StoredRefund | undefined {
  if (before && refundOrder[reported.status] < refundOrder[before.status]) return undefined;
  const refund: StoredRefund = {
    amountMinor: reported.amountMinor,
    status: before && refundOrder[before.status] === 2 ? before.status : reported.status,
    // Only for a new refund: the stored refund does not contain it, so a change could not be detected.
    ...(before === undefined
      ? { reason: reported.reason ?? null }
      : before.reason !== undefined && { reason: before.reason }),
    operation: reported.operation ?? before?.operation ?? null,
    atMs: before?.atMs ?? nowMs,
  };
  return before && isEqual(before, refund) ? undefined : refund;
}

function withRefund(current: Refunds, reported: ReportedRefund, nowMs: number): Refunds {
  const before = current.refunds[reported.id];
  const refund = changedRefund(before, reported, nowMs);
  // The same object, so that nothing is written for it: a report may name a hundred known refunds.
  if (refund === undefined) return current;
  // The total contained it before it was listed.
  const named = before === undefined ? refund.amountMinor : 0;
  return {
    refunds: { ...current.refunds, [reported.id]: refund },
    unnamedRefundMinor: Math.max(0, current.unnamedRefundMinor - named),
  };
}

/** Shortens the identity of an operation to its name at the provider. */
export const operationName = (operationId: string): string =>
  operationId.slice(0, paymentLimits.operationName);

/**
 * The refunds of a report without those that the payment's row has no room for, and without the oldest of the others if
 * one transaction cannot store all: the next report names them again. The row always has room for the refund of the
 * operation in progress.
 */
function storable(
  { refunds, active }: Refunds & Pick<StoredPayment, 'active'>,
  reportedRefunds: readonly ReportedRefund[],
  nowMs: number,
): readonly ReportedRefund[] {
  const changes = reportedRefunds.filter(
    (reported) => changedRefund(refunds[reported.id], reported, nowMs) !== undefined,
  );
  const isOwn = ({ operation }: ReportedRefund) =>
    operation !== undefined &&
    active !== undefined &&
    (active.name ?? operationName(active.id)) === operation;
  const added = changes.filter((reported) => refunds[reported.id] === undefined && !isOwn(reported));
  const room = Math.max(0, paymentLimits.refunds - Object.keys(refunds).length);
  const left = new Set(added.toReversed().slice(room));
  const fitting = changes.filter((reported) => !left.has(reported));
  for (const reported of fitting.toReversed().slice(paymentLimits.changedRefunds)) left.add(reported);
  return left.size === 0 ? reportedRefunds : reportedRefunds.filter((reported) => !left.has(reported));
}

function withRefunds(
  payment: Refunds & Pick<StoredPayment, 'active'>,
  snapshot: ProviderSnapshot,
  nowMs: number,
): Refunds {
  const named = storable(payment, snapshot.refunds ?? [], nowMs).reduce<Refunds>(
    (current, reported) => withRefund(current, reported, nowMs),
    {
      refunds: payment.refunds,
      unnamedRefundMinor: payment.unnamedRefundMinor,
    },
  );
  if (snapshot.refundedTotalMinor === undefined) return named;
  // A provider's total contains a refund as soon as it is accepted. A failed refund was in the total, too,
  // and a late report may still contain it.
  const counted = sum(amountsOf(named, ['pending', 'succeeded', 'failed', 'cancelled']));
  const unnamedRefundMinor = Math.max(named.unnamedRefundMinor, snapshot.refundedTotalMinor - counted);
  return { ...named, unnamedRefundMinor };
}

/** Whether a total may contain a refund that is not listed: it may also contain one that has failed since. */
function isUnclear(
  refunds: Refunds,
  { refunds: listed = [], refundedTotalMinor = 0 }: ProviderSnapshot,
): boolean {
  const known = refundedMinorOf(refunds) + sum(amountsOf(refunds, ['pending']));
  return listed.length === 0 && refundedTotalMinor > known;
}

function withDisputes(
  disputes: StoredPayment['disputes'],
  { disputes: reportedDisputes = [], atSeconds }: ProviderSnapshot,
  nowMs: number,
): StoredPayment['disputes'] {
  const isFull = Object.keys(disputes).length >= paymentLimits.disputes;
  const changed = reportedDisputes.flatMap((reported): [string, StoredDispute][] => {
    const before = disputes[reported.id];
    if (before === undefined && isFull) return [];
    // A closed dispute stays closed; otherwise the later report wins.
    if (before && (before.isClosed || (!reported.isClosed && before.atSeconds > atSeconds))) return [];
    const { amountMinor, status, isClosed } = reported;
    const reason = reported.reason ?? before?.reason ?? null;
    return [[reported.id, { amountMinor, status, isClosed, reason, atSeconds, atMs: before?.atMs ?? nowMs }]];
  });
  return changed.length === 0 ? disputes : { ...disputes, ...Object.fromEntries(changed) };
}

/**
 * The provider's status after a report that has `outcome`. A report that cannot be true any more changes nothing, also if
 * its time is later: one of an earlier step of a payment whose money was moved or released, and one of an impossible step.
 * A status that the platform does not know is shown.
 */
function withGateway(payment: StoredPayment, snapshot: ProviderSnapshot, outcome: Outcome) {
  const { status, gatewayStatus, gatewayRank = 0, atSeconds } = snapshot;
  if (gatewayStatus === undefined) return {};
  const isLower = gatewayRank < payment.gatewayRank;
  const isOlder = atSeconds < payment.gatewayAtSeconds || (atSeconds === payment.gatewayAtSeconds && isLower);
  const isUntrue = outcome === 'impossible' || (isLower && !isWatched(payment.status));
  if (isOlder || (isUntrue && status !== 'unknown')) return {};
  return { gatewayStatus, gatewayRank, gatewayAtSeconds: atSeconds };
}

/** The changed payment, and the effect of the report on its status. */
export interface Applied {
  payment: StoredPayment;
  outcome: Outcome;
}

/**
 * Applies a provider's report to a payment. Idempotent and independent of the order: amounts only grow,
 * unless a refund fails, and a known report changes nothing. Keeps the revision.
 */
export function applySnapshot(payment: StoredPayment, snapshot: ProviderSnapshot, nowMs: number): Applied {
  const { status: reported, receivedMinor = 0, gatewayPaymentId } = snapshot;
  const gatewayReference = payment.gatewayReference ?? snapshot.gatewayReference;
  const isLater = snapshot.atSeconds > payment.statusAtSeconds;
  const next =
    reported === undefined
      ? { status: payment.status, outcome: 'same' as const }
      : settle(payment.status, reported, { isLater });
  const capturedMinor = Math.max(payment.capturedMinor, receivedMinor);
  const refunds = withRefunds(payment, snapshot, nowMs);
  const refundedMinor = refundedMinorOf(refunds);
  const status = statusOfMoney(next.status, { capturedMinor, refundedMinor });
  const latest = snapshot.refunds?.findLast(({ id }) => payment.refunds[id] === undefined);
  const gateway = withGateway(payment, snapshot, next.outcome);
  // An outdated report of the payment names the charge of an earlier attempt, which was declined.
  const isOutdated = snapshot.gatewayStatus !== undefined && !('gatewayStatus' in gateway);
  const charge = isOutdated
    ? (payment.gatewayPaymentId ?? gatewayPaymentId)
    : (gatewayPaymentId ?? payment.gatewayPaymentId);
  const after: StoredPayment = {
    ...payment,
    ...gateway,
    ...refunds,
    status,
    ...(next.outcome === 'moved' && { statusAtSeconds: snapshot.atSeconds }),
    capturedMinor,
    disputes: withDisputes(payment.disputes, snapshot, nowMs),
    ...(gatewayReference !== undefined && { gatewayReference }),
    gatewayPaymentId: charge ?? null,
    gatewayRefundId: latest?.id ?? payment.gatewayRefundId,
  };
  const isUnsure = snapshot.isIncomplete || isUnclear(refunds, snapshot);
  return { payment: isUnsure ? { ...after, isUnsure } : after, outcome: next.outcome };
}

const bookkeeping = new Set([
  'active',
  'dueAtMs',
  'lastPolledAtMs',
  'lastWebhookAtMs',
  'updatedAtMs',
  'revision',
]);

/** Whether two states of a payment differ in a published field. */
export function differs(before: StoredPayment, after: StoredPayment): boolean {
  const telling = (payment: StoredPayment) =>
    toJson(Object.entries(payment).filter(([name]) => !bookkeeping.has(name)));
  return telling(before) !== telling(after);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const longestWaitMs = 6 * hourMs;
/**
 * Age of a payment or of its latest pending refund → time without news until the provider is queried. Holds of cards
 * expire after a week.
 */
const patience: readonly { youngerThanMs: number; waitMs: number }[] = [
  { youngerThanMs: hourMs, waitMs: 15 * minuteMs },
  { youngerThanMs: 24 * hourMs, waitMs: hourMs },
  { youngerThanMs: 8 * 24 * hourMs, waitMs: longestWaitMs },
];

/** A payment may be refunded long after its creation, so the age of a pending refund counts from its own beginning. */
function latestBeginMs({ createdAtMs, refunds }: StoredPayment): number {
  const pending = Object.values(refunds).filter(({ status }) => status === 'pending');
  return Math.max(createdAtMs, ...pending.map(({ atMs }) => atMs));
}

/** When the sweep checks a payment without news; undefined: never. */
export function nextDueMs(payment: StoredPayment, canRetrieve: boolean, nowMs: number): number | undefined {
  if (payment.active) return payment.active.untilMs + 5_000;
  if (!canRetrieve) return undefined;
  if (payment.isUnsure) return nowMs + minuteMs;
  if (!isWatched(payment.status) && !hasPendingRefunds(payment)) return undefined;
  const ageMs = nowMs - latestBeginMs(payment);
  const stage = patience.find(({ youngerThanMs }) => ageMs < youngerThanMs);
  return stage && nowMs + stage.waitMs;
}

/**
 * When the sweep checks a payment again whose provider it could not query; undefined: never. An unknown outcome is queried
 * until it is known, however old the payment is.
 */
export function postponedDueMs(
  payment: StoredPayment,
  canRetrieve: boolean,
  nowMs: number,
): number | undefined {
  const dueAtMs = nextDueMs({ ...payment, isUnsure: undefined }, canRetrieve, nowMs);
  return dueAtMs ?? (payment.isUnsure && canRetrieve ? nowMs + longestWaitMs : undefined);
}
