/** Payment intents and their state transitions. https://docs.stripe.com/payments/paymentintents/lifecycle */
import { foreignCard, saveCard } from './customers.ts';
import { integerIn, metadataIn, onlyKnown, required, textIn } from './form.ts';
import { type Ledger, newId } from './ledger.ts';
import { shownCharge, shownIntent } from './objects.ts';
import { isTestCard, testCard } from './test-cards.ts';
import {
  badParameter,
  type CardError,
  type Charge,
  type Form,
  type Intent,
  type IntentStatus,
  StripeFault,
} from './types.ts';

const largestAmount = 99_999_999;

export function unexpectedState(intent: Intent, verb: string, allowed: readonly IntentStatus[]): StripeFault {
  return new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message:
      `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. ` +
      `Only a PaymentIntent with one of the following statuses may be ${verb}: ${allowed.join(', ')}.`,
    payment_intent: shownIntent(intent),
  });
}

function assertAmount(amount: number): number {
  if (amount <= largestAmount) return amount;
  throw badParameter('amount', 'amount_too_large', `Amount must be no more than ${largestAmount}.`);
}

const noSuchMethod = (id: string) =>
  new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'payment_method',
    message: `No such PaymentMethod: '${id}'`,
  });

/** Returns the test card of a payment method: the card itself, or the card that the intent's customer saved. */
function testCardOf(ledger: Ledger, id: string, customer: string | null): string {
  if (isTestCard(id)) return id;
  const saved = ledger.account.cards[id];
  if (saved === undefined) throw noSuchMethod(id);
  if (saved.customer !== null && saved.customer === customer) return saved.card;
  throw foreignCard(id);
}

const createParameters = [
  'amount',
  'currency',
  'capture_method',
  'payment_method_types',
  'automatic_payment_methods',
  'metadata',
  'description',
  'confirm',
  'payment_method',
  'return_url',
  'off_session',
  'customer',
  'setup_future_usage',
  'receipt_email',
  'statement_descriptor',
];

export function createIntent(ledger: Ledger, given: Form): Intent {
  const form = onlyKnown(given, createParameters);
  const amount = assertAmount(required(integerIn(form, 'amount'), 'amount'));
  const currency = required(textIn(form, 'currency'), 'currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency))
    throw badParameter('currency', 'parameter_invalid_string', `Invalid currency: ${currency}`);
  const captureMethod = textIn(form, 'capture_method') ?? 'automatic_async';
  if (!['automatic', 'automatic_async', 'manual'].includes(captureMethod))
    throw badParameter('capture_method', 'parameter_invalid_string', 'Invalid capture_method.');
  const customer = textIn(form, 'customer') ?? null;
  if (customer !== null) ledger.find('customers', customer);
  const paymentMethod = textIn(form, 'payment_method') ?? null;
  if (paymentMethod !== null) testCardOf(ledger, paymentMethod, customer);
  const { payment_method_types: types } = form;
  const id = newId('pi');
  const intent: Intent = {
    id,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    currency,
    capture_method: captureMethod,
    status: paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    client_secret: `${id}_secret_${newId('', 25).slice(1)}`,
    created: ledger.now,
    description: textIn(form, 'description') ?? null,
    latest_charge: null,
    metadata: metadataIn(form),
    payment_method: paymentMethod,
    payment_method_types: Array.isArray(types) ? types.map(String) : ['card'],
    canceled_at: null,
    cancellation_reason: null,
    last_payment_error: null,
    customer,
    setup_future_usage: textIn(form, 'setup_future_usage') ?? null,
  };
  ledger.account.intents[id] = intent;
  ledger.recordEvent('payment_intent.created', shownIntent(intent));
  if (textIn(form, 'confirm') !== 'true') return intent;
  return confirmIntent(ledger, intent, { off_session: textIn(form, 'off_session') ?? 'false' });
}

export function updateIntent(ledger: Ledger, intent: Intent, given: Form): Intent {
  const form = onlyKnown(given, ['metadata', 'amount', 'description', 'payment_method']);
  const amount = integerIn(form, 'amount');
  if (amount !== undefined) {
    if (!open.includes(intent.status)) throw unexpectedState(intent, 'updated', open);
    intent.amount = assertAmount(amount);
  }
  intent.metadata = { ...intent.metadata, ...metadataIn(form) };
  intent.description = textIn(form, 'description') ?? intent.description;
  const paymentMethod = textIn(form, 'payment_method');
  if (paymentMethod !== undefined) {
    testCardOf(ledger, paymentMethod, intent.customer);
    intent.payment_method = paymentMethod;
    if (intent.status === 'requires_payment_method') intent.status = 'requires_confirmation';
  }
  return intent;
}

function newCharge(
  ledger: Ledger,
  intent: Intent,
  status: Charge['status'],
  code: string | null = null,
): Charge {
  const charge: Charge = {
    id: newId('ch'),
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    captured: false,
    created: ledger.now,
    currency: intent.currency,
    disputed: false,
    dispute: null,
    payment_intent: intent.id,
    payment_method: testCardOf(ledger, intent.payment_method ?? '', intent.customer),
    refunded: false,
    status,
    failure_code: code,
  };
  ledger.account.charges[charge.id] = charge;
  intent.latest_charge = charge.id;
  return charge;
}

/** The bank approves: the money is held or captured, and the card is saved if requested. */
function approve(ledger: Ledger, intent: Intent): Intent {
  const charge = newCharge(ledger, intent, 'succeeded');
  intent.last_payment_error = null;
  if (
    intent.customer !== null &&
    intent.setup_future_usage !== null &&
    isTestCard(intent.payment_method ?? '')
  )
    intent.payment_method = saveCard(ledger, charge.payment_method, intent.customer).id;
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture';
    intent.amount_capturable = intent.amount;
    ledger.recordEvent('payment_intent.amount_capturable_updated', shownIntent(intent));
    ledger.recordEvent('charge.succeeded', shownCharge(charge));
    return intent;
  }
  take(ledger, intent, charge, intent.amount);
  return intent;
}

