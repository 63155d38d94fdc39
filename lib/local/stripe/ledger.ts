/** Changes to one account: its objects, their ids, and the resulting events. */
import { randomBytes } from 'node:crypto';
import {
  shownCard,
  shownCharge,
  shownCheckout,
  shownDispute,
  shownIntent,
  shownRefund,
  shownSetup,
} from './objects.ts';
import {
  type Account,
  type Charge,
  type CheckoutSession,
  type Customer,
  type Dispute,
  type Intent,
  missing,
  type Refund,
  type RequestContext,
  type SavedCard,
  type SetupIntent,
  type StripeEvent,
} from './types.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const newId = (prefix: string, length = 24): string =>
  `${prefix}_${Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')}`;

/** Number of stored events per account. */
const maxStoredEvents = 500;

/** A request's changes to an account; `recordedEvents` are the events that it caused. */
export class Ledger {
  readonly account: Account;
  readonly context: RequestContext;
  readonly recordedEvents: StripeEvent[] = [];

  constructor(account: Account, context: RequestContext) {
    this.account = account;
    this.context = context;
  }

  get now(): number {
    return this.context.nowSeconds;
  }

  intent(id: string, param = 'intent'): Intent {
    const found = this.account.intents[id];
    if (found === undefined) throw missing(param, 'payment_intent', id);
    return found;
  }

  charge(id: string): Charge {
    const found = this.account.charges[id];
    if (found === undefined) throw missing('charge', 'charge', id);
    return found;
  }

  refund(id: string): Refund {
    const found = this.account.refunds[id];
    if (found === undefined) throw missing('refund', 'refund', id);
    return found;
  }

  dispute(id: string): Dispute {
    const found = this.account.disputes[id];
    if (found === undefined) throw missing('dispute', 'dispute', id);
    return found;
  }

  checkout(id: string): CheckoutSession {
    const found = this.account.checkouts[id];
    if (found === undefined) throw missing('session', 'checkout.session', id);
    return found;
  }

  customer(id: string, param = 'customer'): Customer {
    const found = this.account.customers[id];
    if (found === undefined) throw missing(param, 'customer', id);
    return found;
  }

  card(id: string, param = 'payment_method'): SavedCard {
    const found = this.account.cards[id];
    if (found === undefined) throw missing(param, 'PaymentMethod', id);
    return found;
  }

  refundsOf(intentId: string): Refund[] {
    return Object.values(this.account.refunds).filter(({ payment_intent: of }) => of === intentId);
  }

  #recordEvent(type: string, object: Record<string, unknown>, before?: Record<string, unknown>): void {
    const { requestId, idempotencyKey, apiVersion } = this.context;
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.now,
      data: { object: structuredClone(object), ...(before && { previous_attributes: before }) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: requestId, idempotency_key: idempotencyKey },
      type,
    };
    this.recordedEvents.push(event);
    this.account.events = [...this.account.events, event].slice(-maxStoredEvents);
  }

  recordIntentEvent = (type: string, intent: Intent) =>
    this.#recordEvent(`payment_intent.${type}`, shownIntent(intent));
  recordCheckoutEvent = (type: string, session: CheckoutSession) =>
    this.#recordEvent(`checkout.session.${type}`, shownCheckout(session));
  recordSetupEvent = (type: string, setup: SetupIntent) =>
    this.#recordEvent(`setup_intent.${type}`, shownSetup(setup));
  recordCardEvent = (type: string, card: SavedCard, before?: Record<string, unknown>) =>
    this.#recordEvent(`payment_method.${type}`, shownCard(card), before);
  recordChargeEvent = (type: string, charge: Charge) =>
    this.#recordEvent(`charge.${type}`, shownCharge(charge));
  recordRefundEvent = (type: string, refund: Refund) => this.#recordEvent(type, shownRefund(refund));
  recordDisputeEvent = (type: string, dispute: Dispute) =>
    this.#recordEvent(`charge.dispute.${type}`, shownDispute(dispute));
}
