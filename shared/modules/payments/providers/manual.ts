/**
 * Bank transfer and cash: a capture records that the money was received, also in parts, and a refund that it
 * was returned. No provider is called.
 */
import type { PaymentProvider, WriteContext } from './provider.ts';

const secondsOf = ({ nowMs }: Pick<WriteContext, 'nowMs'>): number => Math.floor(nowMs / 1_000);

export const manual: PaymentProvider = {
  key: 'manual',
  title: 'Bank transfer or cash',
  description: 'Payments that you receive outside the platform and record here.',
  authorizes: 'caller',
  capturesRepeatedly: true,

  async createSession({ transactionId }, context) {
    return {
      sessionId: `manual_${transactionId}`,
      facts: { atSeconds: secondsOf(context), status: 'pending', gatewayStatus: 'awaiting_payment' },
      // The customer writes it on the transfer, so that the payment can be found.
      providerData: { paymentReference: transactionId.slice(0, 8).toUpperCase() },
    };
  },

  async capture({ amountMinor: agreed, capturedMinor }, { amountMinor }, context) {
    const receivedMinor = capturedMinor + amountMinor;
    const isWhole = receivedMinor >= agreed;
    return {
      atSeconds: secondsOf(context),
      status: isWhole ? 'captured' : 'partially_captured',
      gatewayStatus: isWhole ? 'paid' : 'partly_paid',
      gatewayRank: isWhole ? 2 : 1,
      receivedMinor,
    };
  },

  async refund(_, { amountMinor, reason, operation }, context) {
    // The same operation has the same refund id in every attempt.
    const id = `manual_re_${context.idempotencyKey.slice(-24)}`;
    const refund = { id, amountMinor, status: 'succeeded', reason, operation } as const;
    return { atSeconds: secondsOf(context), refunds: [refund] };
  },

  async cancel(_, __, context) {
    return {
      atSeconds: secondsOf(context),
      status: 'cancelled',
      gatewayStatus: 'cancelled',
      gatewayRank: 3,
    };
  },
};
