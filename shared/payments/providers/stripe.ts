/** Stripe by payment intents, one account per organization. https://docs.stripe.com/api/payment_intents */
import { stripeVersionHeader } from '../../integrations/checks/stripe.ts';
import { textOf as credential } from '../../integrations/credentials.ts';
import { setting } from '../../settings.ts';
import type { PaymentFacts } from '../facts.ts';
import {
  type CallContext,
  type PaymentProvider,
  type PaymentRef,
  ProviderError,
  type Session,
  type SessionRequest,
  type WriteContext,
} from '../provider.ts';
import { stripeAmountProblem, toStripeAmount } from './stripe-amounts.ts';
import { checkoutParams, isCheckoutId } from './stripe-checkout.ts';
import type { CallOptions, StripeClient } from './stripe-client.ts';
import { stripeEvents } from './stripe-events.ts';
import { toProviderError } from './stripe-failure.ts';
import {
  asObject,
  checkoutFacts,
  intentFacts,
  type ReadFor,
  refundFact,
  refundFacts,
  type StripeObject,
  textOf,
} from './stripe-objects.ts';

const loadClient = () => import('./stripe-client.ts');

/** Clients keep connections: one per key and version, the latest few. */
const clients = new Map<string, StripeClient>();
const mostClients = 20;

async function clientOf({ connection }: CallContext): Promise<StripeClient> {
  const secretKey = connection && credential(connection.credentials, 'secretKey');
  if (connection === undefined || secretKey === undefined)
    throw new ProviderError('credentials', 'There is no secret key.');
  const apiVersion = stripeVersionHeader(connection.apiVersion)['stripe-version'] ?? null;
  const base = setting('STRIPE_API_BASE');
  const name = JSON.stringify([secretKey, apiVersion, base]);
  const { createStripeClient } = await loadClient();
  const client = clients.get(name) ?? createStripeClient({ secretKey, apiVersion, base });
  clients.delete(name);
  clients.set(name, client);
  for (const oldest of clients.keys()) {
    if (clients.size <= mostClients) break;
    clients.delete(oldest);
  }
  return client;
}

const secondsOf = ({ nowMs }: CallContext): number => Math.floor(nowMs / 1_000);

/** The package's timeout is for a silent connection; an answer that trickles in must not take longer either. */
async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderError('unsure', 'Stripe took too long.')), timeoutMs);
  });
  work.catch(() => undefined);
  return Promise.race([work, timeUp]).finally(() => clearTimeout(timer));
}

