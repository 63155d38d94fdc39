/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';
import type { AppError, FieldErrors } from '../../kernel/errors/app-error.ts';
import { IntegrationDisabledError } from '../integrations/public-data.ts';

export const InvalidPaymentError = apiError({
  code: 'invalid_payment',
  status: 422,
  when:
    'The payment is not possible: the amount or currency is invalid, or another value does not match its ' +
    'schema; `details` names every invalid field.',
  message: (_fields: FieldErrors) => 'The request is not valid; see details.',
  details: (fields) => fields,
  example: [{ amount: 'must have at most 2 decimals, as EUR has' }],
});

export const UnknownPaymentProviderError = apiError({
  code: 'unknown_payment_provider',
  status: 422,
  when: 'No payment provider has this key, or that of the payment was removed from the deployment.',
  message: (providerKey: string, _providerKeys: readonly string[]) =>
    `There is no payment provider "${providerKey}".`,
  details: (_, providerKeys) => ({ providerKey: `must be one of: ${providerKeys.join(', ')}` }),
  example: ['paypal', ['stripe', 'manual']],
});

/** `cause` says whether the integration is disabled or lacks credentials, and where to change it. */
export const PaymentProviderUnavailableError = apiError({
  code: 'payment_provider_unavailable',
  status: 422,
  when: 'The integration of the payment provider is disabled or has no credentials.',
  message: (cause: AppError) => cause.message,
  body: ({ body: { message, ...body } }) => body,
  cause: (cause) => cause,
  example: [new IntegrationDisabledError('gateway_stripe', 'switched off')],
});

export const PaymentMethodsUnsupportedError = apiError({
  code: 'payment_methods_unsupported',
  status: 422,
  when: 'The payment provider cannot store payment methods of customers.',
  message: (title: string) => `Payment methods cannot be saved with ${title}.`,
  example: ['Bank transfer or cash'],
});

/** The provider was not called. */
export const PaymentStateError = apiError({
  code: 'payment_state',
  status: 409,
  when: 'The status of the payment or its remaining amount does not allow the operation.',
  message: (message: string, _status: string) => message,
  body: (_, status) => ({ status }),
  example: ['A cancelled payment cannot be captured.', 'cancelled'],
});

export const PaymentOperationConflictError = apiError({
  code: 'payment_operation_conflict',
  status: 409,
  when: 'The `operationId` or `Idempotency-Key` was used for another operation within a day.',
  message: (_operationId: string) => 'This operationId was used for a different operation.',
  body: (operationId) => ({ operationId }),
  example: ['order-1001-capture'],
});

export const PaymentOperationInProgressError = apiError({
  code: 'payment_operation_in_progress',
  status: 409,
  when: 'An operation of the payment is in progress, possibly this one; repeat the request after `Retry-After`.',
  message: 'Another operation of this payment is in progress; repeat the request shortly.',
  headers: { 'retry-after': '2' },
});

/** The provider failed or its response is unknown. Its response is in the integration's log. */
export const PaymentProviderFailedError = apiError({
  code: 'payment_provider_failed',
  status: 502,
  when:
    'The payment provider rejected the request, failed or did not respond in time. Repeat the same request: ' +
    'nothing is done twice. The log of the integration contains the response of the provider.',
  message: (_cause?: unknown) =>
    'The payment provider failed or did not respond. Repeat the request: nothing is done twice.',
  cause: (cause) => cause,
});
