/** Control actions of the emulator that Stripe's API does not have. */
import type { Consequences } from './consequences.ts';
import type { Delivery } from './delivery.ts';
import { finishAuthentication, releaseHold } from './intents.ts';
import { closeDispute, openDispute, settleRefund } from './refunds.ts';
import type { StripeState } from './state.ts';
import { type Switches, toSwitch } from './switches.ts';
import { type Account, type Refund, StripeFault } from './types.ts';

type Body = Readonly<Record<string, unknown>>;

/** A recorded request, executed or refused. */
export interface StripeCall {
  method: string;
  path: string;
  /** The payment intent of the request. */
  intent?: string | undefined;
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

export function createStripeControl({
  state,
  switches,
  delivery,
  calls,
  consequences,
}: {
  state: StripeState;
  switches: Switches;
  delivery: Delivery;
  calls: readonly StripeCall[];
  consequences: Consequences;
}): StripeControl {
  const holding = (kind: 'intents' | 'charges' | 'refunds' | 'disputes' | 'cards', id: string): Account => {
    const account = state.accounts().find((one) => one[kind][id]);
    if (account === undefined) throw new Error(`the account of ${id} does not exist`);
    return account;
  };
  const act: Consequences['act'] = (account, work) => {
    try {
      return consequences.act(account, work);
    } catch (error) {
      throw error instanceof StripeFault ? new Error(error.message) : error;
    }
  };
  return {
    'GET ': () => ({
      switches: switches.list(),
      accounts: state.accounts().map(({ id, secretKey, intents, refunds, disputes }) => ({
        id,
        secretKey,
        intents: Object.keys(intents).length,
        refunds: Object.keys(refunds).length,
        disputes: Object.keys(disputes).length,
      })),
    }),
    'GET /calls': (_, query) => {
      const intent = query.get('intent');
      return { calls: calls.filter((call) => intent === null || call.intent === intent) };
    },
    'GET /events': (_, query) => {
      const intent = query.get('intent') ?? '';
      const { events } = holding(intent.startsWith('pm_') ? 'cards' : 'intents', intent);
      return { events: events.filter((event) => JSON.stringify(event.data).includes(intent)) };
    },
    'POST ': (body) => {
      switches.add(toSwitch(body));
      return { switches: switches.list() };
    },
    'DELETE ': (_, query) => {
      switches.clear(query.get('intent') ?? undefined);
      return { ok: true };
    },
    'POST /accounts': (body) => {
      const keys = {
        secretKey: text(body, 'secretKey'),
        publishableKey: text(body, 'publishableKey'),
        webhookSecret: text(body, 'webhookSecret'),
      };
      const { id } = state.ensure(keys);
      state.changed();
      return { id };
    },
    'POST /authenticate': (body) => {
      const id = text(body, 'intent');
      const isDone = body.succeeds !== false;
      return act(holding('intents', id), (ledger) =>
        finishAuthentication(ledger, ledger.find('intents', id), isDone),
      );
    },
    'POST /lapse': (body) => {
      const id = text(body, 'intent');
      return act(holding('intents', id), (ledger) =>
        releaseHold(ledger, ledger.find('intents', id), 'automatic'),
      );
    },
    'POST /disputes': (body) => {
      const id = text(body, 'intent');
      return act(holding('intents', id), (ledger) => {
        const charge = ledger.find('charges', ledger.find('intents', id).latest_charge ?? '');
        return openDispute(ledger, charge, typeof body.reason === 'string' ? body.reason : undefined);
      });
    },
    'POST /disputes/close': (body) => {
      const id = text(body, 'dispute');
      return act(holding('disputes', id), (ledger) =>
        closeDispute(ledger, ledger.find('disputes', id), text(body, 'status')),
      );
    },
    'POST /refunds/settle': (body) => {
      const id = text(body, 'refund');
      const status = text(body, 'status') as Refund['status'];
      return act(holding('refunds', id), (ledger) =>
        settleRefund(ledger, ledger.find('refunds', id), status),
      );
    },
    'POST /resend': async (body) => {
      const id = text(body, 'event');
      const account = state.accounts().find(({ events }) => events.some((event) => event.id === id));
      const event = account?.events.find((one) => one.id === id);
      if (account === undefined || event === undefined)
        throw new Error(`the account of ${id} does not exist`);
      return { status: (await delivery.resend(account, event)) ?? null };
    },
  };
}
