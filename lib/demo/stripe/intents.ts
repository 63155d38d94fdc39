/** Payment intents and their state transitions. https://docs.stripe.com/payments/paymentintents/lifecycle */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { foreignCard, saveCard } from './customers.ts';
import { invalid, refused, StripeFault, unexpectedState } from './faults.ts';
import { flag, ignored, integer, metadata, optionalText } from './form.ts';
import type { Ledger } from './ledger.ts';
import type { Charge, Intent, IntentStatus } from './objects.ts';
import { openDispute, releaseRest } from './refunds.ts';
import { type CardError, cardError, testCards } from './test-cards.ts';

const maxAmount = 99_999_999;

function assertAmount(amount: number): void {
  if (amount > maxAmount)
    throw invalid(`Amount must be no more than ${maxAmount}.`, { code: 'amount_too_large', param: 'amount' });
}

/** Returns the test card of a payment method: the card itself, or the card that the intent's customer saved. */
function testCardOf(ledger: Ledger, id: string, customer: string | null): string {
  if (testCards.has(id)) return id;
  const saved = ledger.find('cards', id);
  if (saved.customer !== null && saved.customer === customer) return saved.card;
  throw foreignCard(id);
}

/** A form's list; Checkout sessions in older files have an array. */
const methodTypes = z.pipe(
  z.union([z.record(z.string(), z.string()), z.array(z.string())]),
  z.transform((types): string[] => Object.values(types)),
);

/** Parameters of a new payment intent; most become its fields. */
export const intentParameters = z.strictObject({
  amount: integer,
  currency: z.string().check(z.toLowerCase(), z.length(3)),
  capture_method: z._default(z.enum(['automatic', 'automatic_async', 'manual']), 'automatic_async'),
  payment_method_types: z._default(methodTypes, () => ['card']),
  automatic_payment_methods: ignored,
  return_url: ignored,
  metadata,
  description: optionalText,
  confirm: flag,
  payment_method: optionalText,
  off_session: flag,
  customer: optionalText,
  setup_future_usage: optionalText,
  receipt_email: optionalText,
  statement_descriptor: optionalText,
});

export function createIntent(
  ledger: Ledger,
  { confirm, off_session, ...fields }: z.output<typeof intentParameters>,
): Intent {
  const { amount, customer, payment_method: method } = fields;
  assertAmount(amount);
  if (customer !== null) ledger.find('customers', customer, 'customer');
  if (method !== null) testCardOf(ledger, method, customer);
  const identity = ledger.identity('intents');
  const intent = ledger.add('intents', {
    ...identity,
    ...fields,
    amount_capturable: 0,
    amount_received: 0,
    status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    client_secret: `${identity.id}_secret_${randomBytes(13).toString('hex').slice(1)}`,
    latest_charge: null,
    canceled_at: null,
    cancellation_reason: null,
    last_payment_error: null,
  });
  ledger.recordEvent('payment_intent.created', 'intents', intent);
  return confirm ? confirmIntent(ledger, intent, { payment_method: method, off_session }) : intent;
}

export const intentUpdateParameters = z.strictObject({
  amount: z.optional(integer),
  metadata,
  description: optionalText,
  payment_method: optionalText,
});

export function updateIntent(
  ledger: Ledger,
  intent: Intent,
  { amount, metadata: added, description, payment_method: method }: z.output<typeof intentUpdateParameters>,
): void {
  if (amount !== undefined) {
    if (!open.includes(intent.status)) throw unexpectedState(intent, 'updated', open);
    assertAmount(amount);
  }
  if (method !== null) testCardOf(ledger, method, intent.customer);
  intent.amount = amount ?? intent.amount;
  intent.metadata = { ...intent.metadata, ...added };
  intent.description = description ?? intent.description;
  intent.payment_method = method ?? intent.payment_method;
  if (method !== null && intent.status === 'requires_payment_method') intent.status = 'requires_confirmation';
}

/** Adds the charge of an attempt to pay. */
function addCharge(ledger: Ledger, intent: Intent, error?: CardError): Charge {
  const { amount, currency, payment_method: method, customer } = intent;
  const charge = ledger.add('charges', {
    ...ledger.identity('charges'),
    amount,
    amount_captured: 0,
    amount_refunded: 0,
    captured: false,
    currency,
    disputed: false,
    payment_intent: intent.id,
    payment_method: testCardOf(ledger, method ?? '', customer),
    refunded: false,
    status: error === undefined ? 'succeeded' : 'failed',
    failure_code: error?.code ?? null,
  });
  intent.latest_charge = charge.id;
  return charge;
}

/** The bank approves: the money is held or captured, and the card is saved if requested. */
function approve(ledger: Ledger, intent: Intent): Intent {
  const charge = addCharge(ledger, intent);
  const { customer, setup_future_usage: usage, payment_method: method } = intent;
  intent.last_payment_error = null;
  if (customer !== null && usage !== null && method === charge.payment_method)
    intent.payment_method = saveCard(ledger, charge.payment_method, customer).id;
  if (intent.capture_method !== 'manual') return take(ledger, intent, charge, intent.amount);
  intent.status = 'requires_capture';
  intent.amount_capturable = intent.amount;
  ledger.recordEvent('payment_intent.amount_capturable_updated', 'intents', intent);
  ledger.recordEvent('charge.succeeded', 'charges', charge);
  return intent;
}

