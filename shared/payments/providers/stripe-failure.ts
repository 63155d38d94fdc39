/** What an error of Stripe's package means. Told by its fields: the package is a part of its own. Pure. */
import { ProviderError } from '../provider.ts';
import { asObject, intentFacts, type ReadFor, textOf } from './stripe-objects.ts';

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

const fieldOf = (param: string | undefined): 'amount' | 'currencyCode' | undefined =>
  param === 'amount' ? 'amount' : param === 'currency' ? 'currencyCode' : undefined;

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
    field: fieldOf(textOf(param)),
  });
}
