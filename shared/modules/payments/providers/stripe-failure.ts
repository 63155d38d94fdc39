/**
 * Interprets errors of Stripe's package. Reads only their fields, so that the package need not be loaded.
 * Pure.
 */

import type { PaymentFailure } from '../sessions/session-contract.ts';
import { ProviderError, type RefusedField } from './provider.ts';
import { asObject, intentSnapshot, type ReadFor, type StripeObject, textOf } from './stripe-objects.ts';

/** Codes about the payment's state, not about a problem of the call. */
const stateCodes = new Set([
  'payment_intent_unexpected_state',
  'charge_already_captured',
  'charge_already_refunded',
  'charge_disputed',
  'charge_expired_for_capture',
  'refund_disputed_payment',
]);

/** Stripe may report them without a parameter. */
const amountCodes = new Set(['amount_too_small', 'amount_too_large']);

const fields: Readonly<Record<string, RefusedField>> = {
  amount: 'amount',
  unit_amount: 'amount',
  currency: 'currencyCode',
  customer: 'customerReference',
  payment_method: 'paymentMethodId',
};

/** Stripe reports this without a parameter. */
const foreignMethod = /does not have a payment method with the ID|must be attached to the customer/;

function fieldOf(
  code: string | undefined,
  param: string | undefined,
  message: string,
): RefusedField | undefined {
  if (foreignMethod.test(message)) return 'paymentMethodId';
  if (amountCodes.has(code ?? '')) return 'amount';
  // Those of a page are parts of others: `line_items[0][price_data][unit_amount]`.
  const name = param?.split(/[[\]]/).findLast((part) => part !== '');
  return name === undefined ? undefined : fields[name];
}

/**
 * `refused` with the payment's state, or `unsure`: timeouts, broken responses, conflicts and Stripe's server
 * errors.
 */
export function toProviderError(
  error: unknown,
  payment: ReadFor | undefined,
  atSeconds: number,
): ProviderError {
  if (error instanceof ProviderError) return error;
  const {
    statusCode,
    type,
    code,
    param,
    message,
    payment_intent: intent,
  } = { ...(error as object) } as Record<string, unknown> & { message?: unknown };
  const text = textOf(message) ?? (error instanceof Error ? error.message : String(error));
  const about = { code: textOf(code), cause: error };
  if (statusCode === 401) return new ProviderError('credentials', text, about);
  const isRefusal =
    typeof statusCode === 'number' &&
    // 403: a restricted key lacks the permission for this call, and may have those of others.
    [400, 402, 403, 404].includes(statusCode) &&
    type !== 'StripeIdempotencyError';
  if (!isRefusal) return new ProviderError('unsure', text, about);
  const found = asObject(intent);
  return new ProviderError('refused', text, {
    ...about,
    snapshot: found && payment ? intentSnapshot(found, payment, atSeconds) : undefined,
    isAboutState:
      stateCodes.has(about.code ?? '') ||
      amountCodes.has(about.code ?? '') ||
      param === 'amount' ||
      param === 'amount_to_capture',
    field: statusCode === 402 ? undefined : fieldOf(about.code, textOf(param), text),
  });
}

/**
 * The payment intent of an off-session charge that the bank declined, and why: the customer can still confirm
 * the intent. Undefined for every other failure. https://docs.stripe.com/payments/save-during-payment
 */
export function failedCharge(error: unknown): { intent: StripeObject; failure: PaymentFailure } | undefined {
  if (!(error instanceof ProviderError) || error.kind !== 'refused') return undefined;
  const {
    type,
    code,
    decline_code: decline,
    payment_intent: paymentIntent,
  } = { ...(error.cause as object) } as Record<string, unknown>;
  const intent = asObject(paymentIntent);
  // `type` is the error's class in Stripe's package, and the error's kind in Stripe's response.
  if (intent === undefined || !['card_error', 'StripeCardError'].includes(String(type))) return undefined;
  const needsCustomer = [code, decline].includes('authentication_required');
  return {
    intent,
    failure: {
      code: needsCustomer ? 'authentication_required' : 'declined',
      declineCode: textOf(decline) ?? textOf(code) ?? null,
    },
  };
}
