/** The endpoints of Stripe's API that the emulator has. */
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
  /** What the path names. */
  id: string;
  /** The emulator's own address. */
  base: string;
}

interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** One group: the id. */
  path: RegExp;
  /** Browsers may call it with the publishable key and the client secret. */
  isPublic?: true;
  answer(call: Call): object;
}

const intent = (suffix = '') => new RegExp(`^/v1/payment_intents/([^/]+)${suffix}$`);

/** Throws StripeFault when a browser does not know the intent's client secret. */
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
  { method: 'GET', path: /^\/v1\/account()$/, answer: ({ ledger }) => shownAccount(ledger.account) },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents()$/,
    answer: ({ ledger, form, base }) => shownIntent(createIntent(ledger, form), base),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents()$/,
    answer: ({ ledger, form, base }) =>
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
    answer: ({ ledger, id, base }) => shownIntent(ledger.intent(id), base),
  },
  {
    method: 'POST',
    path: intent(),
    answer: ({ ledger, form, id, base }) => shownIntent(updateIntent(ledger, ledger.intent(id), form), base),
  },
  {
    method: 'POST',
    path: intent('/confirm'),
    isPublic: true,
    answer: ({ ledger, form, id, base }) => shownIntent(confirmIntent(ledger, ledger.intent(id), form), base),
  },
  {
    method: 'POST',
    path: intent('/capture'),
    answer: ({ ledger, form, id, base }) => shownIntent(captureIntent(ledger, ledger.intent(id), form), base),
  },
  {
    method: 'POST',
    path: intent('/cancel'),
    answer: ({ ledger, form, id, base }) => shownIntent(cancelIntent(ledger, ledger.intent(id), form), base),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions()$/,
    answer: ({ ledger, form, base }) => shownCheckout(createCheckout(ledger, form), base),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
    answer: ({ ledger, id, base }) => shownCheckout(ledger.checkout(id), base),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
    answer: ({ ledger, id, base }) => shownCheckout(expireCheckout(ledger, ledger.checkout(id)), base),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers()$/,
    answer: ({ ledger, form }) => shownCustomer(createCustomer(ledger, form)),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers()$/,
    answer: ({ ledger, form }) =>
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
    answer: ({ ledger, id }) => shownCustomer(ledger.customer(id, 'id')),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers\/([^/]+)$/,
    answer: ({ ledger, form, id }) => shownCustomer(updateCustomer(ledger, ledger.customer(id, 'id'), form)),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/customers\/([^/]+)$/,
    answer: ({ ledger, id }) => {
      delete ledger.account.customers[ledger.customer(id, 'id').id];
      return { id, object: 'customer', deleted: true };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/([^/]+)\/payment_methods$/,
    answer: ({ ledger, form, id }) =>
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
    answer: ({ ledger, id }) => shownCard(ledger.card(id)),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/([^/]+)\/attach$/,
    answer: ({ ledger, form, id }) => shownCard(attachCard(ledger, id, form)),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/([^/]+)\/detach$/,
    answer: ({ ledger, id }) => shownCard(detachCard(ledger, ledger.card(id))),
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds()$/,
    answer: ({ ledger, form }) => shownRefund(createRefund(ledger, form)),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds()$/,
    answer: ({ ledger, form }) => {
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
    answer: ({ ledger, id }) => shownRefund(ledger.refund(id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/charges\/([^/]+)$/,
    answer: ({ ledger, id }) => shownCharge(ledger.charge(id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes\/([^/]+)$/,
    answer: ({ ledger, id }) => shownDispute(ledger.dispute(id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/events\/([^/]+)$/,
    answer: ({ ledger, id }) => {
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

/** The route of a request; undefined for what the emulator does not have. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of routes) {
    const found = route.method === method ? route.path.exec(path) : null;
    if (found) return { route, id: decodeURIComponent(found[1] ?? '') };
  }
  return undefined;
}

/** Does what the request asks for. Throws StripeFault. */
export function answerOf(route: Route, call: Call, isPublic: boolean): object {
  if (isPublic && !route.isPublic)
    throw new StripeFault(401, {
      type: 'invalid_request_error',
      message: 'This API call cannot be made with a publishable API key.',
    });
  if (route.isPublic) checkClientSecret(call, isPublic);
  return route.answer(call);
}
