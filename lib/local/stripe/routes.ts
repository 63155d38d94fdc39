/** The supported endpoints of Stripe's API. */
import { createCheckout, expireCheckout } from './checkout.ts';
import { attachCard, cardsOf, createCustomer, detachCard, updateCustomer } from './customers.ts';
import { onlyKnown, textIn } from './form.ts';
import { cancelIntent, captureIntent, confirmIntent, createIntent, updateIntent } from './intents.ts';
import type { Ledger } from './ledger.ts';
import { listPage, listParameters } from './lists.ts';
import {
  shownAccount,
  shownCard,
  shownCharge,
  shownCheckout,
  shownCustomer,
  shownDispute,
  shownIntent,
  shownRefund,
} from './objects.ts';
import { createRefund } from './refunds.ts';
import { type Form, StripeFault } from './types.ts';

export interface Call {
  ledger: Ledger;
  form: Form;
  /** The id in the path. */
  id: string;
  /** The emulator's own address. */
  base: string;
}

interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** Its one group captures the id. */
  path: RegExp;
  /** Whether browsers may call it with the publishable key and the client secret. */
  isPublic?: true;
  response(call: Call): object;
}

const intent = (suffix = '') => new RegExp(`^/v1/payment_intents/([^/]+)${suffix}$`);

/** Throws StripeFault when the client secret does not match the intent. */
function checkClientSecret({ ledger, form, id }: Call, isPublic: boolean): void {
  const given = textIn(form, 'client_secret');
  if (given === undefined && !isPublic) return;
  if (given === ledger.intent(id).client_secret) return;
  throw new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_invalid_parameter',
    param: 'client_secret',
    message: 'The client_secret provided does not match any associated PaymentIntent.',
  });
}

const routes: readonly Route[] = [
  { method: 'GET', path: /^\/v1\/account()$/, response: ({ ledger }) => shownAccount(ledger.account) },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents()$/,
    response: ({ ledger, form, base }) => shownIntent(createIntent(ledger, form), base),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents()$/,
    response: ({ ledger, form, base }) =>
      listPage(
        '/v1/payment_intents',
        Object.values(ledger.account.intents),
        onlyKnown(form, listParameters),
        (one) => shownIntent(one, base),
      ),
  },
  {
    method: 'GET',
    path: intent(),
    isPublic: true,
    response: ({ ledger, id, base }) => shownIntent(ledger.intent(id), base),
  },
  {
    method: 'POST',
    path: intent(),
    response: ({ ledger, form, id, base }) =>
      shownIntent(updateIntent(ledger, ledger.intent(id), form), base),
  },
  {
    method: 'POST',
    path: intent('/confirm'),
    isPublic: true,
    response: ({ ledger, form, id, base }) =>
      shownIntent(confirmIntent(ledger, ledger.intent(id), form), base),
  },
  {
    method: 'POST',
    path: intent('/capture'),
    response: ({ ledger, form, id, base }) =>
      shownIntent(captureIntent(ledger, ledger.intent(id), form), base),
  },
  {
    method: 'POST',
    path: intent('/cancel'),
    response: ({ ledger, form, id, base }) =>
      shownIntent(cancelIntent(ledger, ledger.intent(id), form), base),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions()$/,
    response: ({ ledger, form, base }) => shownCheckout(createCheckout(ledger, form), base),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
    response: ({ ledger, id, base }) => shownCheckout(ledger.checkout(id), base),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
    response: ({ ledger, id, base }) => shownCheckout(expireCheckout(ledger, ledger.checkout(id)), base),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers()$/,
    response: ({ ledger, form }) => shownCustomer(createCustomer(ledger, form)),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers()$/,
    response: ({ ledger, form }) =>
      listPage(
        '/v1/customers',
        Object.values(ledger.account.customers),
        onlyKnown(form, listParameters),
        shownCustomer,
      ),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/([^/]+)$/,
    response: ({ ledger, id }) => shownCustomer(ledger.customer(id, 'id')),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers\/([^/]+)$/,
    response: ({ ledger, form, id }) =>
      shownCustomer(updateCustomer(ledger, ledger.customer(id, 'id'), form)),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/customers\/([^/]+)$/,
    response: ({ ledger, id }) => {
      delete ledger.account.customers[ledger.customer(id, 'id').id];
      return { id, object: 'customer', deleted: true };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/([^/]+)\/payment_methods$/,
    response: ({ ledger, form, id }) =>
      listPage(
        `/v1/customers/${id}/payment_methods`,
        cardsOf(ledger, ledger.customer(id, 'id').id),
        onlyKnown(form, listParameters),
        shownCard,
      ),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_methods\/([^/]+)$/,
    response: ({ ledger, id }) => shownCard(ledger.card(id)),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/([^/]+)\/attach$/,
    response: ({ ledger, form, id }) => shownCard(attachCard(ledger, id, form)),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/([^/]+)\/detach$/,
    response: ({ ledger, id }) => shownCard(detachCard(ledger, ledger.card(id))),
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds()$/,
    response: ({ ledger, form }) => shownRefund(createRefund(ledger, form)),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds()$/,
    response: ({ ledger, form }) => {
      const known = onlyKnown(form, ['payment_intent', 'charge', ...listParameters]);
      const [intentId, chargeId] = [textIn(known, 'payment_intent'), textIn(known, 'charge')];
      const refunds = Object.values(ledger.account.refunds).filter(
        ({ payment_intent: of, charge }) => of === (intentId ?? of) && charge === (chargeId ?? charge),
      );
      return listPage('/v1/refunds', refunds, known, shownRefund);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/([^/]+)$/,
    response: ({ ledger, id }) => shownRefund(ledger.refund(id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/charges\/([^/]+)$/,
    response: ({ ledger, id }) => shownCharge(ledger.charge(id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes\/([^/]+)$/,
    response: ({ ledger, id }) => shownDispute(ledger.dispute(id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/events\/([^/]+)$/,
    response: ({ ledger, id }) => {
      const found = ledger.account.events.find((event) => event.id === id);
      if (found) return found;
      throw new StripeFault(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'id',
        message: `No such event: '${id}'`,
      });
    },
  },
];

/** Returns the route of a request; undefined when the emulator does not support it. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of routes) {
    const found = route.method === method ? route.path.exec(path) : null;
    if (found) return { route, id: decodeURIComponent(found[1] ?? '') };
  }
  return undefined;
}

/** Executes a request. Throws StripeFault. */
export function executeCall(route: Route, call: Call, isPublic: boolean): object {
  if (isPublic && !route.isPublic)
    throw new StripeFault(401, {
      type: 'invalid_request_error',
      message: 'This API call cannot be made with a publishable API key.',
    });
  if (route.isPublic) checkClientSecret(call, isPublic);
  return route.response(call);
}
