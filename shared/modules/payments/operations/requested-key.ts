/** The caller's idempotency key, from the body or the header. */

import { givenKey } from '../../../kernel/http/idempotency.ts';
import type { Caller, RequestCaller } from '../../../kernel/http/operation.ts';
import { InvalidPaymentError } from '../errors.ts';
import { paymentLimits } from '../limits.ts';

/** Who requests what takes effect once per idempotency key. */
export type OnceCaller = Caller & Pick<RequestCaller, 'idempotencyKey'>;

/**
 * Undefined if the caller sends none. The body has precedence. Throws InvalidPaymentError for an invalid
 * header.
 */
export function requestedKey(
  header: string | undefined,
  operationId?: string | undefined,
): string | undefined {
  if (operationId !== undefined) return operationId;
  return givenKey(header, paymentLimits.idempotencyKey, (fields) => new InvalidPaymentError(fields));
}
