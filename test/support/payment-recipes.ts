/** What makes the writing endpoints of payments succeed, and which events that publishes. */

import { inject } from 'vitest';
import { aTenant } from './builders.ts';
import {
  aCaptured,
  aMerchant,
  anAuthorized,
  begin,
  onStripe,
  paymentsPath,
  sessionBody,
} from './payments.ts';
import type { Recipe } from './write-recipes.ts';

const moved = (status: string) => [`payment_gateways.payment.${status}`];

export const paymentRecipes: Readonly<Record<string, Recipe>> = {
  createPaymentSession: async () => {
    const merchant = await aMerchant();
    return {
      events: ['payment_gateways.session.created'],
      send: () => merchant.api.post(`${paymentsPath}/sessions`, { body: sessionBody() }),
    };
  },
  'createPaymentSession, by hand': async () => {
    const { api } = await aTenant();
    const headers = { 'idempotency-key': 'order-1' };
    return {
      events: ['payment_gateways.session.created'],
      send: () =>
        api.post(`${paymentsPath}/sessions`, { body: sessionBody({ providerKey: 'manual' }), headers }),
    };
  },
  capturePayment: async () => {
    const merchant = await aMerchant();
    const { transactionId } = await anAuthorized(merchant);
    return {
      events: moved('captured'),
      send: () => merchant.api.post(`${paymentsPath}/capture`, { body: { transactionId } }),
    };
  },
  refundPayment: async () => {
    const merchant = await aMerchant();
    const { transactionId } = await aCaptured(merchant);
    return {
      events: moved('partially_refunded'),
      send: () => merchant.api.post(`${paymentsPath}/refund`, { body: { transactionId, amount: 10 } }),
    };
  },
  cancelPayment: async () => {
    const merchant = await aMerchant();
    const { transactionId } = await begin(merchant);
    return {
      events: moved('cancelled'),
      send: () => merchant.api.post(`${paymentsPath}/cancel`, { body: { transactionId } }),
    };
  },
  refreshPayment: async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await onStripe({ intent: session.sessionId, drop: true });
    const { apiBase, secretKey } = inject('stripe');
    await fetch(`${apiBase}/v1/payment_intents/${session.sessionId}/cancel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}` },
    });
    const { transactionId } = session;
    return {
      events: moved('cancelled'),
      send: () => merchant.api.post(`${paymentsPath}/status`, { body: { transactionId } }),
    };
  },
};
