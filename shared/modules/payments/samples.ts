import { createHmac } from 'node:crypto';
import { toJson } from '../../kernel/base/json.ts';
import {
  continued,
  madeBy,
  type Need,
  type SampleRequest,
  sample,
  sampleAfter,
} from '../../kernel/samples/sample.ts';
import { updateIntegrationCredentials, updateIntegrationState } from '../integrations/public-data.ts';
import * as methodContract from './methods/method-contract.ts';
import { methodExample } from './methods/method-fields.ts';
import * as operationContract from './operations/operation-contract.ts';
import * as providerContract from './providers/provider-contract.ts';
import * as sessionContract from './sessions/session-contract.ts';
import * as stateContract from './state-contract.ts';
import * as transactionContract from './transaction-contract.ts';

interface StartedPayment {
  transactionId: string;
  sessionId: string;
}

/** An organization that takes payments through Stripe. */
const merchant: Need<object> = {
  shown: {},
  make: async (client) => {
    const params = { id: 'gateway_stripe' };
    const { secretKey, publishableKey, webhookSecret } = client.surroundings.stripe;
    const credentials = { secretKey, publishableKey, webhookSecret };
    await client.call(updateIntegrationCredentials, { params, body: { credentials } });
    await client.call(updateIntegrationState, { params, body: { isEnabled: true } });
    return {};
  },
};

const byCard = { providerKey: 'stripe', amount: 49.9, currencyCode: 'EUR', captureMethod: 'manual' };
const createSession = sampleAfter(merchant, sessionContract.createPaymentSession, {
  request: () => ({ body: byCard }),
  events: ['payment_gateways.session.created'],
});

/** A pending payment. */
const pending: Need<StartedPayment> = continued(
  madeBy(createSession, ({ transactionId, sessionId }) => ({
    transactionId: String(transactionId),
    sessionId: String(sessionId),
  })),
  ({ surroundings }, { sessionId }) => surroundings.stripe.silence(sessionId),
);
/** An authorized payment. */
export const authorizedPayment = continued(pending, async (client, { sessionId, transactionId }) => {
  await client.surroundings.stripe.confirm(sessionId);
  await client.call(stateContract.refreshPayment, { body: { transactionId } });
});
const captured = continued(authorizedPayment, (client, { transactionId }) =>
  client.call(operationContract.capturePayment, { body: { transactionId } }),
);
const cancelledAtStripe = continued(pending, ({ surroundings }, { sessionId }) =>
  surroundings.stripe.cancel(sessionId),
);

const asCustomer = (unique: (text: string) => string) => ({
  providerKey: 'stripe',
  customerReference: unique('customer-1001'),
});
const createSetup = sampleAfter(merchant, methodContract.createPaymentMethodSetup, {
  request: (_, unique) => ({
    body: {
      ...asCustomer(unique),
      successUrl: 'https://shop.example.com/saved',
      cancelUrl: 'https://shop.example.com/account',
    },
  }),
  events: ['payment_gateways.customer.created'],
});
const setup = madeBy(createSetup, ({ setupId, providerKey, customerReference }) => ({
  setupId: String(setupId),
  owner: { providerKey: String(providerKey), customerReference: String(customerReference) },
}));
/** A card that a customer has saved. */
const savedMethod: Need<{ id: string; owner: { providerKey: string; customerReference: string } }> = {
  shown: { id: methodExample, owner: setup.shown.owner },
  make: async (client) => {
    const { setupId, owner } = await setup.make(client);
    return { id: await client.surroundings.stripe.saveCard(setupId), owner };
  },
};

