/** Captures, refunds and cancels: each happens once, also after repeated requests and crashes. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { requestHashOf } from '../../../kernel/http/idempotency.ts';
import { log } from '../../../kernel/observability/log.ts';
import { transact } from '../../../kernel/table/write.ts';
import { type Access, readAccess, readCurrent } from '../access.ts';
import {
  PaymentOperationConflictError,
  PaymentOperationInProgressError,
  PaymentStateError,
} from '../errors.ts';
import type { HistoryEntry } from '../history.ts';
import { paymentLimits } from '../limits.ts';
import { applySnapshot, differs, nextDueMs, type StoredPayment } from '../payment.ts';
import { logPayment } from '../payment-log.ts';
import { changeWrites, revised } from '../payment-store.ts';
import type { ProviderError, WriteContext } from '../providers/provider.ts';
import { asProviderError, assertUsable, failed, reportFailure } from './calls.ts';
import {
  type Decision,
  decide,
  isDone,
  nameOf,
  type OperationRequest,
  operationFor,
  operationIdOf,
  providerKeyOf,
  responseOf,
  type StoredOperation,
  statusAfter,
} from './operation.ts';
import { claimOperation, endWrite, operationResultWrite } from './operation-store.ts';
import type { ProviderSnapshot } from './provider-snapshot.ts';
import { refresh } from './refresh.ts';
import { inMinor, type RequestedOperation } from './requested-operation.ts';
import { assertNamed } from './tag.ts';

type OperationResponse = Record<string, unknown>;
type Run = Extract<Decision, { do: 'run' }>;

interface Work extends Access {
  request: OperationRequest;
  operation: StoredOperation;
  context: ChangeContext;
}

/** Calls the provider. Throws ProviderError. */
async function callProvider(work: Work): Promise<ProviderSnapshot> {
  const { provider, payment, connection, operation, request } = work;
  const { amountMinor } = operation;
  const { reason } = request;
  const context: WriteContext = {
    connection,
    timeoutMs: paymentLimits.providerTimeoutMs,
    nowMs: Date.now(),
    idempotencyKey: providerKeyOf(payment, operation),
  };
  try {
    if (request.action === 'capture') return await provider.capture(payment, { amountMinor }, context);
    if (request.action === 'cancel') return await provider.cancel(payment, { reason }, context);
    return await provider.refund(payment, { amountMinor, reason, operation: nameOf(operation) }, context);
  } catch (error) {
    throw asProviderError(error);
  }
}

/** The payment without the note that the operation is in progress. */
function released(payment: StoredPayment, operation: StoredOperation): StoredPayment {
  return payment.active?.token === operation.token ? { ...payment, active: undefined } : payment;
}

interface End {
  snapshot: ProviderSnapshot | undefined;
  status: 'succeeded' | 'failed' | 'unsure';
}

/**
 * Records the end of an operation with the latest state of the payment; concurrent writes are kept. Returns
 * undefined if another process has ended it. One transaction, unless other writers have changed the payment.
 */
async function end(
  work: Work,
  operation: StoredOperation,
  writeOf: (ended: StoredOperation) => ReturnType<typeof endWrite>,
  { snapshot, status }: End,
): Promise<{ payment: StoredPayment; answer: OperationResponse | undefined } | undefined> {
  const { provider, context, request } = work;
  const canRetrieve = provider.retrieve !== undefined;
  let before: StoredPayment | undefined = work.payment;
  for (let tries = 0; before !== undefined && tries < 10; tries += 1) {
    const nowMs = Date.now();
    const applied = snapshot
      ? applySnapshot(before, snapshot, nowMs)
      : { payment: before, outcome: 'same' as const };
    if (applied.outcome === 'impossible')
      log('warn', 'a provider reported an impossible status change', {
        transactionId: before.id,
        status: before.status,
      });
    const { isUnsure: _, ...rest } = released(applied.payment, operation);
    const isUnsure = status === 'unsure' || (status === 'failed' && before.isUnsure === true);
    const updated: StoredPayment = { ...rest, ...(isUnsure && { isUnsure }) };
    const after = revised(before, { ...updated, dueAtMs: nextDueMs(updated, canRetrieve, nowMs) }, nowMs);
    const answer = status === 'succeeded' ? responseOf(operation, after) : undefined;
    const ended = { ...operation, status, answer: answer ? toJson(answer) : null };
    const entry: HistoryEntry = {
      id: randomUUID(),
      source: 'operation',
      eventType: status === 'succeeded' ? request.action : `${request.action}_failed`,
      receivedAtMs: nowMs,
      idempotencyKey: operation.id,
      unifiedStatus: after.status,
      processed: status === 'succeeded',
    };
    try {
      await transact([writeOf(ended), ...changeWrites(before, after, entry, context)]);
      return { payment: after, answer };
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
    }
    const current = await readCurrent(before, operation.id);
    const isOurs =
      current.operation?.token === operation.token && current.operation.status === operation.status;
    if (!isOurs) return undefined;
    before = current.payment;
  }
  return undefined;
}

