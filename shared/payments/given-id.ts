/** The caller's own id of a request, in its body or its header. */
import { InvalidPaymentError } from '../http/errors.ts';
import { paymentLimits } from './limits.ts';

/** Undefined when the caller names none. The body's wins. Throws InvalidPaymentError for a header that is no such id. */
export function givenId(header: string | undefined, operationId?: string | undefined): string | undefined {
  if (operationId !== undefined) return operationId;
  const text = header?.trim();
  if (text === undefined) return undefined;
  const isFit = text.length > 0 && text.length <= paymentLimits.idempotencyKey && /^[\x20-\x7e]+$/.test(text);
  if (isFit) return text;
  throw new InvalidPaymentError({
    'Idempotency-Key': `must have 1 to ${paymentLimits.idempotencyKey} printable characters`,
  });
}
