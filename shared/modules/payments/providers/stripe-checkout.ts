/** Payments on Stripe's own page. https://docs.stripe.com/api/checkout/sessions */
import { truncate } from '../../../kernel/base/text.ts';
import type { SessionRequest, SetupRequest } from './provider.ts';
import { toStripeAmount } from './stripe-amounts.ts';

/** Line items need a name, which the page shows. */
const nameByDefault = 'Payment';
/** Stripe refuses longer ones, although the description of a payment may be longer. */
const maxNameLength = 250;

/** A Checkout session is not a payment intent; its intent is created when the customer pays. */
export const isCheckoutId = (sessionId: string): boolean => sessionId.startsWith('cs_');

/** The description, unless it is empty: Stripe refuses empty texts. */
export const descriptionParams = ({ description }: Pick<SessionRequest, 'description'>) =>
  description?.trim() ? { description } : {};

/**
 * The parameters of a Checkout session. The payment intent gets `metadata`, too, because refunds and disputes
 * refer to it.
 */
export function checkoutParams(request: SessionRequest, metadata: Readonly<Record<string, string>>) {
  const { amountMinor, currencyCode, captureMethod, description, successUrl, cancelUrl, customer } = request;
  return {
    mode: 'payment',
    payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currencyCode.toLowerCase(),
          unit_amount: toStripeAmount(amountMinor, currencyCode),
          product_data: { name: truncate(description?.trim() || nameByDefault, maxNameLength, '…') },
        },
      },
    ],
    payment_intent_data: {
      capture_method: captureMethod,
      metadata,
      ...descriptionParams(request),
      ...(customer?.savesMethod && { setup_future_usage: 'off_session' }),
    },
    ...(customer && { customer: customer.id }),
    metadata,
    client_reference_id: request.transactionId,
    success_url: successUrl,
    ...(cancelUrl !== null && { cancel_url: cancelUrl }),
  };
}

/** The parameters of a page on which a customer saves a payment method for later payments. */
export function setupParams(request: SetupRequest) {
  const { tenantId, organizationId, customerReference, gatewayCustomerId, successUrl, cancelUrl } = request;
  const metadata = { tenantId, organizationId, customerReference };
  return {
    mode: 'setup',
    payment_method_types: ['card'],
    customer: gatewayCustomerId,
    setup_intent_data: { metadata },
    metadata,
    success_url: successUrl,
    ...(cancelUrl !== null && { cancel_url: cancelUrl }),
  };
}
