/** Sends signed event messages, as often and in the order that the switches set. */
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Switches } from './switches.ts';
import type { Account, StripeEvent } from './types.ts';

/** Event types of the default endpoint. */
const sent: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
  'payment_method.attached',
  'payment_method.detached',
]);

/**
 * Shorter than Stripe's own retries, which take days: a local endpoint that does not accept a message soon is not
 * running.
 */
const retriesMs = [500, 2_000, 5_000];
const usualDelayMs = 50;
/** Messages to be reordered are collected for this time. */
const collectMs = 300;

export interface Delivery {
  /** Sends messages of events, at once or as the switches set. */
  recordEvent(account: Account, events: readonly StripeEvent[]): void;
  /** Sends an event again. */
  resend(account: Account, event: StripeEvent): Promise<number | undefined>;
  /** Sets the URL for messages. */
  setUrl(url: string): void;
  stop(): void;
}

/** Returns the payment intent of an event, or the customer of a payment method. */
function intentOf({ data: { object, previous_attributes: before } }: StripeEvent): string | undefined {
  const customer = object.object === 'payment_intent' ? undefined : (object.customer ?? before?.customer);
  const id = object.payment_intent ?? (object.object === 'payment_intent' ? object.id : customer);
  return typeof id === 'string' ? id : undefined;
}

/** Returns `t=…,v1=…`, as Stripe signs. */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${v1}`;
}

export function createDelivery(switches: Switches, log: (line: string) => void): Delivery {
  let url: string | undefined;
  const stopped = new AbortController();
  const collected = new Map<string, { account: Account; event: StripeEvent }[]>();

  async function post(account: Account, event: StripeEvent): Promise<number | undefined> {
    if (url === undefined) return undefined;
    const { badSignature, stale } = switches.forIntent(intentOf(event));
    const body = JSON.stringify(event);
    const secret = badSignature ? `whsec_${randomBytes(24).toString('hex')}` : account.webhookSecret;
    const timestamp = Math.floor(Date.now() / 1_000) - (stale ? 3_600 : 0);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(secret, timestamp, body),
      'user-agent': 'Stripe/1.0 (local)',
    };
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal: stopped.signal });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return undefined;
    }
  }

  async function deliver(account: Account, event: StripeEvent): Promise<void> {
    for (const waitMs of [0, ...retriesMs]) {
      await sleep(waitMs, undefined, { signal: stopped.signal });
      const status = await post(account, event);
      if (status !== undefined && status < 300) {
        event.pending_webhooks = 0;
        return;
      }
      // Messages with a deliberately wrong signature are not retried.
      if (status === 401) return;
    }
    log(`Stripe's message ${event.type} ${event.id} was not accepted.`);
  }

  async function deliverLater(account: Account, event: StripeEvent): Promise<void> {
    const { delayMs = usualDelayMs, duplicate = 1, drop } = switches.forIntent(intentOf(event));
    if (drop) return;
    await sleep(delayMs, undefined, { signal: stopped.signal });
    await Promise.all(Array.from({ length: duplicate }, () => deliver(account, event)));
  }

  const begin = (account: Account, event: StripeEvent) => {
    deliverLater(account, event).catch(() => undefined);
  };

  /** Waits for further events of the payment, and sends them in reverse order. */
  function collect(intent: string, account: Account, event: StripeEvent): void {
    const waiting = collected.get(intent) ?? [];
    waiting.push({ account, event });
    if (waiting.length > 1) return;
    collected.set(intent, waiting);
    const flush = async () => {
      await sleep(collectMs, undefined, { signal: stopped.signal });
      collected.delete(intent);
      for (const one of waiting.reverse()) await deliverLater(one.account, one.event);
    };
    flush().catch(() => undefined);
  }

  return {
    recordEvent(account, events) {
      for (const event of events) {
        if (!sent.has(event.type)) continue;
        const intent = intentOf(event);
        if (intent !== undefined && switches.forIntent(intent).reorder) collect(intent, account, event);
        else begin(account, event);
      }
    },
    resend: post,
    setUrl(to) {
      url = to;
    },
    stop: () => stopped.abort(),
  };
}
