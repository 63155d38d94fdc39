/** Converts Stripe's objects to snapshots. The input is untrusted. Pure. */
import { paymentLimits } from '../limits.ts';
import type {
  ProviderSnapshot,
  RefundStatus,
  ReportedDispute,
  ReportedRefund,
} from '../operations/provider-snapshot.ts';
import type { PaymentStatus } from '../operations/status.ts';
import { fromStripeAmount } from './stripe-amounts.ts';

export type StripeObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): StripeObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as StripeObject)
    : undefined;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A name of Stripe, such as a status; undefined for longer texts, which a payment's row could not contain. */
export function nameIn(value: unknown, maxCharacters: number = paymentLimits.name): string | undefined {
  const text = textOf(value);
  return text !== undefined && text.length <= maxCharacters ? text : undefined;
}

/** https://docs.stripe.com/upgrades: ids have at most 255 characters. */
const idPattern = /^[a-z]+_\w{1,250}$/i;

/**
 * An id, or the id of an object; undefined for any other text, which an organization can sign as well: ids become names
 * and keys in the table.
 */
export function idOf(value: unknown): string | undefined {
  const id = textOf(value) ?? textOf(asObject(value)?.id);
  return id !== undefined && idPattern.test(id) ? id : undefined;
}

/** The payment for which the objects are read. */
export type ReadFor = Readonly<{ currencyCode: string }>;

/** Whether the amounts of an object are in another currency: the customer may have paid in that of their country. */
const isInOther = ({ currency }: StripeObject, { currencyCode }: ReadFor): boolean =>
  textOf(currency) !== undefined && textOf(currency)?.toUpperCase() !== currencyCode;

/**
 * An amount of an object in the platform's minor units; undefined for any that no payment can have, and in another
 * currency, whose units mean another amount.
 */
function amountIn(object: StripeObject, name: string, payment: ReadFor): number | undefined {
  const value = object[name];
  const { currencyCode } = payment;
  if (isInOther(object, payment)) return undefined;
  if (!Number.isSafeInteger(value) || Number(value) < 0) return undefined;
  const minor = fromStripeAmount(Number(value), currencyCode);
  return minor <= paymentLimits.amountMinor ? minor : undefined;
}

interface Meaning {
  status: PaymentStatus;
  /** A later status has a higher rank. */
  rank: number;
}

const intentStatuses: ReadonlyMap<string, Meaning> = new Map([
  ['requires_payment_method', { status: 'pending', rank: 0 }],
  ['requires_confirmation', { status: 'pending', rank: 1 }],
  ['requires_action', { status: 'pending', rank: 2 }],
  ['processing', { status: 'pending', rank: 3 }],
  ['requires_capture', { status: 'authorized', rank: 4 }],
  ['succeeded', { status: 'captured', rank: 5 }],
  ['canceled', { status: 'cancelled', rank: 5 }],
]);

/** Converts a payment intent; undefined if it is not one. */
export function intentSnapshot(
  intent: StripeObject,
  payment: ReadFor,
  atSeconds: number,
): ProviderSnapshot | undefined {
  const gatewayStatus = nameIn(intent.status);
  if (textOf(intent.id) === undefined || gatewayStatus === undefined) return undefined;
  const { status, rank } = intentStatuses.get(gatewayStatus) ?? { status: 'unknown', rank: 0 };
  const failed =
    gatewayStatus === 'requires_payment_method' && asObject(intent.last_payment_error) !== undefined;
  return {
    atSeconds,
    status: failed ? 'failed' : status,
    gatewayStatus,
    gatewayRank: rank,
    receivedMinor: amountIn(intent, 'amount_received', payment),
    gatewayPaymentId: idOf(intent.latest_charge),
  };
}

