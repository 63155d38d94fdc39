/** The operations, called by their handlers. Each throws what `operate` throws. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import type { TypesOf } from '../../../kernel/http/endpoint-spec.ts';
import { operate } from './operate.ts';
import type * as contract from './operation-contract.ts';
import { requestedKey } from './requested-key.ts';

export interface OperationHeaders {
  idempotencyKey: string | undefined;
  ifMatch: string | undefined;
}

const named = ({ idempotencyKey, ifMatch }: OperationHeaders, operationId: string | undefined) => ({
  given: requestedKey(idempotencyKey, operationId),
  ifMatch,
});

type Captured = TypesOf<typeof contract.capturePayment>['result'];
type Refunded = TypesOf<typeof contract.refundPayment>['result'];
type Cancelled = TypesOf<typeof contract.cancelPayment>['result'];

export async function capture(
  scope: Scope,
  { transactionId, amount, operationId }: contract.CapturePayment,
  headers: OperationHeaders,
  context: ChangeContext,
): Promise<Captured> {
  const requested = { action: 'capture', transactionId, amount } as const;
  return (await operate(scope, requested, named(headers, operationId), context)) as Captured;
}

export async function refund(
  scope: Scope,
  { transactionId, amount, reason, operationId }: contract.RefundPayment,
  headers: OperationHeaders,
  context: ChangeContext,
): Promise<Refunded> {
  const requested = { action: 'refund', transactionId, amount, reason } as const;
  return (await operate(scope, requested, named(headers, operationId), context)) as Refunded;
}

export async function cancel(
  scope: Scope,
  { transactionId, reason, operationId }: contract.CancelPayment,
  headers: OperationHeaders,
  context: ChangeContext,
): Promise<Cancelled> {
  const requested = { action: 'cancel', transactionId, reason } as const;
  return (await operate(scope, requested, named(headers, operationId), context)) as Cancelled;
}
