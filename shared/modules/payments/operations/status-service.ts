/** Reads the status of payments, and queries their providers if it may have changed. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import type { AppError } from '../../../kernel/errors/app-error.ts';
import { NotFoundError, ScopeForbiddenError } from '../../../kernel/errors/errors.ts';
import type { Caller, Precondition } from '../../../kernel/http/operation.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { connectionOf, isUsable, readAccess } from '../access.ts';
import { paymentLimits } from '../limits.ts';
import { hasPendingRefunds, type StoredPayment } from '../payment.ts';
import { existsSomewhere, findPayment, markPolled } from '../payment-store.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { findProvider } from '../providers/providers.ts';
import { toState } from '../views.ts';
import { assertUsable } from './calls.ts';
import { refresh } from './refresh.ts';
import { isWatched } from './status.ts';
import { assertNamed } from './tag.ts';

/**
 * The error of a read for a payment that the caller cannot see: forbidden for another tenant's, otherwise not found.
 * Only reads differ, because the interface requires it.
 */
async function missing(isOfTenant: boolean, transactionId: string): Promise<AppError> {
  const isElsewhere = !isOfTenant && (await existsSomewhere(transactionId));
  return isElsewhere ? new ScopeForbiddenError() : new NotFoundError('Payment transaction');
}

/** Whether the provider may have news. */
function shouldRefresh(payment: StoredPayment, { retrieve }: PaymentProvider, nowMs: number): boolean {
  const { status, lastPolledAtMs, active, isUnsure } = payment;
  const isOpen = isWatched(status) || hasPendingRefunds(payment) || isUnsure === true;
  const isRecent = nowMs - (lastPolledAtMs ?? 0) < paymentLimits.refreshEverySeconds * 1_000;
  const isBusy = active !== undefined && active.untilMs > nowMs;
  return retrieve !== undefined && isOpen && !isRecent && !isBusy;
}

/**
 * The payment's last known status, refreshed from the provider while the payment is open; failures of the
 * refresh are only logged. The connection to the provider is read only for an open payment. Throws
 * NotFoundError, ScopeForbiddenError for another tenant's payment.
 */
async function currentPayment(
  scope: Scope,
  transactionId: string,
  context: ChangeContext,
): Promise<StoredPayment> {
  const payment = await findPayment(scope, transactionId);
  if (payment === undefined || !scope.organizationIds.includes(payment.organizationId))
    throw await missing(payment !== undefined, transactionId);
  const nowMs = Date.now();
  const provider = findProvider(payment.providerKey);
  if (provider === undefined || !shouldRefresh(payment, provider, nowMs)) return payment;
  provider.prepare?.();
  try {
    const connection = await connectionOf(payment, provider);
    if (!isUsable(provider, connection)) return payment;
    // Concurrent requests get the stored status.
    await markPolled(payment, nowMs, nowMs - paymentLimits.refreshEverySeconds * 1_000);
    const withRefunds = hasPendingRefunds(payment) || payment.isUnsure === true;
    const options = { source: 'refresh', timeoutMs: paymentLimits.refreshTimeoutMs, withRefunds } as const;
    return await refresh({ payment, provider, connection }, options, context);
  } catch (error) {
    if (!(error instanceof ConditionFailedError))
      log('warn', 'a payment was not refreshed', { transactionId, error: describeError(error) });
    return payment;
  }
}

/** The response with a payment's status. */
const stateReply = (payment: StoredPayment) => withRevision(toState(payment), payment.revision);

/** The payment's status. Throws what `currentPayment` throws. */
export async function getPaymentStatus(
  { scope, context }: Caller,
  { transactionId }: { transactionId: string },
) {
  return stateReply(await currentPayment(scope, transactionId, context));
}

/**
 * The payment's status at its provider. Throws NotFoundError, StaleError, UnknownPaymentProviderError,
 * PaymentProviderUnavailableError, PaymentProviderFailedError.
 */
export async function refreshPayment(
  { scope, context }: Caller,
  { transactionId, ifMatch }: { transactionId: string } & Precondition,
) {
  const access = await readAccess(scope, transactionId);
  assertNamed(ifMatch, access.payment);
  assertUsable(access.provider, access.connection);
  const options = {
    source: 'refresh',
    timeoutMs: paymentLimits.providerTimeoutMs,
    withRefunds: true,
  } as const;
  return stateReply(await refresh(access, options, context));
}
