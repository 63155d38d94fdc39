/** Endpoints that list and show payments. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, text, textOrNull, timestamp, timestampOrNull, uuid } from '../../kernel/http/fields.ts';
import { fromField, untilField } from '../../kernel/http/time-range.ts';
import { idFilter, listOf, listQuery } from '../../kernel/lists/list.ts';
import { IntegrationLog } from '../integrations/public-data.ts';
import { paymentLimits } from './limits.ts';
import { paymentStatuses } from './operations/status.ts';

export const base = { module: 'payments', auth: 'caller', scope: 'organization' } as const;
export const root = '/api/payment_gateways';
export const transactionExample = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
export const paymentExample = '8d1f7c52-3b4e-4b7b-9a55-0c2a6f1d9e33';

export const transactionId = uuid('Id of the transaction.');
export const paymentId = uuid(
  'The platform’s reference of the payment, for display and for other systems.',
  paymentExample,
);

export const status = z.enum(paymentStatuses).check(
  z.meta({
    id: 'PaymentUnifiedStatus',
    description:
      'Status of the payment. `pending` waits for the customer, `authorized` for a capture. After refunds it is ' +
      '`partially_refunded` or `refunded`; a dispute leaves it as it is.',
    examples: ['captured'],
  }),
);

/** Returns a new schema for every field, because a schema has one description. */
export function amountField(description: string, example: number) {
  return z.number().check(about(description, example));
}

/** An amount in a request. Its decimals are checked when its currency is known. */
export function requestedAmount(description: string) {
  return z.number().check(z.positive()).check(about(description, 10.5));
}

export const operationId = z
  .optional(text(paymentLimits.operationId))
  .check(
    about(
      'A text of your own that is the same in every try of one operation, like the header `Idempotency-Key`. Without ' +
        'either, the same request within 24 hours is the same operation: two refunds of the same amount need two ids.',
      'order-1001-refund-1',
    ),
  );

export const reason = z
  .optional(text(paymentLimits.reason, 0))
  .check(about('Reason. `duplicate` and `fraud` are passed on to Stripe.', 'requested_by_customer'));

export const currencyCode = z.string().check(about('ISO 4217 code of the currency.', 'EUR'));

export const providerKey = z.string().check(about('Key of the payment provider.', 'stripe'));

export const captureMethod = z
  .enum(['automatic', 'manual'])
  .check(
    about(
      '`automatic` captures the payment when the customer has confirmed it, `manual` only authorizes it.',
      'manual',
    ),
  );

export const decimal = (description: string, example: string) =>
  z.string().check(about(description, example));

export const gatewayStatus = textOrNull('The provider’s own status.', 'succeeded');
export const redirectUrl = textOrNull('Payment page to which you redirect the customer.', null);

export const Payment = z
  .object({
    id: transactionId,
    paymentId,
    providerKey,
    providerSessionId: decimal('The provider’s id of the payment.', 'pi_3Mtw'),
    gatewayPaymentId: textOrNull('The provider’s id of the charge.', 'ch_3Mtw'),
    gatewayRefundId: textOrNull('The provider’s id of the latest refund.', null),
    unifiedStatus: status,
    gatewayStatus,
    amount: decimal('Amount of the payment, with all decimals of the currency.', '49.90'),
    amountReceived: decimal('Captured amount.', '49.90'),
    amountRefunded: decimal('Refunded amount.', '0.00'),
    currencyCode,
    captureMethod,
    orderId: textOrNull('Order of the payment.', null),
    description: textOrNull('Description of the payment.', 'Order SO-1001'),
    isDisputed: z.boolean().check(about('Whether the customer’s bank disputes the payment.', false)),
    redirectUrl,
    lastWebhookAt: timestampOrNull('When the provider last sent a message.'),
    lastPolledAt: timestampOrNull('When the provider was last queried.'),
    createdAt: timestamp('When the payment was created.'),
    updatedAt: timestamp('When the payment was last updated.'),
    organizationId: uuid('Organization of the payment.'),
  })
  .check(z.meta({ id: 'Payment', description: 'A payment transaction.' }));
export type Payment = z.infer<typeof Payment>;