function take(ledger: Ledger, intent: Intent, charge: Charge, amount: number): void {
  intent.status = 'succeeded';
  intent.amount_capturable = 0;
  intent.amount_received = amount;
  charge.captured = true;
  charge.amount_captured = amount;
  const taken = intent.capture_method === 'manual' ? 'captured' : 'succeeded';
  ledger.recordEvent(`charge.${taken}`, shownCharge(charge));
  ledger.recordEvent('payment_intent.succeeded', shownIntent(intent));
}

function decline(ledger: Ledger, intent: Intent, error: CardError): StripeFault {
  const charge = newCharge(ledger, intent, 'failed', error.code);
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = error;
  ledger.recordEvent('charge.failed', shownCharge(charge));
  ledger.recordEvent('payment_intent.payment_failed', shownIntent(intent));
  return new StripeFault(402, { ...error, charge: charge.id, payment_intent: shownIntent(intent) });
}

/** The bank requires authentication, and the customer is not present. */
const needsCustomer: CardError = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

const open: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export function confirmIntent(ledger: Ledger, intent: Intent, given: Form): Intent {
  const form = onlyKnown(given, ['payment_method', 'return_url', 'client_secret', 'off_session']);
  if (!open.includes(intent.status)) throw unexpectedState(intent, 'confirmed', open);
  const id = textIn(form, 'payment_method') ?? intent.payment_method;
  if (id === null)
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: 'You cannot confirm this PaymentIntent because it is missing a payment method.',
      payment_intent: shownIntent(intent),
    });
  const { behaviour } = testCard(testCardOf(ledger, id, intent.customer));
  intent.payment_method = id;
  if (behaviour.kind === 'declines') throw decline(ledger, intent, behaviour.error);
  if (behaviour.kind === 'authenticates' && textIn(form, 'off_session') === 'true')
    throw decline(ledger, intent, needsCustomer);
  if (behaviour.kind === 'authenticates') {
    intent.status = 'requires_action';
    ledger.recordEvent('payment_intent.requires_action', shownIntent(intent));
    return intent;
  }
  return approve(ledger, intent);
}

/** The customer returns from the bank's page. */
export function finishAuthentication(ledger: Ledger, intent: Intent, succeeded: boolean): Intent {
  if (intent.status !== 'requires_action')
    throw unexpectedState(intent, 'authenticated', ['requires_action']);
  if (succeeded) return approve(ledger, intent);
  const message = 'The customer did not authenticate.';
  decline(ledger, intent, { type: 'card_error', code: 'payment_intent_authentication_failure', message });
  return intent;
}

export function captureIntent(ledger: Ledger, intent: Intent, given: Form): Intent {
  const form = onlyKnown(given, ['amount_to_capture', 'final_capture', 'metadata', 'statement_descriptor']);
  if (intent.status !== 'requires_capture') throw unexpectedState(intent, 'captured', ['requires_capture']);
  const amount = integerIn(form, 'amount_to_capture') ?? intent.amount_capturable;
  if (amount > intent.amount_capturable)
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      code: 'amount_too_large',
      param: 'amount_to_capture',
      message: `The amount to capture is larger than the capturable ${intent.amount_capturable}.`,
      payment_intent: shownIntent(intent),
    });
  take(ledger, intent, ledger.find('charges', intent.latest_charge ?? ''), amount);
  return intent;
}

const cancellable: readonly IntentStatus[] = [...open, 'processing', 'requires_capture'];

export function cancelIntent(ledger: Ledger, intent: Intent, given: Form): Intent {
  const form = onlyKnown(given, ['cancellation_reason']);
  const reason = textIn(form, 'cancellation_reason') ?? null;
  if (reason !== null && !['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'].includes(reason))
    throw badParameter('cancellation_reason', 'parameter_invalid_string', 'Invalid cancellation_reason.');
  if (!cancellable.includes(intent.status)) throw unexpectedState(intent, 'canceled', cancellable);
  return releaseHold(ledger, intent, reason);
}

/** Cancels an intent and releases the hold, which is reported as a refund of money that never moved. */
export function releaseHold(ledger: Ledger, intent: Intent, reason: string | null): Intent {
  const held =
    intent.status === 'requires_capture' ? ledger.find('charges', intent.latest_charge ?? '') : undefined;
  intent.status = 'canceled';
  intent.amount_capturable = 0;
  intent.canceled_at = ledger.now;
  intent.cancellation_reason = reason;
  if (held) {
    held.refunded = true;
    held.amount_refunded = held.amount;
    ledger.recordEvent('charge.refunded', shownCharge(held));
  }
  ledger.recordEvent('payment_intent.canceled', shownIntent(intent));
  return intent;
}
