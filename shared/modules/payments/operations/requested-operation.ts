import { InvalidPaymentError } from '../errors.ts';
import { toMinor } from '../money.ts';
import type { StoredPayment } from '../payment.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import type { OperationRequest } from './operation.ts';

/** The operation that a caller requests, in the currency's main unit. */
export interface RequestedOperation {
  action: OperationRequest['action'];
  transactionId: string;
  amount?: number | undefined;
  reason?: string | undefined;
}

/** The same in the currency's minor unit. Throws InvalidPaymentError, also for what the provider never accepts. */
export function inMinor(
  { amount, ...requested }: RequestedOperation,
  { currencyCode }: Pick<StoredPayment, 'currencyCode'>,
  provider: Pick<PaymentProvider, 'amountProblem'>,
): OperationRequest {
  const rest = { ...requested, reason: requested.reason };
  if (amount === undefined) return { ...rest, amountMinor: undefined };
  const found = toMinor(amount, currencyCode);
  if ('problem' in found) throw new InvalidPaymentError({ amount: found.problem });
  const problem = provider.amountProblem?.(found.minor, currencyCode);
  if (problem !== undefined) throw new InvalidPaymentError({ amount: problem });
  return { ...rest, amountMinor: found.minor };
}
