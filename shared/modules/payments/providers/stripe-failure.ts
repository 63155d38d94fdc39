/** What an error of Stripe's package means. Reads its fields alone, so that the package need not be loaded. Pure. */

import type { PaymentFailure } from '../sessions/session-contract.ts';
import { ProviderError, type RefusedField } from './provider.ts';
import { asObject, intentFacts, type ReadFor, type StripeObject, textOf } from './stripe-objects.ts';

/** Codes that say what the payment is, and not what is wrong with the call. */
const stateCodes = new Set([
  'payment_intent_unexpected_state',
  'charge_already_captured',
  'charge_already_refunded',
  'charge_disputed',
  'charge_expired_for_capture',
  'refund_disputed_payment',
  'amount_too_large',
]);

const fields: Readonly<Record<string, RefusedField>> = {
  amount: 'amount',
  currency: 'currencyCode',
  customer: 'customerReference',
  payment_method: 'paymentMethodId',
};

/** Stripe says so without naming the parameter. */
const foreignMethod = /does not have a payment method with the ID|must be attached to the customer/;

function fieldOf(param: string | undefined, message: string): RefusedField | undefined {
  if (foreignMethod.test(message)) return 'paymentMethodId';
  return param === undefined ? undefined : fields[param];
}

/** Refused with what it says of the payment, or unsure: timeouts, broken answers, conflicts, Stripe's own faults. */
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
  const said = textOf(message) ?? (error instanceof Error ? error.message : String(error));
  const about = { code: textOf(code), cause: error };
  if (statusCode === 401 || statusCode === 403) return new ProviderError('credentials', said, about);
  const isRefusal =
    typeof statusCode === 'number' &&
    [400, 402, 404].includes(statusCode) &&
    type !== 'StripeIdempotencyError';
  if (!isRefusal) return new ProviderError('unsure', said, about);
  const found = asObject(intent);
  return new ProviderError('refused', said, {
    ...about,
    facts: found && payment ? intentFacts(found, payment, atSeconds) : undefined,
    isAboutState: stateCodes.has(about.code ?? '') || param === 'amount' || param === 'amount_to_capture',
    field: statusCode === 402 ? undefined : fieldOf(textOf(param), said),
  });
}

/**
 * The payment intent of a charge without the customer that the bank did not agree to, and why: the intent is made and
 * can still be confirmed by the customer. Undefined for every other failure.
 * https://docs.stripe.com/payments/save-during-payment
 */
export function failedCharge(error: unknown): { intent: StripeObject; failure: PaymentFailure } | undefined {
  if (!(error instanceof ProviderError) || error.kind !== 'refused') return undefined;
  const {
    type,
    code,
    decline_code: decline,
    payment_intent: made,
  } = { ...(error.cause as object) } as Record<string, unknown>;
  const intent = asObject(made);
  // Stripe's package names the class of an error in `type`, Stripe itself the kind.
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
