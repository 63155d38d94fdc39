/**
 * Bank transfer and cash: a capture records that the money was received, also in parts, and a refund that it
 * was returned. No provider is called.
 */
import { admissions, type PaymentAction } from '../operations/status.ts';
import { refundableMinorOf } from '../payment.ts';
import { type PaymentProvider, type PaymentRef, ProviderError, type WriteContext } from './provider.ts';

const secondsOf = ({ nowMs }: Pick<WriteContext, 'nowMs'>): number => Math.floor(nowMs / 1_000);

/** The amount that an action may move; a cancellation moves none. */
function availableMinor(payment: PaymentRef, action: PaymentAction): number {
  if (action === 'refund') return refundableMinorOf(payment);
  return action === 'capture' ? payment.amountMinor - payment.capturedMinor : 0;
}

/**
 * Refuses, as an external provider does, what the payment does not allow. An interrupted operation is repeated without
 * such a check, and another operation may have changed the payment in the meantime. Throws ProviderError.
 */
function assertPossible(payment: PaymentRef, action: PaymentAction, amountMinor = 0): void {
  const isAdmitted = !['refuse', 'repeat'].includes(admissions[payment.status][action]);
  if (isAdmitted && amountMinor <= availableMinor(payment, action)) return;
  const message = `The ${action} is not possible: the payment is ${payment.status}, or too little of it is left.`;
  throw new ProviderError('refused', message, { isAboutState: true });
}

export const manual: PaymentProvider = {
  key: 'manual',
  title: 'Bank transfer or cash',
  description: 'Payments that you receive outside the platform and record here.',
  authorizes: 'caller',
  capturesRepeatedly: true,

  async createSession({ transactionId }, context) {
    return {
      sessionId: `manual_${transactionId}`,
      snapshot: { atSeconds: secondsOf(context), status: 'pending', gatewayStatus: 'awaiting_payment' },
      // The customer writes it on the transfer, so that the payment can be found.
      providerData: { paymentReference: transactionId.slice(0, 8).toUpperCase() },
    };
  },

  async capture(payment, { amountMinor }, context) {
    assertPossible(payment, 'capture', amountMinor);
    const receivedMinor = payment.capturedMinor + amountMinor;
    const isWhole = receivedMinor === payment.amountMinor;
    return {
      atSeconds: secondsOf(context),
      status: isWhole ? 'captured' : 'partially_captured',
      gatewayStatus: isWhole ? 'paid' : 'partly_paid',
      gatewayRank: isWhole ? 2 : 1,
      receivedMinor,
    };
  },

  async refund(payment, { amountMinor, reason, operation }, context) {
    assertPossible(payment, 'refund', amountMinor);
    // The same operation has the same refund id in every attempt.
    const id = `manual_re_${context.idempotencyKey.slice(-24)}`;
    const refund = { id, amountMinor, status: 'succeeded', reason, operation } as const;
    return { atSeconds: secondsOf(context), refunds: [refund] };
  },

  async cancel(payment, _, context) {
    assertPossible(payment, 'cancel');
    return {
      atSeconds: secondsOf(context),
      status: 'cancelled',
      gatewayStatus: 'cancelled',
      gatewayRank: 3,
    };
  },
};