const messages = { capture: 'Captured', refund: 'Refunded', cancel: 'Cancelled' } as const;

async function succeed(work: Work, snapshot: ProviderSnapshot): Promise<OperationResponse | undefined> {
  const { operation, connection, request } = work;
  const ended = await end(work, operation, (done) => endWrite(work.payment, done), {
    snapshot,
    status: 'succeeded',
  });
  if (ended?.answer === undefined) return undefined;
  const entry = {
    level: 'info',
    message: `${messages[request.action]} by ${work.context.principal.subject}`,
    code: `payment_${request.action}`,
    payload: ended.answer,
    transactionId: ended.payment.id,
  } as const;
  await logPayment(ended.payment, connection, entry, Date.now());
  return ended.answer;
}

/** Queries the payment after the provider has refused an operation. */
async function queryAfterRefusal(work: Work): Promise<ProviderSnapshot | undefined> {
  const { provider, payment, connection } = work;
  const context = { connection, timeoutMs: paymentLimits.refreshTimeoutMs, nowMs: Date.now() };
  return provider.retrieve?.(payment, { withRefunds: true }, context).catch(() => undefined);
}

/**
 * Handles a refused or unknown outcome: records the current state, and the operation may be retried. `isRepeated`: see
 * `statusAfter`.
 */
async function fail(
  work: Work,
  error: ProviderError,
  isRepeated: boolean,
): Promise<OperationResponse | undefined> {
  const { payment, operation, connection, request, context } = work;
  const snapshot = error.kind === 'refused' ? (error.snapshot ?? (await queryAfterRefusal(work))) : undefined;
  const found = snapshot && applySnapshot(payment, snapshot, Date.now()).payment;
  // An earlier attempt succeeded, and the provider has forgotten its idempotency key.
  if (found && snapshot && error.kind === 'refused' && isDone(operation, found))
    return succeed(work, snapshot);
  const status = statusAfter(error, isRepeated);
  await end(work, operation, (done) => endWrite(payment, done), { snapshot, status });
  await reportFailure(
    payment,
    connection,
    { action: request.action, transactionId: payment.id, error },
    context,
  );
  if (error.kind === 'refused' && error.isAboutState)
    throw new PaymentStateError(
      `The payment provider refuses the operation: the payment cannot be ${messages[request.action].toLowerCase()} like this.`,
      found?.status ?? payment.status,
    );
  throw failed(error);
}

/** Executes the operation under its lease. Undefined if another process holds it or has ended it. */
async function run(
  access: Access,
  request: OperationRequest,
  names: { id: string; requestHash: string },
  { amountMinor, attempt, replaces }: Run,
  context: ChangeContext,
): Promise<OperationResponse | undefined> {
  const nowMs = Date.now();
  const { action, transactionId } = request;
  const record = { ...names, action, transactionId, amountMinor, attempt };
  const operation = operationFor(record, randomUUID(), nowMs, replaces);
  let payment: StoredPayment;
  try {
    payment = await claimOperation(access.payment, operation, replaces, nowMs);
  } catch (error) {
    if (error instanceof StaleError) return undefined;
    throw error;
  }
  const work: Work = { ...access, payment, operation, request, context };
  let snapshot: ProviderSnapshot;
  try {
    snapshot = await callProvider(work);
  } catch (error) {
    return fail(work, asProviderError(error), replaces?.attempt === attempt);
  }
  return succeed(work, snapshot);
}

