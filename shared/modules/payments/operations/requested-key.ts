/** The caller's own id of a request, in its body or its header. */

import { givenKey } from '../../../kernel/http/idempotency.ts';
import { InvalidPaymentError } from '../errors.ts';
import { paymentLimits } from '../limits.ts';

/** Undefined when the caller names none. The body's wins. Throws InvalidPaymentError for a header that is no such id. */
export function requestedKey(
  header: string | undefined,
  operationId?: string | undefined,
): string | undefined {
  if (operationId !== undefined) return operationId;
  return givenKey(header, paymentLimits.idempotencyKey, (fields) => new InvalidPaymentError(fields));
}
