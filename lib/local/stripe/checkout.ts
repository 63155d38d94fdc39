/** Checkout sessions and the page on which customers pay them. https://docs.stripe.com/api/checkout/sessions */
import { metadataIn, onlyKnown, required, textIn } from './form.ts';
import { confirmIntent, createIntent } from './intents.ts';
import { type Ledger, newId } from './ledger.ts';
import { badParameter, type CheckoutSession, type Form, StripeFault } from './types.ts';

const lifetimeSeconds = 86_400;

const createParameters = [
  'mode',
  'payment_method_types',
  'line_items',
  'payment_intent_data',
  'metadata',
  'client_reference_id',
  'success_url',
  'cancel_url',
];

function formIn(form: Form, name: string): Form {
  const value = form[name];
  if (value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw badParameter(name, 'parameter_invalid_empty', `Invalid hash: ${name}`);
}

interface Item {
  name: string;
  amount: string;
  currency: string;
}

/** The one item that is paid for. */
function itemIn({ line_items: items }: Form): Item {
  const [item, ...more] = Array.isArray(items) ? items : [];
  if (typeof item !== 'object' || Array.isArray(item) || more.length > 0)
    throw badParameter('line_items', 'parameter_missing', 'The stand-in takes exactly one line item.');
  const price = formIn(onlyKnown(item, ['quantity', 'price_data']), 'price_data');
  if (textIn(item, 'quantity') !== '1')
    throw badParameter(
      'line_items[0][quantity]',
      'parameter_invalid_integer',
      'The stand-in takes one piece.',
    );
  const name = required(
    textIn(formIn(price, 'product_data'), 'name'),
    'line_items[0][price_data][product_data][name]',
  );
  const amount = required(textIn(price, 'unit_amount'), 'line_items[0][price_data][unit_amount]');
  return {
    name,
    amount,
    currency: required(textIn(price, 'currency'), 'line_items[0][price_data][currency]'),
  };
}

export function createCheckout(ledger: Ledger, given: Form): CheckoutSession {
  const form = onlyKnown(given, createParameters);
  if (required(textIn(form, 'mode'), 'mode') !== 'payment')
    throw badParameter('mode', 'parameter_invalid_string', 'The stand-in takes the mode payment.');
  const { name, amount, currency } = itemIn(form);
  const intentData = onlyKnown(formIn(form, 'payment_intent_data'), [
    'capture_method',
    'metadata',
    'description',
  ]);
  const session: CheckoutSession = {
    id: newId('cs_test', 40),
    amount_total: Number(amount),
    cancel_url: textIn(form, 'cancel_url') ?? null,
    client_reference_id: textIn(form, 'client_reference_id') ?? null,
    created: ledger.now,
    currency: currency.toLowerCase(),
    expires_at: ledger.now + lifetimeSeconds,
    itemName: name,
    intentForm: { ...intentData, amount, currency, payment_method_types: ['card'] },
    metadata: metadataIn(form),
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: required(textIn(form, 'success_url'), 'success_url'),
  };
  ledger.account.checkouts[session.id] = session;
  return session;
}

const notOpen = ({ status }: CheckoutSession): StripeFault =>
  new StripeFault(400, {
    type: 'invalid_request_error',
    message: `Only Checkout Sessions with a status in ["open"] can be expired. This one has a status of ${status}.`,
  });

export function expireCheckout(ledger: Ledger, session: CheckoutSession): CheckoutSession {
  if (session.status !== 'open') throw notOpen(session);
  session.status = 'expired';
  ledger.tellCheckout('expired', session);
  return session;
}

/** The customer pays with a test card. Throws StripeFault for a card that is declined: the session stays open. */
export function payCheckout(ledger: Ledger, session: CheckoutSession, card: string): CheckoutSession {
  if (session.status !== 'open') throw notOpen(session);
  const { payment_intent: tried } = session;
  const intent = tried === null ? createIntent(ledger, session.intentForm) : ledger.intent(tried);
  session.payment_intent = intent.id;
  confirmIntent(ledger, intent, { payment_method: card });
  session.status = 'complete';
  session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid';
  ledger.tellCheckout('completed', session);
  return session;
}
