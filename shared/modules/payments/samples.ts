import { createHmac } from 'node:crypto';
import {
  continued,
  madeBy,
  type Need,
  type SampleRequest,
  sample,
  sampleAfter,
} from '../../kernel/samples/sample.ts';
import { updateIntegrationCredentials, updateIntegrationState } from '../integrations/public-contract.ts';
import * as contract from './contract.ts';
import { methodExample } from './methods/method-fields.ts';

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
const createSession = sampleAfter(merchant, contract.createPaymentSession, {
  request: () => ({ body: byCard }),
  events: ['payment_gateways.session.created'],
});

/** A payment that waits for its customer. */
const pending: Need<StartedPayment> = continued(
  madeBy(createSession, ({ transactionId, sessionId }) => ({
    transactionId: String(transactionId),
    sessionId: String(sessionId),
  })),
  ({ surroundings }, { sessionId }) => surroundings.stripe.silence(sessionId),
);
/** A payment whose money is held. */
export const authorizedPayment = continued(pending, async (client, { sessionId, transactionId }) => {
  await client.surroundings.stripe.confirm(sessionId);
  await client.call(contract.refreshPayment, { body: { transactionId } });
});
const captured = continued(authorizedPayment, (client, { transactionId }) =>
  client.call(contract.capturePayment, { body: { transactionId } }),
);
const cancelledAtStripe = continued(pending, ({ surroundings }, { sessionId }) =>
  surroundings.stripe.cancel(sessionId),
);

const asCustomer = (unique: (text: string) => string) => ({
  providerKey: 'stripe',
  customerReference: unique('customer-1001'),
});
const createSetup = sampleAfter(merchant, contract.createPaymentMethodSetup, {
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
  const body = JSON.stringify({
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
  sample(contract.listPaymentProviders),
  sample(contract.getPaymentProvider, { request: () => ({ params: { key: 'stripe' } }) }),
  sampleAfter(webhook, contract.receivePaymentEvent, {
    request: (request) => request,
    withoutEvents: 'What the webhook changes is published when it is processed from its queue.',
  }),
  createSession,
  sample(contract.createPaymentSession, {
    variant: 'by hand',
    request: (unique) => ({
      headers: { 'idempotency-key': unique('order-') },
      body: { ...byCard, providerKey: 'manual' },
    }),
    events: ['payment_gateways.session.created'],
  }),
  sampleAfter(merchant, contract.createPaymentSession, {
    variant: 'on a page of the provider’s',
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
  sampleAfter(merchant, contract.createPaymentSession, {
    variant: 'and saves the payment method',
    request: (_, unique) => ({
      body: { ...byCard, ...asCustomer(unique), savePaymentMethod: true },
    }),
    events: ['payment_gateways.customer.created', 'payment_gateways.session.created'],
  }),
  sampleAfter(savedMethod, contract.createPaymentSession, {
    variant: 'with a saved payment method',
    request: ({ id, owner }) => ({
      body: { ...byCard, ...owner, captureMethod: 'automatic', paymentMethodId: id },
    }),
    events: ['payment_gateways.session.created', 'payment_gateways.payment.captured'],
  }),
  createSetup,
  sampleAfter(savedMethod, contract.listPaymentMethods, { request: ({ owner }) => ({ query: owner }) }),
  sampleAfter(savedMethod, contract.getPaymentMethod, {
    request: ({ id, owner }) => ({ params: { id }, query: owner }),
  }),
  sampleAfter(savedMethod, contract.updatePaymentMethod, {
    request: ({ id, owner }) => ({ params: { id }, body: { ...owner, isDefault: true } }),
    events: ['payment_gateways.payment_method.updated'],
  }),
  sampleAfter(savedMethod, contract.deletePaymentMethod, {
    request: ({ id, owner }) => ({ params: { id }, query: owner }),
    events: ['payment_gateways.payment_method.deleted'],
  }),
  sampleAfter(captured, contract.getPaymentStatus, {
    request: ({ transactionId }) => ({ query: { transactionId } }),
  }),
  sampleAfter(cancelledAtStripe, contract.refreshPayment, {
    request: ({ transactionId }) => ({ body: { transactionId } }),
    events: status('cancelled'),
  }),
  sampleAfter(authorizedPayment, contract.capturePayment, {
    request: ({ transactionId }) => ({ body: { transactionId } }),
    events: status('captured'),
  }),
  sampleAfter(captured, contract.refundPayment, {
    request: ({ transactionId }, unique) => ({
      body: { transactionId, amount: 10, operationId: unique('order-1001-refund-1') },
    }),
    events: status('partially_refunded'),
  }),
  sampleAfter(authorizedPayment, contract.cancelPayment, {
    request: ({ transactionId }) => ({ body: { transactionId } }),
    events: status('cancelled'),
  }),
  sample(contract.listPayments),
  sampleAfter(captured, contract.getPayment, {
    request: ({ transactionId }) => ({ params: { id: transactionId } }),
  }),
];
