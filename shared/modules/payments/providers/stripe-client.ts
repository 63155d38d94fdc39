/**
 * Stripe's own package, behind what is used of it. It is loaded when Stripe is called: it is larger than all the rest of a
 * function.
 */
import { version } from '../../../kernel/settings/version.ts';

export interface StripeOptions {
  secretKey: string;
  /** As Stripe names it; null leaves the choice to the account. */
  apiVersion: string | null;
  /** `https://api.stripe.com` */
  base: string;
}

export interface CallOptions {
  timeoutMs: number;
  idempotencyKey?: string;
}

type Params = Readonly<Record<string, unknown>>;

/** The calls that are made; responses are checked by their readers. */
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

/** Stripe repeats the answer of a write that it knows by its key, so once more is safe; a read always is. */
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
