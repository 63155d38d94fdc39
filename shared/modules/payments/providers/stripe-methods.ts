/** Customers and their payment methods at Stripe. https://docs.stripe.com/payments/save-and-reuse */
import { allOf } from '../../../kernel/base/parallel.ts';
import { paymentLimits } from '../limits.ts';
import { type MethodStore, ProviderError, type SavedMethod } from './provider.ts';
import { call } from './stripe-call.ts';
import { setupParams } from './stripe-checkout.ts';
import { asObject, idOf, type StripeObject, textOf } from './stripe-objects.ts';

const wholeOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? Number(value) : null);

/** Converts a payment method of Stripe; undefined if it is not one. Pure. */
export function savedMethod(method: StripeObject, defaultId: string | undefined): SavedMethod | undefined {
  const [id, type] = [textOf(method.id), textOf(method.type)];
  if (id === undefined || type === undefined) return undefined;
  const details = asObject(method[type]) ?? {};
  return {
    id,
    type,
    brand: textOf(details.brand) ?? null,
    last4: textOf(details.last4) ?? null,
    expiryMonth: wholeOf(details.exp_month),
    expiryYear: wholeOf(details.exp_year),
    wallet: textOf(asObject(details.wallet)?.type) ?? null,
    isDefault: id === defaultId,
    createdAtMs: (wholeOf(method.created) ?? 0) * 1_000,
  };
}

/** The customer was deleted at Stripe, or belongs to another account, and so has no payment methods. */
const isGone = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'refused' && error.code === 'resource_missing';

export const stripeMethods: MethodStore = {
  async createCustomer({ tenantId, organizationId, customerReference }, context) {
    const metadata = { tenantId, organizationId, customerReference };
    const customer = await call(
      context,
      undefined,
      (client, options) => client.createCustomer({ metadata }, options),
      context.idempotencyKey,
    );
    const id = textOf(customer.id);
    if (id === undefined) throw new ProviderError('unsure', 'Stripe returned no customer.');
    return id;
  },

  async createSetup(request, context) {
    const session = await call(
      context,
      undefined,
      (client, options) => client.createCheckout(setupParams(request), options),
      context.idempotencyKey,
    );
    const [setupId, redirectUrl] = [textOf(session.id), textOf(session.url)];
    if (setupId === undefined || redirectUrl === undefined)
      throw new ProviderError('unsure', 'Stripe returned a session without a page.');
    const expiresAt = wholeOf(session.expires_at);
    return { setupId, redirectUrl, expiresAtMs: expiresAt === null ? null : expiresAt * 1_000 };
  },

  async list(customerId, context) {
    const params = { limit: paymentLimits.paymentMethods };
    try {
      const [customer, list] = await allOf([
        call(context, undefined, (client, options) => client.retrieveCustomer(customerId, options)),
        call(context, undefined, (client, options) => client.listMethods(customerId, params, options)),
      ]);
      const defaultId = idOf(asObject(customer.invoice_settings)?.default_payment_method);
      return (Array.isArray(list.data) ? list.data : []).flatMap((one) => {
        const method = asObject(one);
        return (method && savedMethod(method, defaultId)) ?? [];
      });
    } catch (error) {
      if (isGone(error)) return [];
      throw error;
    }
  },

  async detach(methodId, context) {
    await call(
      context,
      undefined,
      (client, options) => client.detachMethod(methodId, options),
      context.idempotencyKey,
    );
  },

  async setDefault(customerId, methodId, context) {
    const params = { invoice_settings: { default_payment_method: methodId } };
    await call(
      context,
      undefined,
      (client, options) => client.updateCustomer(customerId, params, options),
      context.idempotencyKey,
    );
  },
};
