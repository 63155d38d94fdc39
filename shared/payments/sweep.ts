/** Looks after payments that nobody has heard of, and after operations that broke off. */
import type { ChangeContext } from '../audit/record.ts';
import { StaleError } from '../http/errors.ts';
import { describeError, log } from '../log.ts';
import { paymentDuePartition, paymentDueRange, paymentDueShards } from '../table/keys.ts';
import { allOf, forEachParallel } from '../table/parallel.ts';
import { queryAll } from '../table/read.ts';
import { deleteItem } from '../table/write.ts';
import { connectionOf, isUsable, providerOf } from './access.ts';
import { paymentLimits } from './limits.ts';
import { nextDueMs, type StoredPayment } from './payment.ts';
import { findPayment, revised, saveQuietly } from './payment-store.ts';
import { refresh } from './refresh.ts';

const parallelPayments = 4;

/** Stops looking until later: who could be asked cannot be asked now, or there is nobody to ask. */
async function postpone(payment: StoredPayment, canAsk: boolean, nowMs: number): Promise<void> {
  const { active, ...rest } = payment;
  const isOver = active !== undefined && active.untilMs <= nowMs;
  const looked: StoredPayment = isOver ? { ...rest, isUnsure: true } : payment;
  const dueAtMs = nextDueMs({ ...looked, isUnsure: undefined }, canAsk, nowMs);
  const { dueAtMs: _, ...bare } = looked;
  await saveQuietly(payment, revised(payment, { ...bare, ...(dueAtMs !== undefined && { dueAtMs }) }, nowMs));
}

async function lookAfter(payment: StoredPayment, context: ChangeContext): Promise<void> {
  const provider = providerOf(payment);
  const connection = await connectionOf(payment, provider);
  const canAsk = provider.retrieve !== undefined;
  if (!canAsk || !isUsable(provider, connection)) return postpone(payment, canAsk, context.nowMs);
  const options = { source: 'sweep', timeoutMs: paymentLimits.refreshTimeoutMs, withRefunds: true } as const;
  try {
    await refresh({ payment, provider, connection }, options, context);
  } catch (error) {
    log('warn', 'a payment was not looked after', { transactionId: payment.id, error: describeError(error) });
    // Its operation stays noted until somebody knows what became of it.
    await postpone(payment, canAsk, context.nowMs);
  }
}

/** Looks after what is due, the longest overdue first. Answers how many payments that were. */
export async function sweep(nowMs: number): Promise<number> {
  const context = { principal: { subject: 'system:payments' }, nowMs };
  const shards = Array.from({ length: paymentDueShards }, (_, shard) =>
    queryAll({
      pk: paymentDuePartition(shard),
      skRange: paymentDueRange(nowMs),
      limit: paymentLimits.sweepItems,
      consistent: false,
    }),
  );
  const due = (await allOf(shards)).flat();
  await forEachParallel(due, parallelPayments, async (item) => {
    const [tenantId, id] = [String(item.tenantId), String(item.id)];
    const payment = await findPayment({ tenantId }, id);
    if (payment === undefined || payment.dueAtMs !== item.dueAtMs) {
      // It moved since the list was read, or its payment is gone.
      if (payment === undefined) await deleteItem({ pk: String(item.pk), sk: String(item.sk) });
      return;
    }
    await lookAfter(payment, context).catch((error: unknown) => {
      if (!(error instanceof StaleError)) throw error;
    });
  });
  return due.length;
}
