/** Queries a provider and stores what has changed. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { log } from '../../../kernel/observability/log.ts';
import { transact } from '../../../kernel/table/write.ts';
import { type Access, readCurrent } from '../access.ts';
import type { HistoryEntry } from '../history.ts';
import { applySnapshot, differs, nextDueMs, type StoredPayment } from '../payment.ts';
import { logPayment } from '../payment-log.ts';
import { changeWrites, revised, saveWithoutEvent } from '../payment-store.ts';
import { asProviderError, failed, reportFailure } from './calls.ts';

export interface RefreshOptions {
  source: Extract<HistoryEntry['source'], 'refresh' | 'sweep'>;
  timeoutMs: number;
  withRefunds: boolean;
}

type RefreshAccess = Omit<Access, 'operation'>;

/**
 * The payment as its provider knows it. A concurrent write may be older than the provider's response (a late
 * event) or newer, so the provider is then queried again. Throws PaymentProviderFailedError.
 */
export async function refresh(
  access: RefreshAccess,
  options: RefreshOptions,
  context: ChangeContext,
): Promise<StoredPayment> {
  const refreshed = await tryRefresh(access, options, context);
  if (refreshed !== undefined) return refreshed;
  const payment = (await readCurrent(access.payment)).payment ?? access.payment;
  return (
    (await tryRefresh({ ...access, payment }, options, context)) ??
    (await readCurrent(payment)).payment ??
    payment
  );
}

/** Undefined if the payment was written while the provider was queried. */
async function tryRefresh(
  { payment: before, provider, connection }: RefreshAccess,
  { source, timeoutMs, withRefunds }: RefreshOptions,
  context: ChangeContext,
): Promise<StoredPayment | undefined> {
  if (provider.retrieve === undefined) return before;
  const call = { connection, timeoutMs, nowMs: Date.now() };
  const snapshot = await provider.retrieve(before, { withRefunds }, call).catch(async (thrown: unknown) => {
    const error = asProviderError(thrown);
    const about = { action: 'refresh', transactionId: before.id, error };
    await reportFailure(before, connection, about, context);
    throw failed(error);
  });
  const nowMs = Date.now();
  const { payment: reported, outcome } = applySnapshot(before, snapshot, nowMs);
  if (outcome === 'impossible')
    log('warn', 'a provider reported an impossible status change', {
      transactionId: before.id,
      status: before.status,
    });
  const isOver = reported.active !== undefined && reported.active.untilMs <= nowMs;
  const { isUnsure, active, ...rest } = reported;
  const queried: StoredPayment = {
    ...rest,
    ...(active && !isOver && { active }),
    ...(isUnsure && !withRefunds && { isUnsure }),
    lastPolledAtMs: nowMs,
  };
  const after = revised(before, { ...queried, dueAtMs: nextDueMs(queried, true, nowMs) }, nowMs);
  const isNews = differs(before, after);
  const entry: HistoryEntry = {
    id: randomUUID(),
    source,
    eventType: source,
    receivedAtMs: nowMs,
    idempotencyKey: null,
    unifiedStatus: after.status,
    processed: true,
  };
  try {
    if (!isNews) await saveWithoutEvent(before, after);
    else await transact(changeWrites(before, after, entry, context));
  } catch (error) {
    if (!(error instanceof StaleError)) throw error;
    return undefined;
  }
  if (before.status !== after.status) {
    const message = `Updated by ${source}: from ${before.status} to ${after.status}`;
    const about = { level: 'info', message, code: 'payment_updated', transactionId: after.id } as const;
    await logPayment(after, connection, about, nowMs);
  }
  return after;
}
