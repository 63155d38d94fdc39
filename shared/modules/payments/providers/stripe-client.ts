/**
 * The parts of Stripe's package that are used. It is loaded only when Stripe is called, because it is larger
 * than the rest of a function.
 */
import { version } from '../../../kernel/settings/version.ts';

export interface StripeOptions {
  secretKey: string;
  /** A version name of Stripe; null uses the account's default. */
  apiVersion: string | null;
  /** `https://api.stripe.com` */
  base: string;
}

export interface CallOptions {
  timeoutMs: number;
  idempotencyKey?: string;
}

type Params = Readonly<Record<string, unknown>>;

/** The calls in use; their readers check the responses. */
export interface StripeClient {
  createIntent(params: Params, options: CallOptions): Promise<unknown>;
  retrieveIntent(id: string, options: CallOptions): Promise<unknown>;
  captureIntent(id: string, params: Params, options: CallOptions): Promise<unknown>;
  cancelIntent(id: string, params: Params, options: CallOptions): Promise<unknown>;
  createRefund(params: Params, options: CallOptions): Promise<unknown>;
  createCheckout(params: Params, options: CallOptions): Promise<unknown>;
  retrieveCheckout(id: string, options: CallOptions): Promise<unknown>;
  expireCheckout(id: string, options: CallOptions): Promise<unknown>;
  listRefunds(params: Params, options: CallOptions): Promise<unknown>;
  createCustomer(params: Params, options: CallOptions): Promise<unknown>;
  retrieveCustomer(id: string, options: CallOptions): Promise<unknown>;
  updateCustomer(id: string, params: Params, options: CallOptions): Promise<unknown>;
  listMethods(customerId: string, params: Params, options: CallOptions): Promise<unknown>;
  detachMethod(id: string, options: CallOptions): Promise<unknown>;
}

/** Safe: Stripe returns the first response for a repeated idempotency key, and reads have no effect. */
const retries = 1;

function clientOptions({ apiVersion, base }: StripeOptions) {
  const { protocol, hostname, port } = new URL(base);
  return {
    ...(apiVersion !== null && { apiVersion: apiVersion as never }),
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    host: hostname,
    ...(port !== '' && { port }),
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'platform-modules', version },
  };
}

export const loadStripe = () => import('stripe');

export async function createStripeClient(options: StripeOptions): Promise<StripeClient> {
  const { default: Stripe } = await loadStripe();
  const stripe = new Stripe(options.secretKey, clientOptions(options));
  const how = ({ timeoutMs, idempotencyKey }: CallOptions) => ({
    timeout: timeoutMs,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  return {
    createIntent: (params, call) => stripe.paymentIntents.create(params as never, how(call)),
    retrieveIntent: (id, call) => stripe.paymentIntents.retrieve(id, {}, how(call)),
    captureIntent: (id, params, call) => stripe.paymentIntents.capture(id, params, how(call)),
    cancelIntent: (id, params, call) => stripe.paymentIntents.cancel(id, params, how(call)),
    createCheckout: (params, call) => stripe.checkout.sessions.create(params as never, how(call)),
    retrieveCheckout: (id, call) => stripe.checkout.sessions.retrieve(id, {}, how(call)),
    expireCheckout: (id, call) => stripe.checkout.sessions.expire(id, {}, how(call)),
    createRefund: (params, call) => stripe.refunds.create(params as never, how(call)),
    listRefunds: (params, call) => stripe.refunds.list(params as never, how(call)),
    createCustomer: (params, call) => stripe.customers.create(params as never, how(call)),
    retrieveCustomer: (id, call) => stripe.customers.retrieve(id, {}, how(call)),
    updateCustomer: (id, params, call) => stripe.customers.update(id, params as never, how(call)),
    listMethods: (id, params, call) => stripe.customers.listPaymentMethods(id, params as never, how(call)),
    detachMethod: (id, call) => stripe.paymentMethods.detach(id, {}, how(call)),
  };
}
