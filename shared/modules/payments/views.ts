/** Payments as the API returns them. Pure. */
import { parseJson } from '../../kernel/base/json.ts';
import { toIso, toIsoOrNull } from '../../kernel/base/times.ts';
import { toAmount, toDecimal } from './money.ts';
import { refundedMinorOf, type StoredPayment } from './payment.ts';
import type { PaymentDetails } from './payment-store.ts';
import type { PaymentState } from './state-contract.ts';
import type { Payment, PaymentDetail } from './transaction-contract.ts';

/** The response to a read of a payment's status. */
export function toState(payment: StoredPayment): PaymentState {
  const { id, amountMinor, capturedMinor, currencyCode } = payment;
  return {
    transactionId: id,
    paymentId: payment.paymentId,
    providerKey: payment.providerKey,
    sessionId: payment.sessionId,
    status: payment.status,
    gatewayStatus: payment.gatewayStatus,
    amount: toAmount(amountMinor, currencyCode),
    amountReceived: toAmount(capturedMinor, currencyCode),
    amountRefunded: toAmount(refundedMinorOf(payment), currencyCode),
    currencyCode,
    captureMethod: payment.captureMethod,
    redirectUrl: payment.redirectUrl,
    createdAt: toIso(payment.createdAtMs),
    updatedAt: toIso(payment.updatedAtMs),
  };
}

/** A row of the list. */
export function toRow(payment: StoredPayment): Payment {
  const { id, amountMinor, capturedMinor, currencyCode } = payment;
  return {
    id,
    paymentId: payment.paymentId,
    providerKey: payment.providerKey,
    providerSessionId: payment.sessionId,
    gatewayPaymentId: payment.gatewayPaymentId,
    gatewayRefundId: payment.gatewayRefundId,
    unifiedStatus: payment.status,
    gatewayStatus: payment.gatewayStatus,
    amount: toDecimal(amountMinor, currencyCode),
    amountReceived: toDecimal(capturedMinor, currencyCode),
    amountRefunded: toDecimal(refundedMinorOf(payment), currencyCode),
    currencyCode,
    captureMethod: payment.captureMethod,
    orderId: payment.orderId,
    description: payment.description,
    isDisputed: Object.values(payment.disputes).some(({ isClosed }) => !isClosed),
    redirectUrl: payment.redirectUrl,
    lastWebhookAt: toIsoOrNull(payment.lastWebhookAtMs),
    lastPolledAt: toIsoOrNull(payment.lastPolledAtMs),
    createdAt: toIso(payment.createdAtMs),
    updatedAt: toIso(payment.updatedAtMs),
    organizationId: payment.organizationId,
  };
}

/** A payment with its refunds, its disputes and its history. */
export function toDetail({ payment, refunds, disputes, history }: PaymentDetails): PaymentDetail {
  const text = (minor: number) => toDecimal(minor, payment.currencyCode);
  return {
    ...toRow(payment),
    metadata: payment.metadata === null ? null : parseJson(payment.metadata),
    gatewayMetadata: payment.providerData === null ? null : parseJson(payment.providerData),
    refunds: refunds.map(({ id, amountMinor, status, reason, atMs }) => ({
      id,
      amount: text(amountMinor),
      status,
      reason,
      createdAt: toIso(atMs),
    })),
    disputes: disputes.map(({ id, amountMinor, status, reason, isClosed, atMs }) => ({
      id,
      amount: text(amountMinor),
      status,
      reason,
      isClosed,
      createdAt: toIso(atMs),
    })),
    webhookLog: history.map(({ actor = null, amountMinor = null, ...entry }) => ({
      source: entry.source,
      eventType: entry.eventType,
      actor,
      amount: amountMinor === null ? null : text(amountMinor),
      receivedAt: toIso(entry.receivedAtMs),
      idempotencyKey: entry.idempotencyKey,
      unifiedStatus: entry.unifiedStatus,
      processed: entry.processed,
    })),
    expiresAt: toIsoOrNull(payment.expiresAtMs),
  };
}
