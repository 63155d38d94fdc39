/** Changes to one account: its objects, their ids, and the resulting events. */
import { randomBytes } from 'node:crypto';
import type { Shown } from './objects.ts';
import {
  type Account,
  missing,
  type ObjectsById,
  type Refund,
  type RequestContext,
  type StoredObjects,
  type StripeEvent,
} from './types.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const newId = (prefix: string, length = 24): string =>
  `${prefix}_${Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')}`;

/** Number of stored events per account. */
const maxStoredEvents = 500;

/** The objects of an account: the parameter that usually names one, and Stripe's name for its kind. */
const storedKinds = {
  intents: { param: 'intent', object: 'payment_intent' },
  charges: { param: 'charge', object: 'charge' },
  refunds: { param: 'refund', object: 'refund' },
  disputes: { param: 'dispute', object: 'dispute' },
  checkouts: { param: 'session', object: 'checkout.session' },
  customers: { param: 'customer', object: 'customer' },
  cards: { param: 'payment_method', object: 'PaymentMethod' },
} as const satisfies Record<keyof StoredObjects, object>;

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

  /** Returns an object of the account. Throws StripeFault naming the parameter `param` when it does not exist. */
  find<Kind extends keyof StoredObjects>(
    kind: Kind,
    id: string,
    param: string = storedKinds[kind].param,
  ): StoredObjects[Kind] {
    const objects: ObjectsById = this.account;
    const found = objects[kind][id];
    if (found === undefined) throw missing(param, storedKinds[kind].object, id);
    return found;
  }

  refundsOf(intentId: string): Refund[] {
    return Object.values(this.account.refunds).filter(({ payment_intent: of }) => of === intentId);
  }

  recordEvent(type: string, object: Shown, before?: Record<string, unknown>): void {
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
}
