import { InvalidPaymentError } from '../errors.ts';
import { toMinor } from '../money.ts';
import type { StoredPayment } from '../payment.ts';
import type { OperationRequest } from './operation.ts';

/** The operation that a caller requests, in the currency's main unit. */
export interface RequestedOperation {
  action: OperationRequest['action'];
  transactionId: string;
  amount?: number | undefined;
  reason?: string | undefined;
}

/** The same in the currency's minor unit. Throws InvalidPaymentError. */
export function inMinor(
  { amount, ...requested }: RequestedOperation,
  { currencyCode }: StoredPayment,
): OperationRequest {
  const rest = { ...requested, reason: requested.reason };
  if (amount === undefined) return { ...rest, amountMinor: undefined };
  const found = toMinor(amount, currencyCode);
  if ('problem' in found) throw new InvalidPaymentError({ amount: found.problem });
  return { ...rest, amountMinor: found.minor };
}
