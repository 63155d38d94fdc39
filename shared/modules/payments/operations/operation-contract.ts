/** Endpoints that capture, refund and cancel payments. */

import * as z from 'zod/mini';
import { defineEndpoint, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';
import { replayedField } from '../../../kernel/http/replayed.ts';
import { InvalidPaymentError } from '../errors.ts';
import {
  amountField,
  base,
  operationId,
  reason,
  requestedAmount,
  root,
  status,
  transactionExample,
  transactionId,
} from '../transaction-contract.ts';

const errors = [
  'not_found',
  'payment_state',
  'unknown_payment_provider',
  'payment_provider_unavailable',
  'payment_operation_conflict',
  'payment_operation_in_progress',
  'payment_provider_failed',
  'stale',
] as const;

const operationBase = {
  ...base,
  method: 'POST',
  invalidError: InvalidPaymentError,
  idempotencyKey: 'own',
  errors,
  permissions: {
    table: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    secrets: 'open',
  },
  timeoutSeconds: 20,
} as const;

const once =
  ' The operation is idempotent: for 24 hours, the same request returns the first response with `replayed: ' +
  'true`, also if the first request was interrupted. To repeat an operation on purpose, such as a second refund ' +
  'of the same amount, send another `Idempotency-Key` or `operationId`. `If-Match` takes the `ETag` of the ' +
  'payment or of its status; it is not checked for a repeated request.';

export const CapturePayment = z.object({
  transactionId,
  amount: z.optional(requestedAmount('Amount to capture; by default the whole authorized amount.')),
  operationId,
});
export type CapturePayment = z.infer<typeof CapturePayment>;

export const capturePayment = defineEndpoint({
  ...operationBase,
  operationId: 'capturePayment',
  path: `${root}/capture`,
  summary: 'Capture a payment',
  description:
    'Captures the authorized amount or a part of it; the rest is released. For a bank transfer or cash, it ' +
    'records that the money has arrived, in one or more parts. Repeating a full capture returns the same ' +
    'response.' +
    once,
  feature: 'payment_gateways.capture',
  body: CapturePayment,
  success: returns(
    z.object({
      ...replayedField(),
      transactionId,
      status,
      capturedAmount: amountField('Total captured amount so far.', 49.9),
      providerData: z
        .nullable(z.record(z.string(), z.unknown()))
        .check(about('The provider’s `chargeId`.', { chargeId: 'ch_3Mtw' })),
    }),
  ),
});

export const RefundPayment = z.object({
  transactionId,
  amount: z.optional(requestedAmount('Amount to refund; by default the whole remaining amount.')),
  reason,
  operationId,
});
export type RefundPayment = z.infer<typeof RefundPayment>;

export const refundPayment = defineEndpoint({
  ...operationBase,
  operationId: 'refundPayment',
  path: `${root}/refund`,
  summary: 'Refund a payment',
  description:
    'Refunds the captured amount or a part of it, in one or more refunds. While the provider is still ' +
    'processing a refund, the status of the payment does not change. After the bank has returned a refund, the ' +
    'same request without `Idempotency-Key` and `operationId` refunds again.' +
    once,
  stepUp: true,
  feature: 'payment_gateways.refund',
  body: RefundPayment,
  success: returns(
    z.object({
      ...replayedField(),
      transactionId,
      refundId: z.string().check(about('The provider’s id of the refund.', 're_3Mtw')),
      status,
      refundedAmount: amountField('Amount of this refund.', 10),
      refundStatus: z
        .enum(['pending', 'succeeded', 'failed', 'cancelled'])
        .check(about('Status of the refund.', 'succeeded')),
    }),
  ),
  example: {
    summary: 'A part of the amount',
    response: {
      transactionId: transactionExample,
      refundId: 're_3Mtw',
      status: 'partially_refunded',
      refundedAmount: 10,
      refundStatus: 'succeeded',
    },
  },
});

export const CancelPayment = z.object({ transactionId, reason, operationId });
export type CancelPayment = z.infer<typeof CancelPayment>;

export const cancelPayment = defineEndpoint({
  ...operationBase,
  operationId: 'cancelPayment',
  path: `${root}/cancel`,
  summary: 'Cancel a payment',
  description:
    'Cancels a payment and releases the amount that was not captured. Parts that were captured before can still ' +
    `be refunded. A payment that was captured in full cannot be cancelled.${once}`,
  feature: 'payment_gateways.manage',
  body: CancelPayment,
  success: returns(z.object({ ...replayedField(), transactionId, status })),
  example: {
    summary: 'Before the capture',
    response: { transactionId: transactionExample, status: 'cancelled' },
  },
});
