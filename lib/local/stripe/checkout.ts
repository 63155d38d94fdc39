/** Checkout sessions and the page on which customers pay them. https://docs.stripe.com/api/checkout/sessions */
import { saveCard } from './customers.ts';
import { metadataIn, onlyKnown, required, textIn } from './form.ts';
import { confirmIntent, createIntent } from './intents.ts';
import { type Ledger, newId } from './ledger.ts';
import { shownCheckout, shownSetup } from './objects.ts';
import { isSavable } from './test-cards.ts';
import { badParameter, type CheckoutSession, type Form, type SetupIntent, StripeFault } from './types.ts';

const lifetimeSeconds = 86_400;

const createParameters = [
  'mode',
  'payment_method_types',
  'line_items',
  'payment_intent_data',
  'setup_intent_data',
  'customer',
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
    throw badParameter('line_items', 'parameter_missing', 'The emulator accepts exactly one line item.');
  const price = formIn(onlyKnown(item, ['quantity', 'price_data']), 'price_data');
  if (textIn(item, 'quantity') !== '1')
    throw badParameter(
      'line_items[0][quantity]',
      'parameter_invalid_integer',
      'The emulator accepts only quantity 1.',
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

/** The purpose of a session: paying for one item, or saving a payment method. */
function purposeOf(form: Form) {
  const mode = required(textIn(form, 'mode'), 'mode');
  if (mode === 'setup') {
    const setupData = onlyKnown(formIn(form, 'setup_intent_data'), ['metadata', 'description']);
    return {
      ...{ mode: 'setup' as const, amount_total: null, currency: null },
      itemName: 'Save a payment method',
      intentForm: setupData,
      payment_status: 'no_payment_required' as const,
    };
  }
  if (mode !== 'payment')
    throw badParameter(
      'mode',
      'parameter_invalid_string',
      'The emulator accepts the modes payment and setup.',
    );
  const { name, amount, currency } = itemIn(form);
  const intentData = onlyKnown(formIn(form, 'payment_intent_data'), [
    'capture_method',
    'metadata',
    'description',
    'setup_future_usage',
  ]);
  const customer = textIn(form, 'customer');
  return {
    ...{ mode: 'payment' as const, amount_total: Number(amount), currency: currency.toLowerCase() },
    itemName: name,
    intentForm: {
      ...{ ...intentData, amount, currency, payment_method_types: ['card'] },
      ...(customer !== undefined && { customer }),
    },
    payment_status: 'unpaid' as const,
  };
}

export function createCheckout(ledger: Ledger, given: Form): CheckoutSession {
  const form = onlyKnown(given, createParameters);
  const customer = textIn(form, 'customer') ?? null;
  if (customer !== null) ledger.find('customers', customer);
  const session: CheckoutSession = {
    ...purposeOf(form),
    id: newId('cs_test', 40),
    cancel_url: textIn(form, 'cancel_url') ?? null,
    client_reference_id: textIn(form, 'client_reference_id') ?? null,
    created: ledger.now,
    customer,
    expires_at: ledger.now + lifetimeSeconds,
    metadata: metadataIn(form),
    payment_intent: null,
    setup_intent: null,
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
  ledger.recordEvent('checkout.session.expired', shownCheckout(session));
  return session;
}

/** The customer saves a test card and passes the bank's authentication. Throws StripeFault for a declined card. */
function saveOnPage(ledger: Ledger, session: CheckoutSession, card: string): CheckoutSession {
  if (!isSavable(card))
    throw new StripeFault(402, {
      type: 'card_error',
      code: 'card_declined',
      message: 'Your card was declined.',
    });
  const { customer } = session;
  if (customer === null)
    throw badParameter('customer', 'parameter_missing', 'The emulator saves cards of customers only.');
  const saved = saveCard(ledger, card, customer);
  const setup: SetupIntent = {
    id: newId('seti'),
    created: ledger.now,
    customer,
    metadata: metadataIn(session.intentForm),
    payment_method: saved.id,
    status: 'succeeded',
  };
  session.setup_intent = setup.id;
  session.status = 'complete';
  ledger.recordEvent('setup_intent.succeeded', shownSetup(setup));
  ledger.recordEvent('checkout.session.completed', shownCheckout(session));
  return session;
}

/** The customer pays with a test card. Throws StripeFault for a declined card; the session then stays open. */
export function payCheckout(ledger: Ledger, session: CheckoutSession, card: string): CheckoutSession {
  if (session.status !== 'open') throw notOpen(session);
  if (session.mode === 'setup') return saveOnPage(ledger, session, card);
  const { payment_intent: tried } = session;
  const intent = tried === null ? createIntent(ledger, session.intentForm) : ledger.find('intents', tried);
  session.payment_intent = intent.id;
  confirmIntent(ledger, intent, { payment_method: card });
  session.status = 'complete';
  session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid';
  ledger.recordEvent('checkout.session.completed', shownCheckout(session));
  return session;
}
