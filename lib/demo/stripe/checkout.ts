/** Checkout sessions, on whose pages customers pay or save a card. https://docs.stripe.com/api/checkout/sessions */
import * as z from 'zod/mini';
import { saveCard } from './customers.ts';
import { refused, StripeFault } from './faults.ts';
import { ignored, metadata, optionalText, parseParameters } from './form.ts';
import { confirmIntent, createIntent, intentParameters } from './intents.ts';
import type { Ledger } from './ledger.ts';
import { type CheckoutSession, newId } from './objects.ts';
import { testCards } from './test-cards.ts';

const lifetimeSeconds = 86_400;

/** The one item that is paid for. */
const item = z.strictObject({
  quantity: z.literal('1'),
  price_data: z.object({
    currency: z.string(),
    unit_amount: z.string(),
    product_data: z.object({ name: z.string() }),
  }),
});
const anySession = {
  payment_method_types: ignored,
  metadata,
  client_reference_id: optionalText,
  success_url: z.string(),
  cancel_url: optionalText,
};
export const checkoutParameters = z.discriminatedUnion('mode', [
  z.strictObject({
    ...anySession,
    mode: z.literal('payment'),
    customer: optionalText,
    line_items: z.strictObject({ 0: item }),
    payment_intent_data: z.optional(z.record(z.string(), z.unknown())),
  }),
  z.strictObject({
    ...anySession,
    mode: z.literal('setup'),
    customer: z.string(),
    setup_intent_data: z.optional(z.strictObject({ metadata, description: ignored })),
  }),
]);
type NewCheckout = z.output<typeof checkoutParameters>;

/** The purpose of a session: paying for one item, or saving a payment method. Throws StripeFault. */
function purposeOf(given: NewCheckout) {
  if (given.mode === 'setup') {
    const itemName = 'Save a payment method';
    const payment_status = 'no_payment_required' as const;
    return { amount_total: null, currency: null, intentForm: {}, itemName, payment_status };
  }
  const { customer, line_items: items, payment_intent_data: data } = given;
  const { unit_amount: amount, currency: code, product_data: product } = items[0].price_data;
  const intentForm = { ...data, amount, currency: code, customer };
  // The parameters are stored as given, and checked at once.
  const { amount: amount_total, currency } = parseParameters(intentParameters, intentForm);
  return { amount_total, currency, intentForm, itemName: product.name, payment_status: 'unpaid' as const };
}

export function createCheckout(ledger: Ledger, given: NewCheckout): CheckoutSession {
  const { customer } = given;
  if (customer !== null) ledger.find('customers', customer, 'customer');
  return ledger.add('checkouts', {
    ...ledger.identity('checkouts'),
    ...purposeOf(given),
    mode: given.mode,
    customer,
    metadata: given.metadata,
    client_reference_id: given.client_reference_id,
    success_url: given.success_url,
    cancel_url: given.cancel_url,
    expires_at: ledger.now + lifetimeSeconds,
    payment_intent: null,
    setup_intent: null,
    status: 'open',
  });
}

function assertOpen({ status }: CheckoutSession): void {
  if (status !== 'open')
    throw refused(`Only open Checkout Sessions can be changed. This one has a status of ${status}.`);
}

export function expireCheckout(ledger: Ledger, session: CheckoutSession): void {
  assertOpen(session);
  session.status = 'expired';
  ledger.recordEvent('checkout.session.expired', 'checkouts', session);
}

/**
 * The customer pays with a test card, or saves it and passes the bank's authentication. Throws StripeFault for a
 * declined card; the session then stays open.
 */
export function completeCheckout(ledger: Ledger, session: CheckoutSession, card: string): void {
  assertOpen(session);
  if (session.mode === 'setup') {
    const { error, isSavable } = testCards.get(card) ?? {};
    if (error && !isSavable) throw new StripeFault(402, { ...error });
    saveCard(ledger, card, session.customer ?? '');
    session.setup_intent = newId('seti');
  } else {
    const { payment_intent: tried } = session;
    const intent =
      tried === null
        ? createIntent(ledger, parseParameters(intentParameters, session.intentForm))
        : ledger.find('intents', tried);
    session.payment_intent = intent.id;
    confirmIntent(ledger, intent, { payment_method: card, off_session: false });
    session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid';
  }
  session.status = 'complete';
  ledger.recordEvent('checkout.session.completed', 'checkouts', session);
}
