/** Reads how payments stand, and asks their providers where that may have changed. */
import type { ChangeContext } from '../audit/record.ts';
import { NotFoundError, ScopeForbiddenError } from '../http/errors.ts';
import type { Scope } from '../identity/principal.ts';
import { describeError, log } from '../log.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { type Access, isUsable, readAccess } from './access.ts';
import { assertUsable } from './calls.ts';
import { paymentLimits } from './limits.ts';
import { hasPendingRefunds, type StoredPayment } from './payment.ts';
import { existsSomewhere, findPayment, markPolled } from './payment-store.ts';
import { refresh } from './refresh.ts';
import { isWatched } from './status.ts';
import { assertNamed } from './tag.ts';

/** A payment of another tenant is forbidden, one of another organization unknown. */
async function read(scope: Scope, transactionId: string): Promise<Access> {
  try {
    return await readAccess(scope, transactionId);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const isOwn = (await findPayment(scope, transactionId)) !== undefined;
    if (!isOwn && (await existsSomewhere(transactionId))) throw new ScopeForbiddenError();
    throw error;
  }
}

/** May the provider know more by now? */
function isWorthAsking({ payment, provider, connection }: Access, nowMs: number): boolean {
  const { status, lastPolledAtMs, active, isUnsure } = payment;
  const isOpen = isWatched(status) || hasPendingRefunds(payment) || isUnsure === true;
  const isRecent = nowMs - (lastPolledAtMs ?? 0) < paymentLimits.refreshEverySeconds * 1_000;
  const isBusy = active !== undefined && active.untilMs > nowMs;
  return provider.retrieve !== undefined && isOpen && !isRecent && !isBusy && isUsable(provider, connection);
}

/**
 * A payment as far as it is known, asked about while it is open; what stands in the way of that is for the log. Throws
 * NotFoundError, ScopeForbiddenError for one of another tenant.
 */
export async function getStatus(
  scope: Scope,
  transactionId: string,
  context: ChangeContext,
): Promise<StoredPayment> {
  const access = await read(scope, transactionId);
  const { payment } = access;
  const nowMs = Date.now();
  if (!isWorthAsking(access, nowMs)) return payment;
  access.provider.prepare?.();
  try {
    // Whoever asks at the same time is answered what is stored.
    await markPolled(payment, nowMs, nowMs - paymentLimits.refreshEverySeconds * 1_000);
    const withRefunds = hasPendingRefunds(payment) || payment.isUnsure === true;
    const options = { source: 'refresh', timeoutMs: paymentLimits.refreshTimeoutMs, withRefunds } as const;
    return await refresh(access, options, context);
  } catch (error) {
    if (!(error instanceof ConditionFailedError))
      log('warn', 'a payment was not refreshed', { transactionId, error: describeError(error) });
    return payment;
  }
}

/**
 * A payment as its provider knows it now. Throws NotFoundError, ScopeForbiddenError, StaleError,
 * PaymentProviderUnavailableError, PaymentProviderFailedError.
 */
export async function refreshNow(
  scope: Scope,
  transactionId: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<StoredPayment> {
  const access = await read(scope, transactionId);
  assertNamed(ifMatch, access.payment);
  assertUsable(access.provider, access.connection);
  const options = {
    source: 'refresh',
    timeoutMs: paymentLimits.providerTimeoutMs,
    withRefunds: true,
  } as const;
  return refresh(access, options, context);
}
