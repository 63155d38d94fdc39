/** Pure decisions about operations on payments, which happen once: identity, and the next step. */

import { hash } from 'node:crypto';
import { toJson } from '../../../kernel/base/json.ts';
import { givenIdHash } from '../../../kernel/http/idempotency.ts';
import { paymentLimits } from '../limits.ts';
import { toAmount } from '../money.ts';
import { operationName, refundableMinorOf, type StoredPayment } from '../payment.ts';
import type { ProviderError } from '../providers/provider.ts';
import { admissions, type PaymentAction, type PaymentStatus } from './status.ts';

/** The request of a caller. */
export interface OperationRequest {
  action: PaymentAction;
  transactionId: string;
  /** Undefined: the whole available amount. */
  amountMinor: number | undefined;
  reason: string | undefined;
}

export interface StoredOperation {
  /** Hash of the caller's organization and the idempotency key; part of its key. */
  id: string;
  action: PaymentAction | 'session' | 'setup';
  transactionId: string;
  requestHash: string;
  /** `unsure`: it failed and may have been done. `failed`: its last try did nothing. */
  status: 'in_progress' | 'succeeded' | 'failed' | 'unsure';
  /** Counts definite failures at the provider; each attempt has a new idempotency key there. */
  attempt: number;
  /** Identifies the process that holds it. */
  token: string;
  leaseUntilMs: number;
  amountMinor: number;
  /** JSON text; sealed if it contains secrets. */
  answer: string | null;
  /** The record is kept until then. */
  expiresAtMs: number;
  /**
   * When its attempt began, for all tries of the attempt. It tells the operation apart, at the provider and among the
   * refunds of the payment, from earlier ones with the same key. Absent from records of earlier versions.
   */
  begunAtMs?: number | undefined;
}

/**
 * The idempotency key of the caller, or a key derived from the request, so that an equal request is the same
 * operation.
 */
export function operationIdOf(
  organizationId: string,
  given: string | undefined,
  requestHash: string,
): string {
  const name = given === undefined ? ['request', requestHash] : ['id', given];
  return givenIdHash(organizationId, name);
}

/**
 * The status after a failure. `isRepeated`: an earlier try of the attempt had an unknown outcome, about which refused
 * credentials say nothing, and a new attempt could do it again.
 */
export const statusAfter = (
  { kind }: Pick<ProviderError, 'kind'>,
  isRepeated: boolean,
): 'unsure' | 'failed' => (kind === 'unsure' || (kind === 'credentials' && isRepeated) ? 'unsure' : 'failed');

type Begun = Pick<StoredOperation, 'id' | 'begunAtMs'>;

const identityOf = ({ id, begunAtMs }: Begun): string =>
  begunAtMs === undefined ? id : hash('sha256', toJson([id, begunAtMs]), 'hex');

/** The operation's name at the provider, which identifies its result there. */
export const nameOf = (operation: Begun): string => operationName(identityOf(operation));

/** The provider's idempotency key for all tries of an attempt. */
export function providerKeyOf({ tenantId }: { tenantId: string }, operation: StoredOperation): string {
  return `pm_${hash('sha256', toJson([tenantId, identityOf(operation)]), 'hex')}_${operation.attempt}`;
}

export type Decision =
  /** It was done; `answer` is its response. */
  | { do: 'replay'; answer: string }
  /** The payment shows that it was done, but its end was not recorded. */
  | { do: 'settle'; operation: StoredOperation }
  /** The key was used for a different request. */
  | { do: 'conflict' }
  /** Another process works on it, or on another operation of the payment. */
  | { do: 'wait' }
  /** The provider must be queried first. */
  | { do: 'refresh' }
  /** Another operation has done it; the response is the same. */
  | { do: 'repeat' }
  | { do: 'refuse'; why: string }
  | { do: 'run'; amountMinor: number; attempt: number; replaces: StoredOperation | undefined };

export interface OperationState {
  payment: StoredPayment;
  operation: StoredOperation | undefined;
  /** The caller has named it by a key, whose first response is final. */
  isNamed: boolean;
  /** Capabilities of the payment's provider. */
  provider: { authorizes: 'provider' | 'caller'; canRetrieve: boolean };
  /** The provider was just queried. */
  isFresh: boolean;
  nowMs: number;
}

const participles: Readonly<Record<PaymentAction, string>> = {
  capture: 'captured',
  refund: 'refunded',
  cancel: 'cancelled',
};
const stateNames: Readonly<Record<PaymentStatus, string>> = {
  pending: 'pending',
  authorized: 'authorized',
  captured: 'captured',
  partially_captured: 'partly captured',
  partially_refunded: 'partly refunded',
  refunded: 'refunded',
  cancelled: 'cancelled',
  failed: 'failed',
  expired: 'expired',
  unknown: 'unknown',
};

function refusal(action: PaymentAction, status: PaymentStatus): Decision {
  const name = stateNames[status];
  const article = /^[aeiou]/.test(name) ? 'An' : 'A';
  return { do: 'refuse', why: `${article} ${name} payment cannot be ${participles[action]}.` };
}

/** The amount that an action may move. */
function availableMinor({ action }: OperationRequest, payment: StoredPayment): number {
  if (action === 'capture') return payment.amountMinor - payment.capturedMinor;
  return action === 'refund' ? refundableMinorOf(payment) : payment.amountMinor;
}