/** A webhook of Stripe about a payment, signed with the secret. */
export function signedWebhook(secret: string, sessionId: string): SampleRequest {
  const created = Math.floor(Date.now() / 1_000);
  const body = toJson({
    id: `evt_${sessionId}`,
    object: 'event',
    created,
    type: 'payment_intent.requires_action',
    data: { object: { id: sessionId, object: 'payment_intent', status: 'requires_action', amount: 4_990 } },
  });
  const v1 = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${created},v1=${v1}` };
  return { params: { provider: 'stripe' }, headers, body };
}
const webhook: Need<SampleRequest> = {
  shown: {
    params: { provider: 'stripe' },
    headers: { 'stripe-signature': 't=1772357400,v1=…' },
    body: '{…}',
  },
  make: async (client) => {
    const { sessionId } = await pending.make(client);
    return signedWebhook(client.surroundings.stripe.webhookSecret, sessionId);
  },
};

const status = (now: string) => [`payment_gateways.payment.${now}`];

export const paymentSamples = [
  sample(providerContract.listPaymentProviders),
  sample(providerContract.getPaymentProvider, { request: () => ({ params: { key: 'stripe' } }) }),
  sampleAfter(webhook, providerContract.receivePaymentEvent, {
    request: (request) => request,
    withoutEvents: 'The change of the webhook is published when its queue message is processed.',
  }),
  createSession,
  sample(sessionContract.createPaymentSession, {
    variant: 'by hand',
    request: (unique) => ({
      headers: { 'idempotency-key': unique('order-') },
      body: { ...byCard, providerKey: 'manual' },
    }),
    events: ['payment_gateways.session.created'],
  }),
  sampleAfter(merchant, sessionContract.createPaymentSession, {
    variant: 'on a page of the provider',
    request: () => ({
      body: {
        ...byCard,
        mode: 'redirect',
        description: 'Order SO-1001',
        successUrl: 'https://shop.example.com/thanks',
        cancelUrl: 'https://shop.example.com/cart',
      },
    }),
    events: ['payment_gateways.session.created'],
  }),
  sampleAfter(merchant, sessionContract.createPaymentSession, {
    variant: 'and saves the payment method',
    request: (_, unique) => ({
      body: { ...byCard, ...asCustomer(unique), savePaymentMethod: true },
    }),
    events: ['payment_gateways.customer.created', 'payment_gateways.session.created'],
  }),
  sampleAfter(savedMethod, sessionContract.createPaymentSession, {
    variant: 'with a saved payment method',
    request: ({ id, owner }) => ({
      body: { ...byCard, ...owner, captureMethod: 'automatic', paymentMethodId: id },
    }),
    events: ['payment_gateways.session.created', 'payment_gateways.payment.captured'],
  }),
  createSetup,
  sampleAfter(savedMethod, methodContract.listPaymentMethods, { request: ({ owner }) => ({ query: owner }) }),
  sampleAfter(savedMethod, methodContract.getPaymentMethod, {
    request: ({ id, owner }) => ({ params: { id }, query: owner }),
  }),
  sampleAfter(savedMethod, methodContract.updatePaymentMethod, {
    request: ({ id, owner }) => ({ params: { id }, body: { ...owner, isDefault: true } }),
    events: ['payment_gateways.payment_method.updated'],
  }),
  sampleAfter(savedMethod, methodContract.deletePaymentMethod, {
    request: ({ id, owner }) => ({ params: { id }, query: owner }),
    events: ['payment_gateways.payment_method.deleted'],
  }),
  sampleAfter(captured, stateContract.getPaymentStatus, {
    request: ({ transactionId }) => ({ query: { transactionId } }),
  }),
  sampleAfter(cancelledAtStripe, stateContract.refreshPayment, {
    request: ({ transactionId }) => ({ body: { transactionId } }),
    events: status('cancelled'),
  }),
  sampleAfter(authorizedPayment, operationContract.capturePayment, {
    request: ({ transactionId }) => ({ body: { transactionId } }),
    events: status('captured'),
  }),
  sampleAfter(captured, operationContract.refundPayment, {
    request: ({ transactionId }, unique) => ({
      body: { transactionId, amount: 10, operationId: unique('order-1001-refund-1') },
    }),
    events: status('partially_refunded'),
  }),
  sampleAfter(authorizedPayment, operationContract.cancelPayment, {
    request: ({ transactionId }) => ({ body: { transactionId } }),
    events: status('cancelled'),
  }),
  sample(transactionContract.listPayments),
  sampleAfter(captured, transactionContract.getPayment, {
    request: ({ transactionId }) => ({ params: { id: transactionId } }),
  }),
];
