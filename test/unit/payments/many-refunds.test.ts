import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../../shared/kernel/base/parallel.ts';
import { itemBytes } from '../../../shared/kernel/table/item-size.ts';
import type { Write } from '../../../shared/kernel/table/write.ts';
import type { HistoryEntry } from '../../../shared/modules/payments/history.ts';
import { paymentLimits } from '../../../shared/modules/payments/limits.ts';
import { decide } from '../../../shared/modules/payments/operations/operation.ts';
import type { ReportedRefund } from '../../../shared/modules/payments/operations/provider-snapshot.ts';
import { applySnapshot, type StoredPayment } from '../../../shared/modules/payments/payment.ts';
import { changeWrites } from '../../../shared/modules/payments/payment-store.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';
import { asTest } from '../../support/builders/tenants.ts';

const nowMs = 1_700_000_000_000;
const reason = '日'.repeat(paymentLimits.reason);
const captured = aPayment({ status: 'captured', capturedMinor: 100_000 });
const aRefund = (id: string): ReportedRefund => ({ id, amountMinor: 1, status: 'succeeded' });

/** The payment after a refund of one cent for each name. */
function refunded(names: readonly string[], from: StoredPayment = captured): StoredPayment {
  const refunds = names.map((id) => ({ ...aRefund(id), reason, operation: 'o'.repeat(32) }));
  const reports = chunksOf(refunds, paymentLimits.changedRefunds);
  return reports.reduce<StoredPayment>((payment, some) => reported(payment, some).payment, from);
}

const reported = (payment: StoredPayment, refunds: readonly ReportedRefund[]) =>
  applySnapshot(payment, { atSeconds: 1_700_000_001, refunds }, nowMs);

function writesOf(before: StoredPayment, after: StoredPayment): readonly Write[] {
  const entry: HistoryEntry = {
    ...{ id: 'entry', source: 'operation', eventType: 'refund', receivedAtMs: nowMs },
    ...{ idempotencyKey: null, unifiedStatus: after.status, processed: true },
  };
  return changeWrites(before, after, entry, asTest());
}

const puts = (writes: readonly Write[], entity: string) =>
  writes.flatMap((write) => ('put' in write && write.put.entity === entity ? [write.put] : []));

describe('a payment with the maximum number of refunds', () => {
  const nameOf = (index: number) => `manual_re_${String(index).padStart(24, '0')}`;
  const names = Array.from({ length: paymentLimits.refunds }, (_, index) => nameOf(index));
  const full = refunded(names);

  it('has a row that fits into the table: the reasons are in the items of the refunds', () => {
    const writes = writesOf(captured, full);
    const [row] = puts(writes, 'payment');
    expect(itemBytes(row ?? {})).toBeLessThan(300_000);
    expect(JSON.stringify(row)).not.toContain('日');
    expect(puts(writes, 'payment_refund').every((item) => item.reason === reason)).toBe(true);
  });

  it('accepts no more', () => {
    const request = { action: 'refund', transactionId: full.id, amountMinor: 1, reason: undefined } as const;
    const provider = { authorizes: 'caller', canRetrieve: false } as const;
    const known = { operation: undefined, provider, isNamed: false, isFresh: false, nowMs };
    expect(decide(request, 'hash', { ...known, payment: full })).toEqual({
      do: 'refuse',
      why: 'A payment can have at most 1000 refunds.',
    });
    expect(decide(request, 'hash', { ...known, payment: refunded(names.slice(1)) }).do).toBe('run');
  });
});

describe('a report of a hundred refunds', () => {
  const refunds = Array.from({ length: 100 }, (_, index) => aRefund(`re_${index}`));

  it('is stored by two transactions, the newest first', () => {
    const first = reported(captured, refunds).payment;
    expect(Object.keys(first.refunds)).toEqual(refunds.slice(20).map(({ id }) => id));
    expect(writesOf(captured, first).length).toBeLessThan(100);
    const second = reported(first, refunds).payment;
    expect(Object.keys(second.refunds)).toHaveLength(100);
    expect(puts(writesOf(first, second), 'payment_refund')).toHaveLength(20);
  });

  it('writes only the refunds that it changes', () => {
    const known = refunded(refunds.map(({ id }) => id));
    const shortened = Object.entries(known.refunds).map(([id, { reason: _, ...refund }]) => [id, refund]);
    const stored = { ...known, refunds: Object.fromEntries(shortened) };
    const after = reported(stored, [aRefund('re_new'), ...refunds]).payment;
    expect(writesOf(stored, after).length).toBeLessThan(12);
  });
});

describe('a stored refund that changes', () => {
  it('keeps its reason, which the row does not contain', () => {
    const stored = {
      ...captured,
      refunds: { re_1: { amountMinor: 5, status: 'pending', operation: null, atMs: 1 } },
    } as const;
    const after = refunded(['re_1'], stored);
    const [change] = writesOf(stored, after).filter((write) => 'set' in write);
    expect(change).toMatchObject({ values: { status: 'succeeded' } });
    expect(JSON.stringify(change)).not.toContain('reason');
  });
});

describe('the history of a payment', () => {
  it('expires', () => {
    const [entry] = puts(writesOf(captured, refunded(['re_1'])), 'payment_history');
    expect(entry?.ttl).toBe(nowMs / 1_000 + paymentLimits.historyDays * 86_400);
  });
});
