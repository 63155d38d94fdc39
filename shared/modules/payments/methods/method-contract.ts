/** Endpoints for the payment methods that customers have saved with a provider. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, textOrNull, timestamp, timestampOrNull } from '../../../kernel/http/fields.ts';
import { replayedField } from '../../../kernel/http/replayed.ts';
import { paymentLimits } from '../limits.ts';
import { webUrl } from '../sessions/web-url.ts';
import { base, providerKey, root } from '../transaction-contract.ts';
import { customerReference, methodExample, methodId } from './method-fields.ts';

const methodsRoot = `${root}/payment_methods`;
const byId = `${methodsRoot}/{id}`;

/** The customer whose payment methods are requested. */
const owner = { providerKey: providerKey.check(z.maxLength(64)), customerReference };
const params = z.object({ id: methodId('Id of the payment method.') });

const numberOrNull = (description: string, example: number) =>
  z.nullable(z.int()).check(about(description, example));

export const PaymentMethod = z
  .object({
    id: z.string().check(about('The provider’s id of the payment method.', methodExample)),
    providerKey,
    customerReference,
    type: z.string().check(about('Kind of payment method, as the provider names it.', 'card')),
    brand: textOrNull('Brand of a card.', 'visa'),
    last4: textOrNull('Last four digits of a card or account.', '4242'),
    expiryMonth: numberOrNull('Month in which a card expires, from 1.', 12),
    expiryYear: numberOrNull('Year in which a card expires.', 2030),
    wallet: textOrNull('Wallet that holds the card, such as `apple_pay`.', null),
    isDefault: z.boolean().check(about('The customer’s default payment method.', true)),
    createdAt: timestamp('When the payment method was created at the provider.'),
  })
  .check(z.meta({ id: 'PaymentMethod', description: 'A payment method that a customer has saved.' }));
export type PaymentMethod = z.infer<typeof PaymentMethod>;

const errors = [
  'unknown_payment_provider',
  'payment_methods_unsupported',
  'payment_provider_unavailable',
  'payment_provider_failed',
] as const;

const fromProvider =
  ' Card details are read from the provider with each request; the platform stores ids only.';

export const ListPaymentMethods = z.object(owner);
export type ListPaymentMethods = z.infer<typeof ListPaymentMethods>;

export const listPaymentMethods = defineEndpoint({
  ...base,
  ...operation('listPaymentMethods', 'GET', methodsRoot),
  summary: 'List the saved payment methods of a customer',
  description:
    'Returns the saved payment methods of a customer; the list may be empty. It is not paginated and has no ' +
    `\`format\`, because the platform does not store its fields.${fromProvider}`,
  feature: 'payment_gateways.view',
  query: ListPaymentMethods,
  success: returns(
    z.object({
      items: z.array(PaymentMethod).check(about(`Newest first, at most ${paymentLimits.paymentMethods}.`)),
    }),
  ),
  errors,
  permissions: {
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
    secrets: 'open',
  },
  timeoutSeconds: 20,
});

export const getPaymentMethod = defineEndpoint({
  ...base,
  ...operation('getPaymentMethod', 'GET', byId),
  summary: 'Read a saved payment method',
  description: `Returns one payment method of a customer.${fromProvider}`,
  feature: 'payment_gateways.view',
  params,
  query: z.object(owner),
  success: returns(PaymentMethod),
  errors: [...errors, 'not_found'],
  etag: true,
  permissions: {
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
    secrets: 'open',
  },
  timeoutSeconds: 20,
});

export const UpdatePaymentMethod = z.object({
  ...owner,
  isDefault: z
    .literal(true)
    .check(about('Makes it the default of the customer and replaces the previous default.', true)),
});
export type UpdatePaymentMethod = z.infer<typeof UpdatePaymentMethod>;

export const updatePaymentMethod = defineEndpoint({
  ...base,
  ...operation('updatePaymentMethod', 'PUT', byId),
  summary: 'Make a saved payment method the default',
  description: 'Makes the payment method the default of its customer, here and at the provider.',
  feature: 'payment_gateways.manage',
  params,
  body: UpdatePaymentMethod,
  success: returns(PaymentMethod),
  errors: [...errors, 'not_found', 'stale'],
  etag: true,
  permissions: {
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
    secrets: 'open',
  },
  timeoutSeconds: 25,
});

export const deletePaymentMethod = defineEndpoint({
  ...base,
  ...operation('deletePaymentMethod', 'DELETE', byId),
  summary: 'Delete a saved payment method',
  description:
    'Detaches the payment method from its customer at the provider; it cannot be used or attached again. An ' +
    'interrupted request is completed when you repeat it, or when the provider’s message arrives.',
  feature: 'payment_gateways.manage',
  params,
  query: z.object(owner),
  success: returns(
    z.object({
      success: alwaysTrue(),
    }),
  ),
  errors: [...errors, 'not_found', 'stale'],
  etag: true,
  permissions: {
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
    secrets: 'open',
  },
  timeoutSeconds: 25,
});

export const CreatePaymentMethodSetup = z.object({
  ...owner,
  successUrl: webUrl(
    'URL to which the provider’s page redirects the customer afterwards; `{CHECKOUT_SESSION_ID}` in it becomes ' +
      'the session’s id with Stripe.',
  ),
  cancelUrl: z.optional(webUrl('URL to which it redirects a customer who saves nothing.')),
});
export type CreatePaymentMethodSetup = z.infer<typeof CreatePaymentMethodSetup>;

export const PaymentMethodSetup = z
  .object({
    setupId: z.string().check(about('The provider’s id of the page’s session.', 'cs_test_b2')),
    providerKey,
    customerReference,
    redirectUrl: z
      .string()
      .check(
        about(
          'Page of the provider to which you redirect the customer.',
          'https://checkout.stripe.com/c/setup/cs_test_b2',
        ),
      ),
    expiresAt: timestampOrNull('When the page expires.'),
    ...replayedField(),
  })
  .check(
    z.meta({ id: 'PaymentMethodSetup', description: 'A page on which a customer saves a payment method.' }),
  );
export type PaymentMethodSetup = z.infer<typeof PaymentMethodSetup>;

export const createPaymentMethodSetup = defineEndpoint({
  ...base,
  ...operation('createPaymentMethodSetup', 'POST', `${methodsRoot}/setups`),
  summary: 'Create a page on which a customer saves a payment method',
  description:
    'Creates a page at the provider on which the customer enters a payment method for later payments; nothing ' +
    'is charged. The payment method then is in the list of the customer, and the event ' +
    '`payment_gateways.payment_method.created` is published when the provider’s message arrives. To save a ' +
    'payment method together with a payment, create a payment session with `savePaymentMethod`. Each request ' +
    'creates a new page unless it has an `Idempotency-Key`.',
  feature: 'payment_gateways.manage',
  body: CreatePaymentMethodSetup,
  idempotencyKey: 'own',
  success: creates(PaymentMethodSetup),
  errors: [...errors, 'payment_operation_conflict', 'payment_operation_in_progress'],
  permissions: {
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
    secrets: 'seal and open',
  },
  timeoutSeconds: 25,
});