/** Calls Stripe. Throws ProviderError only. */
async function call(
  context: CallContext,
  payment: ReadFor | undefined,
  send: (client: StripeClient, options: CallOptions) => Promise<unknown>,
  idempotencyKey?: string,
): Promise<StripeObject> {
  const { timeoutMs } = context;
  try {
    const client = await clientOf(context);
    const options = { timeoutMs, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const answer = asObject(await withinTime(send(client, options), 2 * timeoutMs + 1_000));
    if (answer === undefined) throw new ProviderError('unsure', 'Stripe answered no object.');
    return answer;
  } catch (error) {
    throw toProviderError(error, payment, secondsOf(context));
  }
}

/** Throws ProviderError for what is no payment intent, or that of another payment. */
function readIntent(
  intent: StripeObject,
  payment: ReadFor & { sessionId?: string; gatewayReference?: string | undefined },
  context: CallContext,
): PaymentFacts {
  const facts = intentFacts(intent, payment, secondsOf(context));
  const expected = payment.gatewayReference ?? payment.sessionId;
  const isOther = expected !== undefined && intent.id !== expected;
  if (facts === undefined || isOther) throw new ProviderError('unsure', 'Stripe answered no payment intent.');
  return facts;
}

const writeKey = ({ idempotencyKey }: WriteContext) => idempotencyKey;

// https://docs.stripe.com/metadata
const metadataLimits = { keys: 50, key: 40, value: 500 };

/** What callers say travels along as far as Stripe takes it; what we say ourselves is never replaced. */
function metadataOf(request: SessionRequest): Record<string, string> {
  const { paymentId, transactionId, tenantId, organizationId, orderId } = request;
  const own = { paymentId, transactionId, tenantId, organizationId, ...(orderId !== null && { orderId }) };
  const texts = Object.entries(request.metadata).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const fitting = texts.filter(
    ([key, value]) =>
      key.length <= metadataLimits.key &&
      !/[[\]]/.test(key) &&
      value.length <= metadataLimits.value &&
      !(key in own),
  );
  const room = metadataLimits.keys - Object.keys(own).length;
  return { ...Object.fromEntries(fitting.slice(0, room)), ...own };
}

/** The payment intent of a payment; of a Checkout session that is not paid yet, the session itself. */
const referenceOf = ({ gatewayReference, sessionId }: PaymentRef): string => gatewayReference ?? sessionId;

/** Throws ProviderError for what is no Checkout session, or that of another payment. */
function readCheckout(
  session: StripeObject,
  payment: Parameters<typeof checkoutFacts>[1] & { sessionId?: string },
  context: CallContext,
): PaymentFacts {
  const facts = checkoutFacts(session, payment, secondsOf(context));
  const isOther = payment.sessionId !== undefined && session.id !== payment.sessionId;
  if (facts === undefined || isOther)
    throw new ProviderError('unsure', 'Stripe answered no Checkout session.');
  return facts;
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
    throw new ProviderError('unsure', 'Stripe answered a session without a page.');
  const expiresAt = Number(session.expires_at);
  return {
    sessionId: String(session.id),
    facts: readCheckout(session, request, context),
    redirectUrl,
    ...(Number.isSafeInteger(expiresAt) && { expiresAtMs: expiresAt * 1_000 }),
  };
}

function refundReason(reason: string | undefined): string {
  if (reason === 'duplicate') return 'duplicate';
  return reason === 'fraud' || reason === 'fraudulent' ? 'fraudulent' : 'requested_by_customer';
}

export const stripe: PaymentProvider = {
  key: 'stripe',
  title: 'Stripe',
  description: 'Cards by payment intents; the customer pays in your page, or on Stripe’s.',
  integrationId: 'gateway_stripe',
  authorizes: 'provider',
  capturesRepeatedly: false,
  hostsPages: true,
  events: stripeEvents,
  amountProblem: stripeAmountProblem,

  prepare() {
    // Whoever calls will hear of what goes wrong.
    loadClient().catch(() => undefined);
  },

  async createSession(request, context) {
    if (request.isHosted) return createCheckout(request, context);
    const { amountMinor, currencyCode, captureMethod, description } = request;
    const params = {
      amount: toStripeAmount(amountMinor, currencyCode),
      currency: currencyCode.toLowerCase(),
      capture_method: captureMethod,
      payment_method_types: ['card'],
      metadata: metadataOf(request),
      ...(description !== null && { description }),
    };
    const intent = await call(
      context,
      { currencyCode },
      (client, options) => client.createIntent(params, options),
      writeKey(context),
    );
    const facts = readIntent(intent, { currencyCode }, context);
    const sessionId = String(intent.id);
    const clientSecret = textOf(intent.client_secret);
    const publishableKey = context.connection && credential(context.connection.credentials, 'publishableKey');
    const forBrowser = clientSecret && publishableKey && { clientSecret, publishableKey };
    return {
      sessionId,
      facts,
      clientSecret,
      providerData: { paymentIntentId: sessionId, ...(publishableKey && { publishableKey }) },
      ...(forBrowser && {
        clientSession: { type: 'embedded', rendererKey: 'stripe.payment_element', payload: forBrowser },
      }),
    };
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
    const answer = await call(
      context,
      payment,
      (client, options) => client.createRefund(params, options),
      writeKey(context),
    );
    const refund = refundFact(answer, payment);
    if (refund === undefined) throw new ProviderError('unsure', 'Stripe answered no refund.');
    const fact = { ...refund, operation, ...(reason !== undefined && { reason }) };
    return { atSeconds: secondsOf(context), gatewayPaymentId: textOf(answer.charge), refunds: [fact] };
  },

  async cancel(payment, _, context) {
    // The intent of a page that is open cannot be cancelled by itself.
    if (isCheckoutId(payment.sessionId) && payment.status !== 'authorized') {
      const session = await call(
        context,
        payment,
        (client, options) => client.expireCheckout(payment.sessionId, options),
        writeKey(context),
      );
      return readCheckout(session, payment, context);
    }
    const params = { cancellation_reason: 'requested_by_customer' };
    const intent = await call(
      context,
      payment,
      (client, options) => client.cancelIntent(referenceOf(payment), params, options),
      writeKey(context),
    );
    return readIntent(intent, payment, context);
  },

  async retrieve(payment, { withRefunds }, context) {
    let reference = referenceOf(payment);
    if (isCheckoutId(reference)) {
      const session = await call(context, payment, (client, options) =>
        client.retrieveCheckout(payment.sessionId, options),
      );
      const onPage = readCheckout(session, payment, context);
      if (onPage.gatewayReference === undefined) return onPage;
      reference = onPage.gatewayReference;
    }
    const intent = await call(context, payment, (client, options) =>
      client.retrieveIntent(reference, options),
    );
    const gatewayReference = reference === payment.sessionId ? undefined : reference;
    const facts = { ...readIntent(intent, { ...payment, gatewayReference }, context), gatewayReference };
    if (!withRefunds || facts.status !== 'captured') return facts;
    const list = await call(context, payment, (client, options) =>
      client.listRefunds({ payment_intent: reference, limit: 100 }, options),
    );
    return { ...facts, refunds: refundFacts(list, payment).toReversed() };
  },
};
