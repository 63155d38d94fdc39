/**
 * The accounts and objects that the emulator stores, and how Stripe returns them. Fields of Stripe's API have Stripe's
 * names.
 */
import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { type CardError, testCards } from './test-cards.ts';

interface StoredObject {
  id: string;
  /** Unix seconds. */
  created: number;
}

export type IntentStatus = Stripe.PaymentIntent.Status;

export interface Intent extends StoredObject {
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  capture_method: Stripe.PaymentIntent.CaptureMethod;
  status: IntentStatus;
  client_secret: string;
  description: string | null;
  latest_charge: string | null;
  metadata: Record<string, string>;
  payment_method: string | null;
  payment_method_types: string[];
  receipt_email: string | null;
  statement_descriptor: string | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  last_payment_error: CardError | null;
  customer: string | null;
  setup_future_usage: string | null;
}

export interface Charge extends StoredObject {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  currency: string;
  disputed: boolean;
  payment_intent: string;
  /** The test card, also of a saved payment method. */
  payment_method: string;
  refunded: boolean;
  status: Stripe.Charge.Status;
  failure_code: string | null;
}

/** Money of a charge that returns to the customer. */
interface Reversal extends StoredObject {
  amount: number;
  charge: string;
  payment_intent: string;
  currency: string;
  status: string;
}

export interface Refund extends Reversal {
  metadata: Record<string, string>;
  reason: string | null;
}

export interface Dispute extends Reversal {
  reason: string;
}

/** A page of Stripe on which a customer pays or saves a card. */
export interface CheckoutSession extends StoredObject {
  amount_total: number | null;
  cancel_url: string | null;
  client_reference_id: string | null;
  currency: string | null;
  expires_at: number;
  /** Parameters of the payment intent that is created when the customer pays. */
  intentForm: Record<string, unknown>;
  itemName: string;
  metadata: Record<string, string>;
  mode: 'payment' | 'setup';
  customer: string | null;
  payment_intent: string | null;
  setup_intent: string | null;
  payment_status: Stripe.Checkout.Session.PaymentStatus;
  status: Stripe.Checkout.Session.Status;
  success_url: string;
}

export interface Customer extends StoredObject {
  email: string | null;
  name: string | null;
  description: string | null;
  metadata: Record<string, string>;
  default_payment_method: string | null;
}

/** A customer's payment method, or a detached one. */
export interface SavedCard extends StoredObject {
  /** Null once it is detached: it can no longer be used. */
  customer: string | null;
  /** The test card that it represents, such as `pm_card_visa`. */
  card: string;
}

/** What happened to an object, as Stripe sends and returns it. */
export interface StripeEvent extends StoredObject {
  type: string;
  api_version: string;
  data: { object: Record<string, unknown>; previous_attributes?: { customer: string } | undefined };
  /** Number of messages that the platform has not accepted. */
  pending_webhooks: number;
  request: null;
}

export interface StoredObjects {
  intents: Intent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  checkouts: CheckoutSession;
  customers: Customer;
  cards: SavedCard;
  events: StripeEvent;
}
export type Kind = keyof StoredObjects;

/** The objects of each kind by their ids. */
export type ObjectsById = { [K in Kind]: Record<string, StoredObjects[K]> };

export interface AccountKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** The saved response of a write with an idempotency key. */
interface SavedResponse {
  parameters: string;
  status: number;
  body: string;
  requestId: string;
  atMs: number;
}

export interface Account extends AccountKeys, ObjectsById {
  id: string;
  answers: Record<string, SavedResponse>;
}

/** The prefix of ids, Stripe's name of the kind, and the parameter that an error about a missing object names. */
export const kinds = {
  intents: { prefix: 'pi', object: 'payment_intent', param: 'intent' },
  charges: { prefix: 'ch', object: 'charge', param: 'charge' },
  refunds: { prefix: 're', object: 'refund', param: 'refund' },
  disputes: { prefix: 'dp', object: 'dispute', param: 'dispute' },
  checkouts: { prefix: 'cs_test', object: 'checkout.session', param: 'session' },
  customers: { prefix: 'cus', object: 'customer', param: 'id' },
  cards: { prefix: 'pm', object: 'payment_method', param: 'payment_method' },
  events: { prefix: 'evt', object: 'event', param: 'id' },
} as const;

const cardOf = (card: string) => {
  const { brand, last4 } = testCards.get(card) ?? { brand: 'unknown', last4: '0000' };
  return { brand, last4, country: 'US', funding: 'credit' };
};
const billing_details = { address: null, email: null, name: null, phone: null };

/** Fields that Stripe returns and the emulator does not store; undefined for those that Stripe does not return. */
const derived: { readonly [K in Kind]?: (one: StoredObjects[K], base: string) => object } = {
  intents: ({ id, status }, base) => ({
    confirmation_method: 'automatic',
    automatic_payment_methods: null,
    next_action:
      status === 'requires_action'
        ? { type: 'redirect_to_url', redirect_to_url: { url: `${base}/_emu/3ds/${id}`, return_url: null } }
        : null,
  }),
  charges: ({ payment_method, status }) => ({
    paid: status === 'succeeded',
    payment_method_details: { type: 'card', card: cardOf(payment_method) },
    billing_details,
    balance_transaction: null,
    metadata: {},
  }),
  checkouts: ({ id, status, amount_total }, base) => ({
    intentForm: undefined,
    itemName: undefined,
    amount_subtotal: amount_total,
    payment_method_types: ['card'],
    ui_mode: 'hosted',
    url: status === 'open' ? `${base}/c/pay/${id}` : null,
  }),
  customers: ({ default_payment_method }) => ({
    default_payment_method: undefined,
    invoice_settings: { default_payment_method },
  }),
  cards: ({ card, created }) => {
    const exp_year = new Date(created * 1_000).getUTCFullYear() + 4;
    return {
      type: 'card',
      card: { ...cardOf(card), exp_month: 12, exp_year },
      billing_details,
      metadata: {},
    };
  },
};

/** An object as Stripe returns it. `base` is the address of the emulator's pages. */
export function shown<K extends Kind>(kind: K, one: StoredObjects[K], base = ''): Record<string, unknown> {
  return { object: kinds[kind].object, livemode: false, ...one, ...derived[kind]?.(one, base) };
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