/** Whether the payment shows the result of an operation that was not recorded. */
export function isDone(
  operation: Begun & Pick<StoredOperation, 'action' | 'amountMinor'>,
  payment: StoredPayment,
): boolean {
  const { action, amountMinor } = operation;
  if (action === 'cancel') return payment.status === 'cancelled';
  if (action === 'refund') return refundOf(payment, operation) !== undefined;
  return payment.status === 'captured' && payment.capturedMinor === amountMinor;
}

/** The refund of an operation. */
function refundOf({ refunds }: StoredPayment, begun: Begun) {
  const name = nameOf(begun);
  const found = Object.entries(refunds).find(([, { operation }]) => operation === name);
  return found && { id: found[0], ...found[1] };
}

/** Whether the refund of a recorded operation has failed later, so that the money is with the merchant again. */
function wasReturned(operation: StoredOperation, payment: StoredPayment): boolean {
  const status = operation.action === 'refund' ? refundOf(payment, operation)?.status : undefined;
  return status === 'failed' || status === 'cancelled';
}

function decideNew(
  request: OperationRequest,
  state: OperationState,
  replaces: StoredOperation | undefined,
): Decision {
  const { payment, provider, isFresh, nowMs } = state;
  const { status, active } = payment;
  if (active && active.untilMs > nowMs) return { do: 'wait' };
  // An operation was interrupted or its outcome is unknown; the outcome must be known before the next one.
  if ((active || payment.isUnsure) && provider.canRetrieve && !isFresh) return { do: 'refresh' };
  const admission = admissions[status][request.action];
  const isVoid = status === 'cancelled' && payment.capturedMinor === 0;
  if (admission === 'refuse' || isVoid) return refusal(request.action, status);
  if (admission === 'refresh' && provider.authorizes === 'provider')
    return isFresh ? refusal(request.action, status) : { do: 'refresh' };
  if (admission === 'repeat') {
    const isSame = request.amountMinor === undefined || request.amountMinor === payment.capturedMinor;
    return isSame ? { do: 'repeat' } : refusal(request.action, status);
  }
  if (request.action === 'refund' && Object.keys(payment.refunds).length >= paymentLimits.refunds)
    return { do: 'refuse', why: `A payment can have at most ${paymentLimits.refunds} refunds.` };
  const available = availableMinor(request, payment);
  const amountMinor = request.amountMinor ?? available;
  if (amountMinor > available || amountMinor === 0) {
    const left = `${toAmount(available, payment.currencyCode)} ${payment.currencyCode}`;
    return { do: 'refuse', why: `At most ${left} of the payment can be ${participles[request.action]}.` };
  }
  return { do: 'run', amountMinor, attempt: (replaces?.attempt ?? 0) + 1, replaces };
}

/** Decides the next step of a request. */
export function decide(request: OperationRequest, requestHash: string, state: OperationState): Decision {
  const { payment, operation, isNamed, nowMs } = state;
  if (operation === undefined || operation.expiresAtMs <= nowMs) return decideNew(request, state, undefined);
  if (operation.requestHash !== requestHash) return { do: 'conflict' };
  const { status, answer, attempt, amountMinor } = operation;
  if (status === 'succeeded' && answer !== null) {
    // The caller wants another refund, and has not said that it is the same one.
    if (!isNamed && wasReturned(operation, payment)) return decideNew(request, state, operation);
    return { do: 'replay', answer };
  }
  // A failure says nothing about an earlier try of the same attempt, whose outcome was unknown.
  const isSeen = isDone(operation, payment);
  if (status === 'failed' && (!isSeen || (!isNamed && wasReturned(operation, payment))))
    return decideNew(request, state, operation);
  if (isSeen) return { do: 'settle', operation };
  if (status === 'in_progress' && operation.leaseUntilMs > nowMs) return { do: 'wait' };
  if (payment.active && payment.active.id !== operation.id && payment.active.untilMs > nowMs)
    return { do: 'wait' };
  // Its process has died. The provider recognizes the idempotency key, so nothing is done twice.
  return { do: 'run', amountMinor, attempt, replaces: operation };
}

/** The response of a successful operation. */
export function responseOf(
  operation: Begun & Pick<StoredOperation, 'action'>,
  payment: StoredPayment,
): Record<string, unknown> {
  const { action } = operation;
  const { status, currencyCode, gatewayPaymentId, id: transactionId } = payment;
  if (action === 'cancel') return { transactionId, status };
  if (action === 'capture') {
    const capturedAmount = toAmount(payment.capturedMinor, currencyCode);
    const providerData = gatewayPaymentId === null ? null : { chargeId: gatewayPaymentId };
    return { transactionId, status, capturedAmount, providerData };
  }
  const refund = refundOf(payment, operation);
  if (refund === undefined) throw new Error('The refund of an operation is not among those of its payment.');
  return {
    transactionId,
    refundId: refund.id,
    status,
    refundedAmount: toAmount(refund.amountMinor, currencyCode),
    refundStatus: refund.status,
  };
}

/** A new record of an operation, its next attempt, or another try of the attempt that it replaces. */
export function operationFor(
  request: Pick<
    StoredOperation,
    'id' | 'action' | 'transactionId' | 'requestHash' | 'amountMinor' | 'attempt'
  >,
  token: string,
  nowMs: number,
  replaces?: StoredOperation,
): StoredOperation {
  const begunAtMs = replaces?.attempt === request.attempt ? replaces.begunAtMs : nowMs;
  return {
    ...request,
    ...(begunAtMs !== undefined && { begunAtMs }),
    status: 'in_progress',
    token,
    leaseUntilMs: nowMs + paymentLimits.leaseSeconds * 1_000,
    answer: null,
    expiresAtMs: nowMs + paymentLimits.operationHours * 3_600_000,
  };
}
