/** The errors of this module. Each function declares those that it throws; `paymentErrors` documents them all. */

import { AppError, type DocumentedError, type FieldErrors } from '../../kernel/errors/app-error.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { CredentialsMissingError, IntegrationDisabledError } from '../integrations/public-light.ts';

export const invalidPayment = { code: 'invalid_payment', status: 422 } as const;
const unknownPaymentProvider = { code: 'unknown_payment_provider', status: 422 } as const;
const paymentProviderUnavailable = { code: 'payment_provider_unavailable', status: 422 } as const;
const paymentMethodsUnsupported = { code: 'payment_methods_unsupported', status: 422 } as const;
const paymentState = { code: 'payment_state', status: 409 } as const;
const paymentOperationConflict = { code: 'payment_operation_conflict', status: 409 } as const;
const paymentOperationInProgress = { code: 'payment_operation_in_progress', status: 409 } as const;
const paymentProviderFailed = { code: 'payment_provider_failed', status: 502 } as const;

/** The amount or currency of a payment is invalid. */
export class InvalidPaymentError extends InvalidInputError {
  constructor(fields: FieldErrors) {
    super(fields, undefined, invalidPayment);
  }
}

/** No payment provider has this key, or the provider of a payment was removed from the deployment. */
export class UnknownPaymentProviderError extends AppError {
  constructor(providerKey: string, providerKeys: readonly string[]) {
    super(unknownPaymentProvider, `There is no payment provider "${providerKey}".`, {
      body: { details: [{ field: 'providerKey', message: `must be one of: ${providerKeys.join(', ')}` }] },
    });
  }
}

/** The provider's integration is disabled or lacks credentials; `cause` says which, and where to change it. */
export class PaymentProviderUnavailableError extends AppError {
  constructor(cause: CredentialsMissingError | IntegrationDisabledError) {
    const { message, ...body } = cause.body;
    super(paymentProviderUnavailable, cause.message, { body, cause });
  }
}

/** The provider does not store payment methods of customers. */
export class PaymentMethodsUnsupportedError extends AppError {
  constructor(title: string) {
    super(paymentMethodsUnsupported, `Payment methods cannot be saved with ${title}.`);
  }
}

/** The payment's state or its remaining amount does not allow the request. The provider was not called. */
export class PaymentStateError extends AppError {
  constructor(message: string, status: string) {
    super(paymentState, message, { body: { status } });
  }
}

/** The id of the operation was used for a different operation. */
export class PaymentOperationConflictError extends AppError {
  constructor(operationId: string) {
    super(paymentOperationConflict, 'This operationId was used for a different operation.', {
      body: { operationId },
    });
  }
}

/** An operation of the payment is in progress, perhaps this one. */
export class PaymentOperationInProgressError extends AppError {
  constructor() {
    super(
      paymentOperationInProgress,
      'Another operation of this payment is in progress; repeat the request shortly.',
      {
        headers: { 'retry-after': '2' },
      },
    );
  }
}

/** The provider failed or its response is unknown. Its response is in the integration's log. */
export class PaymentProviderFailedError extends AppError {
  constructor(cause?: unknown) {
    super(
      paymentProviderFailed,
      'The payment provider failed or did not respond. Repeat the request: nothing is done twice.',
      { cause },
    );
  }
}

export const paymentErrors: readonly DocumentedError[] = [
  {
    type: invalidPayment,
    meaning:
      'The payment is not possible: the amount or currency is invalid, or another value does not match its ' +
      'schema; `details` names every invalid field.',
    example: {
      error: 'The request is not valid; see details.',
      details: [{ field: 'amount', message: 'must have at most 2 decimals, as EUR has' }],
    },
  },
  {
    type: unknownPaymentProvider,
    meaning: 'No payment provider has this key, or that of the payment was removed from the deployment.',
    example: {
      error: 'There is no payment provider "paypal".',
      details: [{ field: 'providerKey', message: 'must be one of: stripe, manual' }],
    },
  },
  {
    type: paymentProviderUnavailable,
    meaning: 'The integration of the payment provider is disabled or has no credentials.',
    example: {
      error:
        'The integration gateway_stripe is disabled: enable it with PUT /api/integrations/gateway_stripe/state.',
      integrationId: 'gateway_stripe',
    },
  },
  {
    type: paymentMethodsUnsupported,
    meaning: 'The payment provider cannot store payment methods of customers.',
    example: { error: 'Payment methods cannot be saved with Bank transfer or cash.' },
  },
  {
    type: paymentState,
    meaning: 'The status of the payment or its remaining amount does not allow the operation.',
    example: { error: 'A cancelled payment cannot be captured.', status: 'cancelled' },
  },
  {
    type: paymentOperationConflict,
    meaning: 'The `operationId` or `Idempotency-Key` was used for another operation within a day.',
    example: {
      error: 'This operationId was used for a different operation.',
      operationId: 'order-1001-capture',
    },
  },
  {
    type: paymentOperationInProgress,
    meaning:
      'An operation of the payment is in progress, possibly this one; repeat the request after `Retry-After`.',
    example: { error: 'Another operation of this payment is in progress; repeat the request shortly.' },
  },
  {
    type: paymentProviderFailed,
    meaning:
      'The payment provider rejected the request, failed or did not respond in time. Repeat the same request: ' +
      'nothing is done twice. The log of the integration contains the response of the provider.',
    example: {
      error: 'The payment provider failed or did not respond. Repeat the request: nothing is done twice.',
    },
  },
];
