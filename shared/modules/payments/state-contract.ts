/** Endpoints that return a payment's status, as last known or as its provider reports it. */

import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { timestamp } from '../../kernel/http/fields.ts';
import { InvalidPaymentError } from './errors.ts';
import { paymentLimits } from './limits.ts';
import {
  amountField,
  base,
  captureMethod,
  currencyCode,
  decimal,
  gatewayStatus,
  paymentId,
  providerKey,
  redirectUrl,
  root,
  status,
  transactionId,
} from './transaction-contract.ts';

export const PaymentState = z
  .object({
    transactionId,
    paymentId,
    providerKey,
    sessionId: decimal('The provider’s id of the payment.', 'pi_3Mtw'),
    status,
    gatewayStatus,
    amount: amountField('Amount of the payment.', 49.9),
    amountReceived: amountField('Captured amount; refunds are not subtracted.', 49.9),
    amountRefunded: amountField('Refunded amount.', 0),
    currencyCode,
    captureMethod,
    redirectUrl,
    createdAt: timestamp('When the payment was created.'),
    updatedAt: timestamp('When the payment was last updated.'),
  })
  .check(z.meta({ id: 'PaymentState', description: 'The status of a payment.' }));
export type PaymentState = z.infer<typeof PaymentState>;

const refreshes = {
  table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  secrets: 'open',
} as const;

export const getPaymentStatus = defineEndpoint({
  ...base,
  ...operation('getPaymentStatus', 'GET', `${root}/status`),
  summary: 'Get the status of a payment',
  description:
    `Returns the status of a payment. While the payment is open, the provider is queried at most every ${paymentLimits.refreshEverySeconds} ` +
    'seconds; if it does not respond in time, the stored status is returned.',
  feature: 'payment_gateways.view',
  query: z.object({ transactionId }),
  success: returns(PaymentState),
  errors: ['not_found', 'scope_forbidden'],
  etag: true,
  permissions: refreshes,
  timeoutSeconds: 20,
});

export const RefreshPayment = z.object({ transactionId });

export const refreshPayment = defineEndpoint({
  ...base,
  ...operation('refreshPayment', 'POST', `${root}/status`),
  summary: 'Refresh the status of a payment',
  description: 'Queries the provider now, also for a closed payment, and returns the updated status.',
  feature: 'payment_gateways.manage',
  body: RefreshPayment,
  invalidError: InvalidPaymentError,
  success: returns(PaymentState),
  errors: [
    'not_found',
    'unknown_payment_provider',
    'payment_provider_unavailable',
    'payment_provider_failed',
    'stale',
  ],
  etag: true,
  permissions: refreshes,
  timeoutSeconds: 20,
});
