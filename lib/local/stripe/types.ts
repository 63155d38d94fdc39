/** The state of the Stripe emulator. Fields of Stripe's API have Stripe's names. */

export type Form = { [name: string]: FormValue };
export type FormValue = string | Form | FormValue[];

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export interface CardError {
  type: 'card_error';
  code: string;
  decline_code?: string;
  message: string;
}

export interface Intent {
  id: string;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  capture_method: string;
  status: IntentStatus;
  client_secret: string;
  created: number;
  description: string | null;
  latest_charge: string | null;
  metadata: Record<string, string>;
  payment_method: string | null;
  payment_method_types: string[];
  canceled_at: number | null;
  cancellation_reason: string | null;
  last_payment_error: CardError | null;
  customer: string | null;
  setup_future_usage: string | null;
}

export interface Customer {
  id: string;
  created: number;
  metadata: Record<string, string>;
  default_payment_method: string | null;
}

/** A customer's payment method, or a detached one. */
export interface SavedCard {
  id: string;
  created: number;
  /** Null once it is detached: it can no longer be used. */
  customer: string | null;
  /** The test card that it represents, such as `pm_card_visa`. */
  card: string;
}

export interface SetupIntent {
  id: string;
  created: number;
  customer: string | null;
  metadata: Record<string, string>;
  payment_method: string;
  status: 'succeeded';
}

export interface Charge {
  id: string;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  created: number;
  currency: string;
  disputed: boolean;
  dispute: string | null;
  payment_intent: string;
  payment_method: string;
  refunded: boolean;
  status: 'succeeded' | 'failed';
  failure_code: string | null;
}

export interface Refund {
  id: string;
  amount: number;
  charge: string;
  payment_intent: string;
  created: number;
  currency: string;
  metadata: Record<string, string>;
  reason: string | null;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
}

export interface Dispute {
  id: string;
  amount: number;
  charge: string;
  payment_intent: string;
  created: number;
  currency: string;
  reason: string;
  status: string;
}

/** A payment on a page of Stripe. */
export interface CheckoutSession {
  id: string;
  amount_total: number | null;
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  currency: string | null;
  expires_at: number;
  /** Parameters of the payment intent that is created when the customer pays; for a setup, its metadata. */
  intentForm: Form;
  itemName: string;
  metadata: Record<string, string>;
  mode: 'payment' | 'setup';
  customer: string | null;
  payment_intent: string | null;
  setup_intent: string | null;
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  success_url: string;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** The saved response of a write with an idempotency key. */
export interface SavedResponse {
  parameters: string;
  status: number;
  body: string;
  requestId: string;
  atMs: number;
}

export interface AccountKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export interface StoredObjects {
  intents: Intent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  checkouts: CheckoutSession;
  customers: Customer;
  cards: SavedCard;
}

/** The objects of each kind by their ids. */
export type ObjectsById = { [Kind in keyof StoredObjects]: Record<string, StoredObjects[Kind]> };

export interface Account extends AccountKeys, ObjectsById {
  id: string;
  events: StripeEvent[];
  answers: Record<string, SavedResponse>;
}

/** The context of a request that its events record. */
export interface RequestContext {
  requestId: string;
  idempotencyKey: string | null;
  apiVersion: string;
  nowSeconds: number;
}

/**
 * An error in Stripe's format. `isEarly`: nothing was executed, so the response is not saved under the idempotency
 * key.
 */
export class StripeFault extends Error {
  override name = 'StripeFault';
  readonly status: number;
  readonly error: Record<string, unknown>;
  readonly isEarly: boolean;

  constructor(status: number, error: Record<string, unknown>, isEarly = false) {
    super(String(error.message ?? error.code ?? status));
    this.status = status;
    this.error = error;
    this.isEarly = isEarly;
  }
}

/** A parameter that is invalid in any state. */
export function badParameter(param: string, code: string, message: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', code, param, message }, true);
}

export function missing(param: string, what: string, id: string): StripeFault {
  return new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  });
}
