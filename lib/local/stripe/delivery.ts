/** Sends signed event messages, as often and in the order that the switches set. */
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, type StripeEvent, shown } from './objects.ts';
import type { Switches } from './switches.ts';

/** Events that only Stripe's API returns: the platform's endpoint does not subscribe to them. */
const notSent = /^(?:payment_intent\.created|charge\.(?:succeeded|captured|failed)|refund\.\w+)$/;

/**
 * Shorter than Stripe's own retries, which take days: a local endpoint that does not accept a message soon is not
 * running.
 */
const retriesMs = [500, 2_000, 5_000];
const usualDelayMs = 50;
/** Messages to be reordered are collected for this time. */
const collectMs = 300;

/** The payment intent of an event, or the customer of a payment method. */
function subjectOf({ data: { object, previous_attributes: before } }: StripeEvent): string | undefined {
  const isIntent = object.object === 'payment_intent';
  const id = isIntent ? object.id : (object.payment_intent ?? object.customer ?? before?.customer);
  return typeof id === 'string' ? id : undefined;
}

/** Returns `t=…,v1=…`, as Stripe signs. */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${v1}`;
}

export class Delivery {
  /** The endpoint of all accounts; without one, messages are lost. */
  url: string | undefined;
  readonly #switches: Switches;
  readonly #signal: AbortSignal;
  readonly #log: (line: string) => void;
  readonly #collected = new Map<string, (() => Promise<void>)[]>();

  /** The signal ends all deliveries. */
  constructor(switches: Switches, signal: AbortSignal, log: (line: string) => void) {
    this.#switches = switches;
    this.#signal = signal;
    this.#log = log;
  }

  /** Sends messages of events, at once or as the switches set. */
  send(account: Account, events: readonly StripeEvent[]): void {
    for (const event of events) {
      if (notSent.test(event.type)) continue;
      const subject = subjectOf(event);
      const deliver = () => this.#deliver(account, event);
      const isCollected = subject !== undefined && this.#switches.of(subject).reorder;
      const delivery = isCollected ? this.#collect(subject, deliver) : deliver();
      // Fails only when the emulator stops.
      delivery.catch(() => undefined);
    }
  }

  /** Waits for further messages of the payment, and sends them in reverse order. */
  async #collect(subject: string, deliver: () => Promise<void>): Promise<void> {
    const waiting = this.#collected.get(subject);
    if (waiting !== undefined) return void waiting.push(deliver);
    const collected = [deliver];
    this.#collected.set(subject, collected);
    await this.#wait(collectMs);
    this.#collected.delete(subject);
    for (const one of collected.reverse()) await one();
  }

  async #deliver(account: Account, event: StripeEvent): Promise<void> {
    const { delayMs = usualDelayMs, duplicate = 1, drop } = this.#switches.of(subjectOf(event));
    if (drop) return;
    await this.#wait(delayMs);
    await Promise.all(Array.from({ length: duplicate }, () => this.#post(account, event)));
  }

  async #post(account: Account, event: StripeEvent): Promise<void> {
    for (const waitMs of [0, ...retriesMs]) {
      await this.#wait(waitMs);
      const status = await this.sendOnce(account, event);
      // The platform rejects messages about payments that it does not know; another attempt would not help.
      if (status === 401 || (status !== undefined && status < 300)) return;
    }
    this.#log(`Stripe's message ${event.type} ${event.id} was not accepted.`);
  }

  /** Sends a message at once; returns the status of the response, or undefined without one. */
  async sendOnce({ webhookSecret }: Account, event: StripeEvent): Promise<number | undefined> {
    if (this.url === undefined) return undefined;
    const { badSignature, stale } = this.#switches.of(subjectOf(event));
    const secret = badSignature ? `whsec_${randomBytes(24).toString('hex')}` : webhookSecret;
    const seconds = Math.floor(Date.now() / 1_000) - (stale ? 3_600 : 0);
    const body = JSON.stringify(shown('events', event));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(secret, seconds, body),
      'user-agent': 'Stripe/1.0 (local)',
    };
    try {
      const response = await fetch(this.url, { method: 'POST', headers, body, signal: this.#signal });
      await response.arrayBuffer();
      if (response.ok) event.pending_webhooks = 0;
      return response.status;
    } catch {
      return undefined;
    }
  }

  #wait(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.#signal });
  }
}
