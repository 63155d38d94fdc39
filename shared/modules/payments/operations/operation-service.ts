/** The operations, called by their handlers. Each throws what `operate` throws. */
import type { TypesOf } from '../../../kernel/http/endpoint-spec.ts';
import type { Precondition } from '../../../kernel/http/operation.ts';
import { withReplayedHeader } from '../../../kernel/http/replayed.ts';
import { operate } from './operate.ts';
import type * as contract from './operation-contract.ts';
import { type OnceCaller, requestedKey } from './requested-key.ts';
import type { RequestedOperation } from './requested-operation.ts';

type Captured = TypesOf<typeof contract.capturePayment>['result'];
type Refunded = TypesOf<typeof contract.refundPayment>['result'];
type Cancelled = TypesOf<typeof contract.cancelPayment>['result'];

/** Executes an operation under the key in its body or in the header. */
function operateOnce(
  { scope, context, idempotencyKey }: OnceCaller,
  requested: RequestedOperation,
  { operationId, ifMatch }: Precondition & { operationId?: string | undefined },
) {
  return operate(scope, requested, { given: requestedKey(idempotencyKey, operationId), ifMatch }, context);
}

export async function capturePayment(
  caller: OnceCaller,
  { transactionId, amount, ...names }: contract.CapturePayment & Precondition,
) {
  const requested = { action: 'capture', transactionId, amount } as const;
  return withReplayedHeader((await operateOnce(caller, requested, names)) as Captured);
}

export async function refundPayment(
  caller: OnceCaller,
  { transactionId, amount, reason, ...names }: contract.RefundPayment & Precondition,
) {
  const requested = { action: 'refund', transactionId, amount, reason } as const;
  return withReplayedHeader((await operateOnce(caller, requested, names)) as Refunded);
}

export async function cancelPayment(
  caller: OnceCaller,
  { transactionId, reason, ...names }: contract.CancelPayment & Precondition,
) {
  const requested = { action: 'cancel', transactionId, reason } as const;
  return withReplayedHeader((await operateOnce(caller, requested, names)) as Cancelled);
}
