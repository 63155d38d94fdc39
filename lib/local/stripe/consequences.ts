/** What test cards cause after a request, and the pages that customers see. */
import type { ServerResponse } from 'node:http';
import { payCheckout } from './checkout.ts';
import { cardsOnPage, checkoutPage, closedPage, returnUrl } from './checkout-page.ts';
import type { Delivery } from './delivery.ts';
import { finishAuthentication } from './intents.ts';
import { Ledger, newId } from './ledger.ts';
import { openDispute, settleRefund } from './refunds.ts';
import type { StripeState } from './state.ts';
import { type Account, type Form, type StripeEvent, StripeFault } from './types.ts';

/** Long enough to be observed, short enough to wait for. */
const afterMs = 700;

export interface Consequences {
  /** Schedules the consequences of events. */
  follow(account: Account, events: readonly StripeEvent[]): void;
  /** Changes an account outside of any request. Throws StripeFault. */
  act<T>(account: Account, work: (ledger: Ledger) => T): T;
  /** Responds to requests for the bank's page or that of a Checkout session; returns false for any other. */
  servesPage(request: { method: string; path: string; form: Form }, outgoing: ServerResponse): boolean;
  stop(): void;
}

interface Page {
  status: number;
  html: string;
  /** Redirect target of the customer. */
  location?: string;
}

export function createConsequences({
  state,
  delivery,
}: {
  state: StripeState;
  delivery: Delivery;
}): Consequences {
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function act<T>(account: Account, work: (ledger: Ledger) => T): T {
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const apiVersion = '2025-02-24.acacia';
    const ledger = new Ledger(account, {
      requestId: newId('req', 14),
      idempotencyKey: null,
      apiVersion,
      nowSeconds,
    });
    try {
      return work(ledger);
    } finally {
      state.changed();
      delivery.recordEvent(account, ledger.recordedEvents);
      follow(account, ledger.recordedEvents);
    }
  }

  function later(account: Account, work: (ledger: Ledger) => unknown): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act(account, work);
    }, afterMs);
    timers.add(timer);
  }

  function follow(account: Account, events: readonly StripeEvent[]): void {
    for (const { type, data } of events) {
      const id = String(data.object.id);
      const charge = account.charges[String(data.object.charge ?? data.object.latest_charge ?? '')];
      const card = charge?.payment_method;
      if (type === 'refund.created' && card === 'pm_card_pendingRefund')
        later(account, (ledger) => settleRefund(ledger, ledger.find('refunds', id), 'succeeded'));
      if (type === 'refund.created' && card === 'pm_card_refundFail')
        later(account, (ledger) => settleRefund(ledger, ledger.find('refunds', id), 'failed'));
      if (type === 'payment_intent.succeeded' && charge && card === 'pm_card_createDispute')
        later(account, (ledger) => openDispute(ledger, charge));
    }
  }

  /** Handles the page of a Checkout session and its form. */
  function serveCheckout(method: string, id: string, form: Form): Page {
    const account = state.accounts().find(({ checkouts }) => checkouts[id]);
    const session = account?.checkouts[id];
    if (account === undefined || session === undefined)
      return { status: 404, html: 'This checkout session does not exist.' };
    if (session.status !== 'open') return { status: method === 'GET' ? 200 : 409, html: closedPage(session) };
    if (method === 'GET') return { status: 200, html: checkoutPage(session) };
    const card = String(form.card ?? '');
    if (!cardsOnPage(session).includes(card))
      return { status: 400, html: checkoutPage(session, 'Choose one of the cards.') };
    try {
      act(account, (ledger) => payCheckout(ledger, session, card));
      return { status: 303, html: '', location: returnUrl(session) };
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return { status: 402, html: checkoutPage(session, error.message) };
    }
  }

  return {
    follow,
    act,
    servesPage({ method, path, form }, outgoing) {
      const [, checkout] = /^\/c\/pay\/([^/]+)$/.exec(path) ?? [];
      if (checkout !== undefined && (method === 'GET' || method === 'POST')) {
        const { status, html, location } = serveCheckout(method, checkout, form);
        outgoing.writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          ...(location && { location }),
        });
        outgoing.end(html);
        return true;
      }
      const [, id] = /^\/_emu\/3ds\/([^/]+)$/.exec(path) ?? [];
      if (id === undefined || (method !== 'GET' && method !== 'POST')) return false;
      const account = state.accounts().find(({ intents }) => intents[id]);
      const reply = (status: number, body: object) => {
        outgoing.writeHead(status, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify(body));
      };
      if (account === undefined) {
        reply(404, { error: 'unknown payment intent' });
        return true;
      }
      try {
        const isDone = form.result !== 'fail';
        const { status } = act(account, (ledger) =>
          finishAuthentication(ledger, ledger.find('intents', id), isDone),
        );
        reply(200, { id, status });
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error;
        reply(error.status, { error: error.error });
      }
      return true;
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
