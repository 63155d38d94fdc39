/** The supported endpoints of Stripe's API. */
import { createCheckout, expireCheckout } from './checkout.ts';
import { cardsOf, createCustomer, detachCard, updateCustomer } from './customers.ts';
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
  shownIntent,
  shownRefund,
} from './objects.ts';
import { createRefund } from './refunds.ts';
import { type Form, type Intent, missing, StripeFault } from './types.ts';

export interface Call {
  ledger: Ledger;
  form: Form;
  /** The id in the path. */
  id: string;
  /** The emulator's own address. */
  base: string;
}

export interface Route {
  /** Whether browsers may call it with the publishable key and the client secret. */
  isPublic: boolean;
  response(call: Call): object;
}

/** Throws StripeFault when the client secret does not match the intent. */
function checkClientSecret({ ledger, form, id }: Call, isPublic: boolean): void {
  const given = textIn(form, 'client_secret');
  if (given === undefined && !isPublic) return;
  if (given === ledger.find('intents', id).client_secret) return;
  throw new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_invalid_parameter',
    param: 'client_secret',
    message: 'The client_secret provided does not match any associated PaymentIntent.',
  });
}

type Respond = Route['response'];

const onIntent =
  (change: (ledger: Ledger, intent: Intent, form: Form) => Intent): Respond =>
  ({ ledger, form, id, base }) =>
    shownIntent(change(ledger, ledger.find('intents', id), form), base);

function findEvent({ ledger, id }: Call): object {
  const found = ledger.account.events.find((event) => event.id === id);
  if (found === undefined) throw missing('id', 'event', id);
  return found;
}

function listRefunds({ ledger, form }: Call): object {
  const known = onlyKnown(form, ['payment_intent', 'charge', ...listParameters]);
  const [intentId, chargeId] = [textIn(known, 'payment_intent'), textIn(known, 'charge')];
  const refunds = Object.values(ledger.account.refunds).filter(
    ({ payment_intent: of, charge }) => of === (intentId ?? of) && charge === (chargeId ?? charge),
  );
  return listPage('/v1/refunds', refunds, known, shownRefund);
}

const publicRoutes: readonly string[] = [
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/confirm',
];

const routes: Readonly<Record<string, Respond>> = {
  'GET /v1/account': ({ ledger }) => shownAccount(ledger.account),
  'POST /v1/payment_intents': ({ ledger, form, base }) => shownIntent(createIntent(ledger, form), base),
  'GET /v1/payment_intents': ({ ledger, form, base }) => {
    const intents = Object.values(ledger.account.intents);
    const known = onlyKnown(form, listParameters);
    return listPage('/v1/payment_intents', intents, known, (one) => shownIntent(one, base));
  },
  'GET /v1/payment_intents/:id': onIntent((_, intent) => intent),
  'POST /v1/payment_intents/:id': onIntent(updateIntent),
  'POST /v1/payment_intents/:id/confirm': onIntent(confirmIntent),
  'POST /v1/payment_intents/:id/capture': onIntent(captureIntent),
  'POST /v1/payment_intents/:id/cancel': onIntent(cancelIntent),
  'POST /v1/checkout/sessions': ({ ledger, form, base }) => shownCheckout(createCheckout(ledger, form), base),
  'GET /v1/checkout/sessions/:id': ({ ledger, id, base }) =>
    shownCheckout(ledger.find('checkouts', id), base),
  'POST /v1/checkout/sessions/:id/expire': ({ ledger, id, base }) =>
    shownCheckout(expireCheckout(ledger, ledger.find('checkouts', id)), base),
  'POST /v1/customers': ({ ledger, form }) => shownCustomer(createCustomer(ledger, form)),
  'GET /v1/customers/:id': ({ ledger, id }) => shownCustomer(ledger.find('customers', id, 'id')),
  'POST /v1/customers/:id': ({ ledger, form, id }) =>
    shownCustomer(updateCustomer(ledger, ledger.find('customers', id, 'id'), form)),
  'DELETE /v1/customers/:id': ({ ledger, id }) => {
    delete ledger.account.customers[ledger.find('customers', id, 'id').id];
    return { id, object: 'customer', deleted: true };
  },
  'GET /v1/customers/:id/payment_methods': ({ ledger, form, id }) => {
    const cards = cardsOf(ledger, ledger.find('customers', id, 'id').id);
    const known = onlyKnown(form, listParameters);
    return listPage(`/v1/customers/${id}/payment_methods`, cards, known, shownCard);
  },
  'POST /v1/payment_methods/:id/detach': ({ ledger, id }) =>
    shownCard(detachCard(ledger, ledger.find('cards', id))),
  'POST /v1/refunds': ({ ledger, form }) => shownRefund(createRefund(ledger, form)),
  'GET /v1/refunds': listRefunds,
  'GET /v1/refunds/:id': ({ ledger, id }) => shownRefund(ledger.find('refunds', id)),
  'GET /v1/charges/:id': ({ ledger, id }) => shownCharge(ledger.find('charges', id)),
  'GET /v1/events/:id': findEvent,
};

const compiled = Object.entries(routes).map(([name, response]) => ({
  shape: new RegExp(`^${name.replace(':id', '([^/]+)')}$`),
  route: { response, isPublic: publicRoutes.includes(name) },
}));

/** Returns the route of a request; undefined when the emulator does not support it. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const { shape, route } of compiled) {
    const found = shape.exec(`${method} ${path}`);
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
