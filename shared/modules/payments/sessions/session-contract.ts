/** Endpoint that creates a payment. */

import * as z from 'zod/mini';
import { decimalsOf } from '../../../kernel/base/currencies.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { creates, defineEndpoint, operation } from '../../../kernel/http/endpoint-spec.ts';
import { about, text, uuid } from '../../../kernel/http/fields.ts';
import { replayedField } from '../../../kernel/http/replayed.ts';
import { InvalidPaymentError } from '../errors.ts';
import { paymentLimits } from '../limits.ts';
import { customerReference, methodId } from '../methods/method-fields.ts';
import {
  base,
  captureMethod,
  paymentExample,
  paymentId,
  providerKey,
  requestedAmount,
  root,
  status,
  transactionExample,
  transactionId,
} from '../transaction-contract.ts';
import { webUrl } from './web-url.ts';

export const CreatePaymentSession = z.object({
  providerKey: text(64).check(
    about('Payment provider, as GET /api/payment_gateways/providers lists them.', 'stripe'),
  ),
  amount: requestedAmount(
    'Amount to pay, in the main unit of the currency, with no more decimals than the currency has: `10.5` is ' +
      '10.50 EUR.',
  ),
  currencyCode: z
    .string()
    .check(
      z.toUpperCase(),
      z.refine((code) => decimalsOf(code) !== undefined, {
        error: 'must be the ISO 4217 code of a currency',
      }),
    )
    .check(about('ISO 4217 code of the currency.', 'EUR')),
  captureMethod: z
    ._default(captureMethod, 'automatic')
    .check(about('`automatic` (the default) or `manual`.', 'manual')),
  description: z
    .optional(z.nullable(text(paymentLimits.description, 0)))
    .check(about('Description of the payment.', 'Order SO-1001')),
  orderId: z.optional(z.nullable(uuid('Id of the order in your own system.'))),
  metadata: z
    .optional(z.nullable(z.record(z.string(), z.unknown())))
    .check(
      z.refine((value) => Buffer.byteLength(toJson(value ?? null)) <= paymentLimits.metadataBytes, {
        error: `must have at most ${paymentLimits.metadataBytes} bytes`,
      }),
    )
    .check(
      about('Your own data about the payment. The provider receives what fits its limits.', {
        channel: 'web',
      }),
    ),
  mode: z
    .optional(z.enum(['embedded', 'redirect']))
    .check(
      about(
        '`embedded` (the default): the customer pays in your page, with `clientSecret`. `redirect`: the ' +
          'customer pays on a page of the provider (`redirectUrl`); requires `successUrl`. Returns 422 if the ' +
          'provider has no such page.',
        'redirect',
      ),
    ),
  successUrl: z.optional(
    webUrl(
      'URL to which a hosted payment page redirects the customer afterwards; `{CHECKOUT_SESSION_ID}` in it ' +
        'becomes the session’s id with Stripe.',
    ),
  ),
  cancelUrl: z.optional(webUrl('URL to which it redirects a customer who does not pay.')),
  customerReference: z.optional(customerReference),
  savePaymentMethod: z
    .optional(z.boolean())
    .check(
      about(
        'Saves the payment method for later payments without the customer; requires `customerReference`. Get ' +
          'the customer’s consent first.',
        false,
      ),
    ),
  paymentMethodId: z.optional(
    methodId(
      'Saved payment method of the customer to charge at once, without the customer; needs `customerReference`. ' +
        '`status` and `failure` of the response contain the result.',
    ),
  ),
});
export type CreatePaymentSession = z.infer<typeof CreatePaymentSession>;

const PaymentFailure = z
  .object({
    code: z
      .enum(['authentication_required', 'declined'])
      .check(
        about(
          '`authentication_required`: the bank requires the customer; bring them back and confirm with ' +
            '`clientSecret` in their browser. `declined`: the bank refuses; ask for another payment method, with which ' +
            '`clientSecret` can be confirmed as well.',
          'authentication_required',
        ),
      ),
    declineCode: z
      .nullable(z.string())
      .check(about('The provider’s reason, if it gives one.', 'insufficient_funds')),
  })
  .check(
    z.meta({
      id: 'PaymentFailure',
      description: 'Why a saved payment method could not be charged; absent unless `status` is `failed`.',
    }),
  );
export type PaymentFailure = z.infer<typeof PaymentFailure>;

export const PaymentSession = z
  .object({
    transactionId,
    paymentId,
    sessionId: z.string().check(about('The provider’s id of the payment.', 'pi_3Mtw')),
    providerKey,
    clientSecret: z
      .optional(z.string())
      .check(
        about(
          'Secret with which the provider’s library in the customer’s browser confirms the payment. Shown this once; absent when ' +
            'the provider needs none.',
          'pi_3Mtw_secret_8Kq',
        ),
      ),
    redirectUrl: z
      .optional(z.string())
      .check(
        about(
          'Payment page to which you redirect the customer; absent unless `mode` is `redirect`.',
          'https://checkout.stripe.com/c/pay/cs_test_a1',
        ),
      ),
    providerData: z.nullable(z.record(z.string(), z.unknown())).check(
      about('Additional data for the browser: `paymentIntentId` and `publishableKey` with Stripe.', {
        paymentIntentId: 'pi_3Mtw',
        publishableKey: 'pk_test_1',
      }),
    ),
    clientSession: z.nullable(z.record(z.string(), z.unknown())).check(
      about('How a page can render the payment form; null if the provider has none.', {
        type: 'embedded',
        rendererKey: 'stripe.payment_element',
        payload: { clientSecret: 'pi_3Mtw_secret_8Kq', publishableKey: 'pk_test_1' },
      }),
    ),
    status,
    failure: z.optional(PaymentFailure),
    ...replayedField(),
  })
  .check(z.meta({ id: 'PaymentSession', description: 'A new payment.' }));
export type PaymentSession = z.infer<typeof PaymentSession>;

export const createPaymentSession = defineEndpoint({
  ...base,
  ...operation('createPaymentSession', 'POST', `${root}/sessions`),
  summary: 'Create a payment session',
  description:
    'Starts a payment at a provider, with the credentials of the organization’s integration. The customer then ' +
    'confirms it in the browser or on the page of `redirectUrl`. With `paymentMethodId`, a saved payment method ' +
    'is charged immediately: the response is 201 with the `status` `captured`, `authorized`, `pending` or ' +
    '`failed`, also if the bank declines. Each request starts a new payment unless it has an `Idempotency-Key`.',
  feature: 'payment_gateways.manage',
  body: CreatePaymentSession,
  invalidError: InvalidPaymentError,
  idempotencyKey: 'own',
  success: creates(PaymentSession, { description: 'The new payment, usually waiting for the customer.' }),
  errors: [
    'unknown_payment_provider',
    'payment_methods_unsupported',
    'payment_provider_unavailable',
    'not_found',
    'payment_operation_conflict',
    'payment_operation_in_progress',
    'payment_provider_failed',
  ],
  permissions: {
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
    secrets: 'seal and open',
  },
  timeoutSeconds: 25,
  example: {
    summary: 'A card payment that is captured later',
    response: {
      transactionId: transactionExample,
      paymentId: paymentExample,
      sessionId: 'pi_3Mtw',
      providerKey: 'stripe',
      clientSecret: 'pi_3Mtw_secret_8Kq',
      providerData: { paymentIntentId: 'pi_3Mtw', publishableKey: 'pk_test_1' },
      clientSession: null,
      status: 'pending',
    },
  },
});
