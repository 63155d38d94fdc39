/** Stripe with payment intents, one account per organization. https://docs.stripe.com/api/payment_intents */
import { toJson } from '../../../kernel/base/json.ts';
import { textOf as credential } from '../../integrations/public-data.ts';
import type { ProviderSnapshot } from '../operations/provider-snapshot.ts';
import {
  type CallContext,
  type PaymentProvider,
  type PaymentRef,
  ProviderError,
  type Session,
  type SessionRequest,
  type WriteContext,
} from './provider.ts';
import { stripeAmountProblem, toStripeAmount } from './stripe-amounts.ts';
import { call, secondsOf } from './stripe-call.ts';
import { checkoutParams, descriptionParams, isCheckoutId } from './stripe-checkout.ts';
import { loadStripe } from './stripe-client.ts';
import { stripeEvents } from './stripe-events.ts';
import { failedCharge } from './stripe-failure.ts';
import { stripeMethods } from './stripe-methods.ts';
import {
  checkoutSnapshot,
  intentSnapshot,
  type ReadFor,
  reportedRefund,
  reportedRefunds,
  type StripeObject,
  textOf,
} from './stripe-objects.ts';

/** Throws ProviderError unless it is the payment intent of this payment. */
function readIntent(
  intent: StripeObject,
  payment: ReadFor & { sessionId?: string; gatewayReference?: string | undefined },
  context: CallContext,
): ProviderSnapshot {
  const snapshot = intentSnapshot(intent, payment, secondsOf(context));
  const expected = payment.gatewayReference ?? payment.sessionId;
  const isOther = expected !== undefined && intent.id !== expected;
  if (snapshot === undefined || isOther)
    throw new ProviderError('unsure', 'Stripe returned no payment intent.');
  return snapshot;
}

const writeKey = ({ idempotencyKey }: WriteContext) => idempotencyKey;

// https://docs.stripe.com/metadata
const metadataLimits = { keys: 50, key: 40, value: 500 };

/**
 * Adds the caller's metadata within Stripe's limits, which also refuse a key without characters; the platform's keys
 * are never replaced.
 */
export function metadataOf(request: SessionRequest): Record<string, string> {
  const { paymentId, transactionId, tenantId, organizationId, orderId } = request;
  const own = { paymentId, transactionId, tenantId, organizationId, ...(orderId !== null && { orderId }) };
  const texts = Object.entries(request.metadata).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : toJson(value),
  ]);
  const fitting = texts.filter(
    ([key, value]) =>
      key !== '' &&
      key.length <= metadataLimits.key &&
      !/[[\]]/.test(key) &&
      value.length <= metadataLimits.value &&
      !Object.hasOwn(own, key),
  );
  const room = metadataLimits.keys - Object.keys(own).length;
  return { ...Object.fromEntries(fitting.slice(0, room)), ...own };
}

/** The payment intent of a payment; the session itself if its Checkout session is not paid yet. */
const referenceOf = ({ gatewayReference, sessionId }: PaymentRef): string => gatewayReference ?? sessionId;

/** Throws ProviderError unless it is the Checkout session of this payment. */
function readCheckout(
  session: StripeObject,
  payment: Parameters<typeof checkoutSnapshot>[1] & { sessionId?: string },
  context: CallContext,
): ProviderSnapshot {
  const snapshot = checkoutSnapshot(session, payment, secondsOf(context));
  const isOther = payment.sessionId !== undefined && session.id !== payment.sessionId;
  if (snapshot === undefined || isOther)
    throw new ProviderError('unsure', 'Stripe returned no Checkout session.');
  return snapshot;
}

/** Reads the payment intent of this payment, which its page may just have named. */
function readReferred(intent: StripeObject, payment: PaymentRef, reference: string, context: CallContext) {
  const gatewayReference = reference === payment.sessionId ? undefined : reference;
  return { ...readIntent(intent, { ...payment, gatewayReference }, context), gatewayReference };
}

async function retrievePage(payment: PaymentRef, context: CallContext): Promise<ProviderSnapshot> {
  const session = await call(context, payment, (client, options) =>
    client.retrieveCheckout(payment.sessionId, options),
  );
  return readCheckout(session, payment, context);
}

/**
 * Closes the page of a payment. Returns its state also if the customer has completed it, which Stripe's message may not
 * have told yet. Throws ProviderError, also if the payment was captured.
 */
async function closePage(payment: PaymentRef, context: WriteContext): Promise<ProviderSnapshot> {
  try {
    const session = await call(
      context,
      payment,
      (client, options) => client.expireCheckout(payment.sessionId, options),
      // The key of the operation is that of its other call, the cancellation of the intent.
      `${writeKey(context)}_page`,
    );
    return readCheckout(session, payment, context);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    const page = await retrievePage(payment, context);
    if (page.gatewayStatus === 'open') throw error;
    if (page.status !== 'captured') return page;
    throw new ProviderError('refused', error.message, { snapshot: page, isAboutState: true, cause: error });
  }
}

async function createCheckout(request: SessionRequest, context: WriteContext): Promise<Session> {
  const params = checkoutParams(request, metadataOf(request));
  const session = await call(
    context,
    request,
    (client, options) => client.createCheckout(params, options),
    writeKey(context),
  );
  const redirectUrl = textOf(session.url);
  if (redirectUrl === undefined)
    throw new ProviderError('unsure', 'Stripe returned a session without a page.');
  const expiresAt = Number(session.expires_at);
  return {
    sessionId: String(session.id),
    snapshot: readCheckout(session, request, context),
    redirectUrl,
    ...(Number.isSafeInteger(expiresAt) && { expiresAtMs: expiresAt * 1_000 }),
  };
}

