/** The events and audit entries of a payment's changes. */
import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { toAmount } from '../money.ts';
import { differs, refundedMinorOf, type StoredPayment } from '../payment.ts';

const publishedStatuses: readonly string[] = [
  'authorized',
  'captured',
  'partially_captured',
  'failed',
  'refunded',
  'partially_refunded',
  'cancelled',
  'expired',
];

/** The data of every payment event. */
function dataOf(payment: StoredPayment): Record<string, unknown> {
  const { id, paymentId, providerKey, status, amountMinor, capturedMinor, currencyCode, orderId } = payment;
  return {
    transactionId: id,
    paymentId,
    providerKey,
    status,
    amount: toAmount(amountMinor, currencyCode),
    amountReceived: toAmount(capturedMinor, currencyCode),
    amountRefunded: toAmount(refundedMinorOf(payment), currencyCode),
    currencyCode,
    orderId,
  };
}

const shown = (payment: StoredPayment): Record<string, unknown> => {
  const { status, gatewayStatus, capturedMinor, refunds, disputes } = payment;
  return { status, gatewayStatus, capturedMinor, refundedMinor: refundedMinorOf(payment), refunds, disputes };
};

function changeOf(
  before: StoredPayment | undefined,
  after: StoredPayment,
  action: string,
  more: Record<string, unknown> = {},
): Change {
  const { tenantId, organizationId, id, revision } = after;
  return {
    tenantId,
    organizationId,
    resource: 'payment_gateways.payment',
    resourceId: id,
    action,
    version: revision,
    data: { ...dataOf(after), previousStatus: before?.status ?? null, ...more },
    changes: differences(before ? shown(before) : {}, shown(after)),
  };
}

/** New disputes, and disputes that have ended. */
function disputeChanges(before: StoredPayment, after: StoredPayment): Change[] {
  return Object.entries(after.disputes).flatMap(([id, dispute]) => {
    const previous = before.disputes[id];
    const { amountMinor, status, reason, isClosed } = dispute;
    const data = {
      disputeId: id,
      disputeStatus: status,
      disputeReason: reason,
      disputeAmount: toAmount(amountMinor, after.currencyCode),
    };
    const opened = previous === undefined ? [changeOf(before, after, 'disputed', data)] : [];
    const closed = isClosed && !previous?.isClosed ? [changeOf(before, after, 'dispute_closed', data)] : [];
    return [...opened, ...closed];
  });
}

/** The event of a new payment is that of its session. */
const creation = { resource: 'payment_gateways.session', does: 'created' };

/** The writes that publish a new payment, and its outcome if a saved payment method was charged immediately. */
export function creationRecords(payment: StoredPayment, context: ChangeContext): Write[] {
  const change = changeOf(undefined, payment, creation.does);
  return [
    ...recordChange({ ...change, resource: creation.resource }, context),
    ...(publishedStatuses.includes(payment.status)
      ? recordChange(changeOf(undefined, payment, payment.status), context)
      : []),
  ];
}

/** The writes that publish a change. */
export function changeRecords(before: StoredPayment, after: StoredPayment, context: ChangeContext): Write[] {
  return changesBetween(before, after).flatMap((change) => recordChange(change, context));
}

/** Every published change; changes of bookkeeping are not published. */
export function changesBetween(before: StoredPayment, after: StoredPayment): Change[] {
  if (!differs(before, after)) return [];
  const [was, is] = [refundedMinorOf(before), refundedMinorOf(after)];
  const isRefund = after.status === 'partially_refunded' || after.status === 'refunded';
  const moved = before.status !== after.status || (isRefund && was !== is);
  const changes = [
    ...(moved && publishedStatuses.includes(after.status) ? [changeOf(before, after, after.status)] : []),
    ...disputeChanges(before, after),
  ];
  return changes.length > 0 ? changes : [changeOf(before, after, 'updated')];
}