function take(ledger: Ledger, intent: Intent, charge: Charge, amount: number): Intent {
  intent.status = 'succeeded';
  intent.amount_capturable = 0;
  intent.amount_received = amount;
  charge.captured = true;
  charge.amount_captured = amount;
  const isHeld = intent.capture_method === 'manual';
  ledger.recordEvent(isHeld ? 'charge.captured' : 'charge.succeeded', 'charges', charge);
  releaseRest(ledger, charge);
  ledger.recordEvent('payment_intent.succeeded', 'intents', intent);
  if (testCards.get(charge.payment_method)?.isDisputed)
    ledger.consequences.push((later) => openDispute(later, charge));
  return intent;
}

function decline(ledger: Ledger, intent: Intent, error: CardError): StripeFault {
  const charge = addCharge(ledger, intent, error);
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = error;
  ledger.recordEvent('charge.failed', 'charges', charge);
  ledger.recordEvent('payment_intent.payment_failed', 'intents', intent);
  return new StripeFault(402, {
    ...error,
    charge: charge.id,
    payment_intent: ledger.show('intents', intent),
  });
}

/** The bank requires authentication, and the customer is not present. */
const needsCustomer = cardError(
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
  'authentication_required',
);

const open: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export const confirmParameters = z.strictObject({
  payment_method: optionalText,
  off_session: flag,
  return_url: ignored,
});

export function confirmIntent(
  ledger: Ledger,
  intent: Intent,
  { payment_method: given, off_session: isAbsent }: z.output<typeof confirmParameters>,
): Intent {
  if (!open.includes(intent.status)) throw unexpectedState(intent, 'confirmed', open);
  const method = given ?? intent.payment_method;
  if (method === null)
    throw refused('You cannot confirm this PaymentIntent because it is missing a payment method.', {
      code: 'payment_intent_unexpected_state',
      payment_intent: ledger.show('intents', intent),
    });
  const card = testCards.get(testCardOf(ledger, method, intent.customer));
  intent.payment_method = method;
  if (card?.error) throw decline(ledger, intent, card.error);
  if (!card?.authenticates) return approve(ledger, intent);
  if (isAbsent) throw decline(ledger, intent, needsCustomer);
  intent.status = 'requires_action';
  ledger.recordEvent('payment_intent.requires_action', 'intents', intent);
  return intent;
}

/** The customer returns from the bank's page. */
export function finishAuthentication(ledger: Ledger, intent: Intent, succeeded: boolean): Intent {
  if (intent.status !== 'requires_action')
    throw unexpectedState(intent, 'authenticated', ['requires_action']);
  if (succeeded) return approve(ledger, intent);
  const message = 'The customer did not authenticate.';
  decline(ledger, intent, cardError('payment_intent_authentication_failure', message));
  return intent;
}

export const captureParameters = z.strictObject({
  amount_to_capture: z.optional(integer),
  final_capture: ignored,
  metadata,
  statement_descriptor: ignored,
});

export function captureIntent(
  ledger: Ledger,
  intent: Intent,
  { amount_to_capture: amount = intent.amount_capturable, ...given }: z.output<typeof captureParameters>,
): Intent {
  if (intent.status !== 'requires_capture') throw unexpectedState(intent, 'captured', ['requires_capture']);
  if (amount > intent.amount_capturable)
    throw refused(`The amount to capture is larger than the capturable ${intent.amount_capturable}.`, {
      code: 'amount_too_large',
      param: 'amount_to_capture',
      payment_intent: ledger.show('intents', intent),
    });
  intent.metadata = { ...intent.metadata, ...given.metadata };
  return take(ledger, intent, ledger.find('charges', intent.latest_charge ?? ''), amount);
}

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;
export const cancelParameters = z.strictObject({
  cancellation_reason: z._default(z.nullable(z.enum(reasons)), null),
});

const cancellable: readonly IntentStatus[] = [...open, 'processing', 'requires_capture'];

export function cancelIntent(
  ledger: Ledger,
  intent: Intent,
  { cancellation_reason: reason }: z.output<typeof cancelParameters>,
): Intent {
  if (!cancellable.includes(intent.status)) throw unexpectedState(intent, 'canceled', cancellable);
  return releaseHold(ledger, intent, reason);
}

/** Cancels an intent and releases the hold. */
export function releaseHold(ledger: Ledger, intent: Intent, reason: string | null): Intent {
  const held = intent.status === 'requires_capture' && ledger.find('charges', intent.latest_charge ?? '');
  intent.status = 'canceled';
  intent.amount_capturable = 0;
  intent.canceled_at = ledger.now;
  intent.cancellation_reason = reason;
  if (held) releaseRest(ledger, held);
  ledger.recordEvent('payment_intent.canceled', 'intents', intent);
  return intent;
}