/** Converts a Checkout session of this capture method; undefined if it is not one. */
export function checkoutSnapshot(
  session: StripeObject,
  payment: ReadFor & { captureMethod: 'automatic' | 'manual' },
  atSeconds: number,
): ProviderSnapshot | undefined {
  const [id, gatewayStatus] = [textOf(session.id), nameIn(session.status)];
  if (id === undefined || gatewayStatus === undefined) return undefined;
  const about = { atSeconds, gatewayStatus, gatewayReference: idOf(session.payment_intent) };
  if (gatewayStatus === 'expired') return { ...about, status: 'cancelled', gatewayRank: 5 };
  if (gatewayStatus !== 'complete') return { ...about, status: 'pending', gatewayRank: 0 };
  if (session.payment_status === 'paid') {
    const receivedMinor = amountIn(session, 'amount_total', payment);
    // Only the payment itself has the amount in its own currency.
    const isIncomplete = isInOther(session, payment);
    return { ...about, status: 'captured', gatewayRank: 3, receivedMinor, isIncomplete };
  }
  // An authorized card counts as unpaid; any other unpaid session waits for the bank.
  return { ...about, status: payment.captureMethod === 'manual' ? 'authorized' : 'pending', gatewayRank: 3 };
}

const refundStatuses: ReadonlyMap<string, RefundStatus> = new Map([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'cancelled'],
]);

/** Converts a refund; undefined if it is not one. */
export function reportedRefund(refund: StripeObject, payment: ReadFor): ReportedRefund | undefined {
  const id = idOf(refund);
  const amountMinor = amountIn(refund, 'amount', payment);
  if (id === undefined || amountMinor === undefined) return undefined;
  return {
    id,
    amountMinor,
    // Older API versions have no status, because refunds completed immediately.
    status: refundStatuses.get(textOf(refund.status) ?? 'succeeded') ?? 'pending',
    reason: nameIn(refund.reason),
    operation: nameIn(asObject(refund.metadata)?.operation, paymentLimits.operationName),
  };
}

/**
 * Converts the refunds in a list, the newest first; ignores other entries. After a partial capture, API versions before
 * 2025-03-31 also list the release of the rest as the oldest refund, although no money was moved; it is left out.
 * https://docs.stripe.com/changelog/basil/2025-03-31/remove-refund-from-partial-capture-and-payment-cancellation-flow
 */
export function reportedRefunds(list: unknown, payment: ReadFor, releasedMinor: number): ReportedRefund[] {
  const { data, has_more: hasMore } = asObject(list) ?? {};
  const refunds = (Array.isArray(data) ? data : []).flatMap((one) => {
    const refund = asObject(one);
    const reported = refund && reportedRefund(refund, payment);
    return reported ? [reported] : [];
  });
  const oldest = hasMore === true ? undefined : refunds.at(-1);
  const isRelease = oldest?.amountMinor === releasedMinor && oldest.operation === undefined;
  return isRelease ? refunds.filter((reported) => reported !== oldest) : refunds;
}

/** Converts a charge with refunds. */
export function refundedChargeSnapshot(
  charge: StripeObject,
  payment: ReadFor,
  atSeconds: number,
): ProviderSnapshot {
  const gatewayPaymentId = idOf(charge);
  // The release of an authorization is also reported as a refund, although no money was moved.
  if (charge.captured === false) return { atSeconds, gatewayPaymentId };
  const amountOf = (name: string) => amountIn(charge, name, payment);
  const [amount, captured, refunded] = ['amount', 'amount_captured', 'amount_refunded'].map(amountOf);
  const releasedMinor = amount !== undefined && captured !== undefined ? amount - captured : 0;
  const refunds = reportedRefunds(charge.refunds, payment, releasedMinor);
  // After a partial capture, the total may include the released amount.
  const isAmbiguous = releasedMinor > 0;
  return {
    atSeconds,
    status: 'captured',
    receivedMinor: captured ?? amount,
    gatewayPaymentId,
    refunds,
    ...(isAmbiguous ? { isIncomplete: refunds.length === 0 } : { refundedTotalMinor: refunded }),
  };
}

const closedDisputes = new Set(['won', 'lost', 'warning_closed', 'charge_refunded', 'prevented']);

/** Converts a dispute; undefined if it is not one. */
export function reportedDispute(
  dispute: StripeObject,
  payment: ReadFor,
  isClosing: boolean,
): ReportedDispute | undefined {
  const id = idOf(dispute);
  if (id === undefined) return undefined;
  const status = nameIn(dispute.status) ?? (isClosing ? 'closed' : 'needs_response');
  return {
    id,
    amountMinor: amountIn(dispute, 'amount', payment) ?? 0,
    status,
    reason: nameIn(dispute.reason),
    isClosed: isClosing || closedDisputes.has(status),
  };
}