export const ListPayments = z.object({
  ...listQuery({
    sortFields: ['createdAt', 'status', 'providerKey'],
    searches: 'the provider and the ids of transaction, payment, order, session, charge and latest refund',
  }),
  ...idFilter(),
  status: z.optional(z.enum(paymentStatuses)).check(about('Only payments with this status.', 'captured')),
  providerKey: z
    .optional(z.string().check(z.maxLength(64)))
    .check(about('Only payments of this provider.', 'stripe')),
  from: z.optional(fromField('Only payments that were created at or after this time.')),
  to: z.optional(untilField('Only payments that were created at or before this time.')),
});
export type ListPayments = z.infer<typeof ListPayments>;

export const listPayments = defineEndpoint({
  ...base,
  ...operation('listPayments', 'GET', `${root}/transactions`),
  summary: 'List payments',
  description: 'Returns the payments of the organization, newest first.',
  feature: 'payment_gateways.view',
  query: ListPayments,
  success: returns(listOf(Payment)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

const refund = z.object({
  id: decimal('The provider’s id of the refund.', 're_3Mtw'),
  amount: decimal('Amount of the refund.', '10.00'),
  status: z
    .enum(['pending', 'succeeded', 'failed', 'cancelled'])
    .check(about('Status of the refund.', 'succeeded')),
  reason: textOrNull('Reason of the refund.', 'requested_by_customer'),
  createdAt: timestamp('When it was first reported.'),
});
const dispute = z.object({
  id: decimal('The provider’s id of the dispute.', 'dp_3Mtw'),
  amount: decimal('Disputed amount.', '49.90'),
  status: decimal('Name of the provider for it.', 'needs_response'),
  reason: textOrNull('Reason of the dispute.', 'fraudulent'),
  isClosed: z.boolean().check(about('Whether the dispute is closed.', false)),
  createdAt: timestamp('When it was first reported.'),
});
const entry = z.object({
  source: z
    .enum(['session', 'operation', 'webhook', 'refresh', 'sweep'])
    .check(
      about(
        'Source of the entry: the creation of the session, an operation, a webhook of the provider, or a query.',
        'webhook',
      ),
    ),
  eventType: decimal('The type of the provider’s message, or the operation.', 'payment_intent.succeeded'),
  actor: textOrNull(
    'Who caused it: a user, an API key, the provider, or the platform; null for entries of earlier versions.',
    'provider:stripe',
  ),
  amount: textOrNull(
    'Amount of a new payment, else what was captured or refunded; null if neither was.',
    '49.90',
  ),
  receivedAt: timestamp('When.'),
  idempotencyKey: textOrNull('Idempotency key: the id of a webhook message or of an operation.', 'evt_3Mtw'),
  unifiedStatus: status,
  processed: z.boolean().check(about('Whether it changed the payment.', true)),
});

export const PaymentDetail = z
  .object({
    ...Payment.shape,
    metadata: z
      .nullable(z.record(z.string(), z.unknown()))
      .check(about('As sent with the session.', { channel: 'web' })),
    gatewayMetadata: z
      .nullable(z.record(z.string(), z.unknown()))
      .check(about('Additional data of the provider.', { paymentIntentId: 'pi_3Mtw' })),
    refunds: z.array(refund).check(about('Every refund, including those made at the provider.', [])),
    disputes: z.array(dispute).check(about('Every dispute.', [])),
    webhookLog: z
      .array(entry)
      .check(
        about(`History of the payment, newest first: the latest ${paymentLimits.historyEntries} entries.`),
      ),
    expiresAt: timestampOrNull('When the session expires.'),
  })
  .check(z.meta({ id: 'PaymentDetail', description: 'A payment with its history.' }));
export type PaymentDetail = z.infer<typeof PaymentDetail>;

export const getPayment = defineEndpoint({
  ...base,
  ...operation('getPayment', 'GET', `${root}/transactions/{id}`),
  summary: 'Read a payment with its history',
  description:
    'Returns a payment with its refunds, disputes and history, and the log entries of the provider’s ' +
    'integration about it.',
  feature: 'payment_gateways.view',
  params: z.object({ id: uuid('Id of the transaction.') }),
  success: returns(
    z.object({
      transaction: PaymentDetail,
      logs: z
        .array(IntegrationLog)
        .check(about(`The latest ${paymentLimits.historyEntries} entries of the log.`)),
    }),
  ),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['Query'] },
});
