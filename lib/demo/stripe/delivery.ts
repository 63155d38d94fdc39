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

export type Delivery = ReturnType<typeof createDelivery>;

/** The signal ends all deliveries. */
export function createDelivery(switches: Switches, signal: AbortSignal, log: (line: string) => void) {
  let endpoint: string | undefined;
  const collections = new Map<string, (() => Promise<void>)[]>();
  const wait = (milliseconds: number): Promise<void> => sleep(milliseconds, undefined, { signal });

  /** Waits for further messages of the payment, and sends them in reverse order. */
  async function collect(subject: string, deliverOne: () => Promise<void>): Promise<void> {
    const waiting = collections.get(subject);
    if (waiting !== undefined) return void waiting.push(deliverOne);
    const collected = [deliverOne];
    collections.set(subject, collected);
    await wait(collectMs);
    collections.delete(subject);
    for (const one of collected.reverse()) await one();
  }

  async function deliver(account: Account, event: StripeEvent): Promise<void> {
    const { delayMs = usualDelayMs, duplicate = 1, drop } = switches.of(subjectOf(event));
    if (drop) return;
    await wait(delayMs);
    await Promise.all(Array.from({ length: duplicate }, () => post(account, event)));
  }

  async function post(account: Account, event: StripeEvent): Promise<void> {
    for (const waitMs of [0, ...retriesMs]) {
      await wait(waitMs);
      const status = await sendOnce(account, event);
      // The platform rejects messages about payments that it does not know; another attempt would not help.
      if (status === 401 || (status !== undefined && status < 300)) return;
    }
    log(`Stripe's message ${event.type} ${event.id} was not accepted.`);
  }

  /** Sends a message at once; returns the status of the response, or undefined without one. */
  async function sendOnce({ webhookSecret }: Account, event: StripeEvent): Promise<number | undefined> {
    if (endpoint === undefined) return undefined;
    const { badSignature, stale } = switches.of(subjectOf(event));
    const secret = badSignature ? `whsec_${randomBytes(24).toString('hex')}` : webhookSecret;
    const seconds = Math.floor(Date.now() / 1_000) - (stale ? 3_600 : 0);
    const body = JSON.stringify(shown('events', event));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(secret, seconds, body),
      'user-agent': 'Stripe/1.0 (local)',
    };
    try {
      const response = await fetch(endpoint, { method: 'POST', headers, body, signal });
      await response.arrayBuffer();
      if (response.ok) event.pending_webhooks = 0;
      return response.status;
    } catch {
      return undefined;
    }
  }

  return {
    sendOnce,
    /** Sets the endpoint of all accounts; without one, messages are lost. */
    deliverTo(url: string): void {
      endpoint = url;
    },
    /** Sends messages of events, at once or as the switches set. */
    send(account: Account, events: readonly StripeEvent[]): void {
      for (const event of events) {
        if (notSent.test(event.type)) continue;
        const subject = subjectOf(event);
        const deliverOne = () => deliver(account, event);
        const isCollected = subject !== undefined && switches.of(subject).reorder;
        const delivery = isCollected ? collect(subject, deliverOne) : deliverOne();
        // Fails only when the emulator stops.
        delivery.catch(() => undefined);
      }
    },
  };
}