/** Records and returns the result of an operation that the payment shows as done. */
async function settle(
  access: Access,
  request: OperationRequest,
  seen: StoredOperation,
  context: ChangeContext,
): Promise<OperationResponse | undefined> {
  const work: Work = { ...access, request, operation: seen, context };
  const writeOf = (done: StoredOperation) => operationResultWrite(access.payment, seen, done);
  const ended = await end(work, seen, writeOf, { snapshot: undefined, status: 'succeeded' });
  return ended?.answer;
}

const refreshFirst = {
  source: 'refresh',
  timeoutMs: paymentLimits.providerTimeoutMs,
  withRefunds: true,
} as const;

const pauseMs = () => 60 + Math.random() * 120;

/**
 * Executes a request, or returns the response of an equal earlier request, marked as `replayed`. `given` is
 * the caller's idempotency key. `ifMatch` names the expected version of the payment until the operation has
 * started. Throws NotFoundError, StaleError, InvalidPaymentError, UnknownPaymentProviderError, PaymentStateError,
 * PaymentOperationConflictError, PaymentOperationInProgressError, PaymentProviderUnavailableError,
 * PaymentProviderFailedError, UnavailableError.
 */
export async function operate(
  scope: Scope,
  requested: RequestedOperation,
  { given, ifMatch }: { given: string | undefined; ifMatch: string | undefined },
  context: ChangeContext,
): Promise<OperationResponse> {
  const requestHash = requestHashOf(requested);
  const id = operationIdOf(scope.organizationId, given, requestHash);
  const untilMs = Date.now() + paymentLimits.waitMs;
  let expected = ifMatch;
  for (let isFresh = false; ; ) {
    const access = await readAccess(scope, requested.transactionId, id);
    const { provider, payment, operation, connection } = access;
    const { organizationId } = payment;
    // Otherwise a repetition under another selection of organizations would be another operation.
    if (organizationId !== scope.organizationId)
      return operate({ ...scope, organizationId }, requested, { given, ifMatch }, context);
    if (operation === undefined) assertNamed(expected, payment);
    provider.prepare?.();
    const request = inMinor(requested, payment, provider);
    const capabilities = { authorizes: provider.authorizes, canRetrieve: provider.retrieve !== undefined };
    const nowMs = Date.now();
    const decision = decide(request, requestHash, {
      payment,
      operation,
      isNamed: given !== undefined,
      provider: capabilities,
      isFresh,
      nowMs,
    });
    switch (decision.do) {
      case 'replay':
        return { ...(parseJson(decision.answer) as OperationResponse), replayed: true };
      case 'repeat':
        return { ...responseOf({ id, action: request.action }, payment), replayed: true };
      case 'conflict':
        throw new PaymentOperationConflictError(given ?? id);
      case 'refuse':
        throw new PaymentStateError(decision.why, payment.status);
      case 'refresh': {
        assertUsable(provider, connection);
        const refreshed = await refresh(access, refreshFirst, context);
        // A query without news does not count as a change of the payment that the caller expects.
        if (expected !== undefined && !differs(payment, refreshed)) expected = `"${refreshed.revision}"`;
        isFresh = true;
        continue;
      }
      case 'settle': {
        const answer = await settle(access, request, decision.operation, context);
        if (answer) return { ...answer, replayed: true };
        break;
      }
      case 'run': {
        assertUsable(provider, connection);
        const answer = await run(access, request, { id, requestHash }, decision, context);
        if (answer) return answer;
        break;
      }
      case 'wait':
        if (nowMs > untilMs) throw new PaymentOperationInProgressError();
        await sleep(pauseMs());
    }
    isFresh = false;
  }
}
