/** Control actions of the emulator that Stripe's API does not have. */
import type { Accounts } from './accounts.ts';
import type { Delivery } from './delivery.ts';
import { finishAuthentication, releaseHold } from './intents.ts';
import type { Ledger } from './ledger.ts';
import { type Kind, type StoredObjects, shown } from './objects.ts';
import { closeDispute, openDispute, settleRefund } from './refunds.ts';
import type { Switches } from './switches.ts';

type Body = Readonly<Record<string, unknown>>;

/** A recorded request, executed or refused. */
export interface StripeCall {
  method: string;
  path: string;
  /** The payment intent, customer or payment method of the request. */
  intent: string | undefined;
  idempotencyKey: string | null;
  status: number;
  /** Whether the response of an earlier request was returned again. */
  isReplay: boolean;
}

/** Actions by `METHOD /path` below `/stripe`. They throw Errors whose messages name the problem. */
export type StripeControl = Readonly<Record<string, (body: Body, query: URLSearchParams) => unknown>>;

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${name} must be a text`);
}

export function createStripeControl(
  accounts: Accounts,
  delivery: Delivery,
  switches: Switches,
  calls: readonly StripeCall[],
): StripeControl {
  /** An action on the object whose id is the field `name` of the body. */
  const on =
    <K extends Kind>(
      kind: K,
      name: string,
      act: (ledger: Ledger, object: StoredObjects[K], body: Body) => unknown,
    ): StripeControl[string] =>
    (body) => {
      const id = text(body, name);
      const account = accounts.holding(kind, id);
      if (account === undefined) throw new Error(`the account of ${id} does not exist`);
      return accounts.change(account, (ledger) => act(ledger, ledger.find(kind, id), body));
    };
  return {
    'GET /calls': (_, query) => {
      const intent = query.get('intent');
      return { calls: calls.filter((call) => intent === null || call.intent === intent) };
    },
    'GET /events': (_, query) => {
      const id = query.get('intent') ?? '';
      const { events = {} } = accounts.holding(id.startsWith('pm_') ? 'cards' : 'intents', id) ?? {};
      const about = Object.values(events).filter(({ data }) => JSON.stringify(data).includes(id));
      return { events: about.map((event) => shown('events', event)) };
    },
    'POST /resend': on('events', 'event', async ({ account }, event) => ({
      status: (await delivery.sendOnce(account, event)) ?? null,
    })),
    'POST ': (body) => {
      switches.add(body);
      return { ok: true };
    },
    'DELETE ': (_, query) => {
      switches.clear(query.get('intent'));
      return { ok: true };
    },
    'POST /accounts': (body) => {
      const { id } = accounts.ensure({
        secretKey: text(body, 'secretKey'),
        publishableKey: text(body, 'publishableKey'),
        webhookSecret: text(body, 'webhookSecret'),
      });
      return { id };
    },
    'POST /authenticate': on('intents', 'intent', (ledger, intent, { succeeds }) =>
      finishAuthentication(ledger, intent, succeeds !== false),
    ),
    'POST /lapse': on('intents', 'intent', (ledger, intent) => releaseHold(ledger, intent, 'automatic')),
    'POST /disputes': on('intents', 'intent', (ledger, { latest_charge: charge }) =>
      openDispute(ledger, ledger.find('charges', charge ?? '')),
    ),
    'POST /disputes/close': on('disputes', 'dispute', (ledger, dispute, body) =>
      closeDispute(ledger, dispute, text(body, 'status')),
    ),
    'POST /refunds/settle': on('refunds', 'refund', (ledger, refund, body) =>
      settleRefund(ledger, refund, text(body, 'status')),
    ),
  };
}