/** The customer with the payment method that is charged, or that will be saved. */
function customerParams({ customer }: SessionRequest) {
  if (customer === undefined) return {};
  const { id, savesMethod, methodId } = customer;
  return {
    customer: id,
    ...(savesMethod && { setup_future_usage: 'off_session' }),
    ...(methodId !== undefined && { payment_method: methodId, confirm: true, off_session: true }),
  };
}

/** Converts a payment intent to a session; a decided payment needs no browser data. */
function sessionOf(intent: StripeObject, { currencyCode }: SessionRequest, context: WriteContext): Session {
  const snapshot = readIntent(intent, { currencyCode }, context);
  const sessionId = String(intent.id);
  const isOpen = snapshot.status === 'pending' || snapshot.status === 'failed';
  const clientSecret = isOpen ? textOf(intent.client_secret) : undefined;
  const publishableKey = context.connection && credential(context.connection.credentials, 'publishableKey');
  const forBrowser = clientSecret && publishableKey && { clientSecret, publishableKey };
  return {
    sessionId,
    snapshot,
    clientSecret,
    providerData: { paymentIntentId: sessionId, ...(publishableKey && { publishableKey }) },
    ...(forBrowser && {
      clientSession: { type: 'embedded', rendererKey: 'stripe.payment_element', payload: forBrowser },
    }),
  };
}

function refundReason(reason: string | undefined): string {
  if (reason === 'duplicate') return 'duplicate';
  return reason === 'fraud' || reason === 'fraudulent' ? 'fraudulent' : 'requested_by_customer';
}

export const stripe: PaymentProvider = {
  key: 'stripe',
  title: 'Stripe',
  description: 'Cards with payment intents; the customer pays on your page or on Stripe’s.',
  integrationId: 'gateway_stripe',
  authorizes: 'provider',
  capturesRepeatedly: false,
  hostsPages: true,
  events: stripeEvents,
  methods: stripeMethods,
  amountProblem: stripeAmountProblem,

  prepare() {
    // The caller of the import receives the error.
    loadStripe().catch(() => undefined);
  },

  async createSession(request, context) {
    if (request.isHosted) return createCheckout(request, context);
    const { amountMinor, currencyCode, captureMethod } = request;
    const params = {
      amount: toStripeAmount(amountMinor, currencyCode),
      currency: currencyCode.toLowerCase(),
      capture_method: captureMethod,
      payment_method_types: ['card'],
      metadata: metadataOf(request),
      ...descriptionParams(request),
      ...customerParams(request),
    };
    try {
      const intent = await call(
        context,
        { currencyCode },
        (client, options) => client.createIntent(params, options),
        writeKey(context),
      );
      return sessionOf(intent, request, context);
    } catch (error) {
      const charge = failedCharge(error);
      if (charge === undefined) throw error;
      return { ...sessionOf(charge.intent, request, context), failure: charge.failure };
    }
  },

  async capture(payment, { amountMinor }, context) {
    const isWhole = amountMinor === payment.amountMinor;
    const params = isWhole ? {} : { amount_to_capture: toStripeAmount(amountMinor, payment.currencyCode) };
    const intent = await call(
      context,
      payment,
      (client, options) => client.captureIntent(referenceOf(payment), params, options),
      writeKey(context),
    );
    return readIntent(intent, payment, context);
  },

  async refund(payment, { amountMinor, reason, operation }, context) {
    const params = {
      payment_intent: referenceOf(payment),
      amount: toStripeAmount(amountMinor, payment.currencyCode),
      reason: refundReason(reason),
      metadata: { operation, transactionId: payment.id, ...(reason !== undefined && { reason }) },
    };
    const response = await call(
      context,
      payment,
      (client, options) => client.createRefund(params, options),
      writeKey(context),
    );
    const refund = reportedRefund(response, payment);
    if (refund === undefined) throw new ProviderError('unsure', 'Stripe returned no refund.');
    const reported = { ...refund, operation, ...(reason !== undefined && { reason }) };
    return { atSeconds: secondsOf(context), gatewayPaymentId: textOf(response.charge), refunds: [reported] };
  },

  async cancel(payment, _, context) {
    let reference = referenceOf(payment);
    // The intent of an open page cannot be cancelled directly.
    if (isCheckoutId(payment.sessionId) && payment.status !== 'authorized') {
      const page = await closePage(payment, context);
      if (page.status === 'cancelled' || page.gatewayReference === undefined) return page;
      reference = page.gatewayReference;
    }
    const params = { cancellation_reason: 'requested_by_customer' };
    const intent = await call(
      context,
      payment,
      (client, options) => client.cancelIntent(reference, params, options),
      writeKey(context),
    );
    return readReferred(intent, payment, reference, context);
  },

  async retrieve(payment, { withRefunds }, context) {
    let reference = referenceOf(payment);
    if (isCheckoutId(reference)) {
      const onPage = await retrievePage(payment, context);
      if (onPage.gatewayReference === undefined) return onPage;
      reference = onPage.gatewayReference;
    }
    const intent = await call(context, payment, (client, options) =>
      client.retrieveIntent(reference, options),
    );
    const snapshot = readReferred(intent, payment, reference, context);
    if (!withRefunds || snapshot.status !== 'captured') return snapshot;
    const list = await call(context, payment, (client, options) =>
      client.listRefunds({ payment_intent: reference, limit: 100 }, options),
    );
    const releasedMinor = payment.amountMinor - (snapshot.receivedMinor ?? payment.amountMinor);
    return { ...snapshot, refunds: reportedRefunds(list, payment, releasedMinor).toReversed() };
  },
};
