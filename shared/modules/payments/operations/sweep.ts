/** Reconciles overdue payments and interrupted operations. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { isOpenHome } from '../../../kernel/auth/directory-reader.ts';
import { shuffled, tryEach } from '../../../kernel/base/parallel.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { RunTime } from '../../../kernel/queues/scheduled.ts';
import { type Item, queryPages } from '../../../kernel/table/read.ts';
import { deleteItem } from '../../../kernel/table/write.ts';
import { connectionOf, isUsable } from '../access.ts';
import { paymentDuePartition, paymentDueRange, paymentDueShards } from '../keys.ts';
import { paymentLimits } from '../limits.ts';
import { postponedDueMs, type StoredPayment } from '../payment.ts';
import { findPayment, isDueAt, removeOutdatedDue, revised, saveWithoutEvent } from '../payment-store.ts';
import { findProvider } from '../providers/providers.ts';
import { refresh } from './refresh.ts';

const parallelShards = 8;
/** Per shard. */
const parallelPayments = 2;

/** Postpones the next query: the provider cannot be queried now, or at all. */
async function postpone(payment: StoredPayment, canRetrieve: boolean, nowMs: number): Promise<void> {
  const { active, ...rest } = payment;
  const isOver = active !== undefined && active.untilMs <= nowMs;
  const checked: StoredPayment = isOver ? { ...rest, isUnsure: true } : payment;
  const dueAtMs = postponedDueMs(checked, canRetrieve, nowMs);
  const { dueAtMs: _, ...bare } = checked;
  await saveWithoutEvent(
    payment,
    revised(payment, { ...bare, ...(dueAtMs !== undefined && { dueAtMs }) }, nowMs),
  );
}

async function refreshDue(payment: StoredPayment, context: ChangeContext): Promise<void> {
  const provider = findProvider(payment.providerKey);
  if (provider === undefined) {
    const { id: transactionId, providerKey } = payment;
    log('warn', 'the provider of a payment was removed', { transactionId, providerKey });
    return postpone(payment, false, context.nowMs);
  }
  const connection = await connectionOf(payment, provider);
  const canRetrieve = provider.retrieve !== undefined;
  if (!canRetrieve || !isUsable(provider, connection) || !(await isOpenHome(payment)))
    return postpone(payment, canRetrieve, context.nowMs);
  const options = { source: 'sweep', timeoutMs: paymentLimits.refreshTimeoutMs, withRefunds: true } as const;
  try {
    await refresh({ payment, provider, connection }, options, context);
  } catch (error) {
    log('warn', 'a payment could not be checked', { transactionId: payment.id, error: describeError(error) });
    // Its operation stays in progress until its outcome is known.
    await postpone(payment, canRetrieve, context.nowMs);
  }
}

/** Refreshes a payment that was due when the list was read. */
async function refreshDueItem(item: Item, context: ChangeContext): Promise<void> {
  const [tenantId, id] = [String(item.tenantId), String(item.id)];
  const payment = await findPayment({ tenantId }, id);
  const key = { pk: String(item.pk), sk: String(item.sk) };
  if (payment === undefined) return deleteItem(key);
  if (!isDueAt(payment, key)) {
    // Its due time has changed since the list was read.
    await removeOutdatedDue(key, payment);
    return;
  }
  try {
    await refreshDue(payment, context);
  } catch (error) {
    if (error instanceof StaleError) return;
    log('error', 'a payment could not be checked', {
      transactionId: id,
      tenantId,
      error: describeError(error),
    });
    // Otherwise it would stay among the longest overdue of every sweep.
    await postpone(payment, true, context.nowMs);
  }
}

/**
 * Refreshes due payments, the longest overdue first, until the deadline. A failure of one payment is logged
 * and does not affect the others. Returns the number of payments.
 */
export async function sweepPayments({ nowMs, deadlineMs }: RunTime) {
  const context = { principal: { subject: 'system:payments' }, nowMs };
  // In random order, so that a deadline does not always skip the same shards.
  const shards = shuffled(Array.from({ length: paymentDueShards }, (_, shard) => paymentDuePartition(shard)));
  let checkedCount = 0;
  const unread = await tryEach(shards, parallelShards, async (pk) => {
    const pages = queryPages({
      ...{ pk, skRange: paymentDueRange(nowMs), consistent: false },
      pageItems: paymentLimits.sweepItems,
    });
    for await (const due of pages) {
      if (Date.now() >= deadlineMs) return;
      checkedCount += due.length;
      // In random order, so that a payment that stops the function is not the first of every sweep.
      const failures = await tryEach(shuffled(due), parallelPayments, (item) =>
        refreshDueItem(item, context),
      );
      for (const { item, error } of failures)
        log('error', 'a payment could not be checked', {
          transactionId: item.id,
          error: describeError(error),
        });
    }
  });
  for (const { item: pk, error } of unread)
    log('error', 'due payments could not be read', { pk, error: describeError(error) });
  log('info', 'payments checked', { payments: checkedCount });
  return checkedCount;
}
