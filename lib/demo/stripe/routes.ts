/** The supported endpoints of Stripe's API. */
import * as z from 'zod/mini';
import { checkoutParameters, createCheckout, expireCheckout } from './checkout.ts';
import {
  createCustomer,
  customerParameters,
  customerUpdateParameters,
  detachCard,
  updateCustomer,
} from './customers.ts';
import { invalid, refused } from './faults.ts';
import { type Form, optionalText, parseParameters } from './form.ts';
import {
  cancelIntent,
  cancelParameters,
  captureIntent,
  captureParameters,
  confirmIntent,
  confirmParameters,
  createIntent,
  intentParameters,
  intentUpdateParameters,
  updateIntent,
} from './intents.ts';
import type { Ledger } from './ledger.ts';
import { listParameters, pageOf } from './lists.ts';
import type { Kind, Refund, StoredObjects } from './objects.ts';
import { createRefund, refundParameters } from './refunds.ts';

interface Call {
  ledger: Ledger;
  form: Form;
  path: string;
  /** The id in the path. */
  id: string;
}
type Endpoint = (call: Call) => object;

const read =
  (kind: Kind): Endpoint =>
  ({ ledger, id }) =>
    ledger.show(kind, ledger.find(kind, id));

const create =
  <K extends Kind, Schema extends z.ZodMiniType>(
    kind: K,
    parameters: Schema,
    add: (ledger: Ledger, fields: z.output<Schema>) => StoredObjects[K],
  ): Endpoint =>
  ({ ledger, form }) =>
    ledger.show(kind, add(ledger, parseParameters(parameters, form)));

const change =
  <K extends Kind, Schema extends z.ZodMiniType>(
    kind: K,
    parameters: Schema,
    act: (ledger: Ledger, object: StoredObjects[K], given: z.output<Schema>) => unknown,
  ): Endpoint =>
  ({ ledger, form, id }) => {
    const object = ledger.find(kind, id);
    act(ledger, object, parseParameters(parameters, form));
    return ledger.show(kind, object);
  };

const none = z.strictObject({});

/** Returns a page of the objects that the filter selects. */
function list<K extends Kind>(
  { ledger, path }: Call,
  kind: K,
  parameters: z.output<typeof listParameters>,
  isListed: (object: StoredObjects[K]) => boolean = () => true,
) {
  const { page, has_more } = pageOf(Object.values(ledger.objects(kind)).filter(isListed), parameters);
  return { object: 'list', url: path, has_more, data: page.map((one) => ledger.show(kind, one)) };
}

const refundList = z.extend(listParameters, { payment_intent: optionalText, charge: optionalText });

const endpoints: Readonly<Record<string, Endpoint>> = {
  'GET /v1/account': ({ ledger }) => ({ id: ledger.account.id, object: 'account', type: 'standard' }),
  'POST /v1/payment_intents': create('intents', intentParameters, createIntent),
  'GET /v1/payment_intents': (call) => list(call, 'intents', parseParameters(listParameters, call.form)),
  'GET /v1/payment_intents/:id': read('intents'),
  'POST /v1/payment_intents/:id': change('intents', intentUpdateParameters, updateIntent),
  'POST /v1/payment_intents/:id/confirm': change('intents', confirmParameters, confirmIntent),
  'POST /v1/payment_intents/:id/capture': change('intents', captureParameters, captureIntent),
  'POST /v1/payment_intents/:id/cancel': change('intents', cancelParameters, cancelIntent),
  'POST /v1/checkout/sessions': create('checkouts', checkoutParameters, createCheckout),
  'GET /v1/checkout/sessions/:id': read('checkouts'),
  'POST /v1/checkout/sessions/:id/expire': change('checkouts', none, expireCheckout),
  'POST /v1/customers': create('customers', customerParameters, createCustomer),
  'GET /v1/customers/:id': read('customers'),
  'POST /v1/customers/:id': change('customers', customerUpdateParameters, updateCustomer),
  'DELETE /v1/customers/:id': ({ ledger, id }) => {
    delete ledger.objects('customers')[ledger.find('customers', id).id];
    return { id, object: 'customer', deleted: true };
  },
  'GET /v1/customers/:id/payment_methods': (call) => {
    const { id } = call.ledger.find('customers', call.id);
    return list(call, 'cards', parseParameters(listParameters, call.form), ({ customer }) => customer === id);
  },
  'POST /v1/payment_methods/:id/detach': change('cards', none, detachCard),
  'POST /v1/refunds': create('refunds', refundParameters, createRefund),
  'GET /v1/refunds': (call) => {
    const { payment_intent: intent, charge, ...parameters } = parseParameters(refundList, call.form);
    const isListed = (one: Refund) =>
      [null, one.payment_intent].includes(intent) && [null, one.charge].includes(charge);
    return list(call, 'refunds', parameters, isListed);
  },
  'GET /v1/refunds/:id': read('refunds'),
  'GET /v1/charges/:id': read('charges'),
  'GET /v1/events/:id': read('events'),
};

/** Browsers may call them with the publishable key and the client secret of the intent. */
const publicEndpoints: readonly string[] = [
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/confirm',
];

const compiled = Object.entries(endpoints).map(([name, endpoint]) => ({
  isPublic: publicEndpoints.includes(name),
  pattern: new RegExp(`^${name.replace(':id', '([^/]+)')}$`),
  endpoint,
}));

/** Returns a call without the client secret. Throws StripeFault when the secret is not the one of the intent. */
function withoutClientSecret({ form, ...call }: Call, isRequired: boolean): Call {
  const { client_secret: secret, ...others } = form;
  const { client_secret: expected } = call.ledger.find('intents', call.id);
  if (secret === expected || (secret === undefined && !isRequired)) return { ...call, form: others };
  throw refused('The client_secret provided does not match any associated PaymentIntent.', {
    code: 'payment_intent_invalid_parameter',
    param: 'client_secret',
  });
}

/** Executes a request; `hasSecretKey`: not with the publishable key. Throws StripeFault. */
export function executeCall(
  ledger: Ledger,
  { method, path, form: { expand: _, ...form } }: { method: string; path: string; form: Form },
  hasSecretKey: boolean,
): object {
  for (const { pattern, endpoint, isPublic } of compiled) {
    const found = pattern.exec(`${method} ${path}`);
    if (!found) continue;
    if (!isPublic && !hasSecretKey)
      throw invalid('This API call cannot be made with a publishable API key.', {}, 401);
    const call = { ledger, form, path, id: found[1] ?? '' };
    return endpoint(isPublic ? withoutClientSecret(call, !hasSecretKey) : call);
  }
  throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
}
