/** Payments: amounts match refunds and operations, and locators exist. */

import {
  paymentDueKey,
  paymentKey,
  paymentListingKey,
  paymentLocatorKey,
  paymentRefundKey,
  paymentSessionKey,
} from '../../../shared/modules/payments/keys.ts';
import { paymentLimits } from '../../../shared/modules/payments/limits.ts';
import { nameOf, type StoredOperation } from '../../../shared/modules/payments/operations/operation.ts';
import { refundedMinorOf, type StoredPayment } from '../../../shared/modules/payments/payment.ts';
import {
  beside,
  type Invariant,
  lastPart,
  partOf,
  type RawItem,
  type RawTable,
  sameId,
  text,
} from './table.ts';

const paymentOf = (row: RawItem) => row as unknown as StoredPayment;
const operationOf = (row: RawItem) => row as unknown as StoredOperation;
const scopeNameOf = ({ pk }: RawItem) => ({ tenantId: partOf(pk, 1), id: partOf(pk, 3) });

function money(row: RawItem): string[] {
  const payment = paymentOf(row);
  const { capturedMinor, amountMinor } = payment;
  const refundedMinor = refundedMinorOf(payment);
  const isRight = 0 <= refundedMinor && refundedMinor <= capturedMinor && capturedMinor <= amountMinor;
  return isRight
    ? []
    : [`money: ${row.pk} captured ${capturedMinor} of ${amountMinor} and refunded ${refundedMinor}`];
}

/** Money that the platform moved has an operation, and a finished operation moved money. */
function done(table: RawTable, operations: readonly RawItem[]): string[] {
  const told = table
    .rows('payment_history')
    .filter(({ source, processed }) => source === 'operation' && processed);
  const succeeded = operations.filter(
    ({ action, status }) => action !== 'session' && action !== 'setup' && status === 'succeeded',
  );
  const isKept = ({ receivedAtMs }: RawItem) =>
    Number(receivedAtMs) > table.nowMs - paymentLimits.operationHours * 3_600_000;
  const isDone = new Set(succeeded.map(({ transactionId, id }) => `${transactionId} ${id}`));
  const isReported = new Set(told.map((entry) => `${scopeNameOf(entry).id} ${entry.idempotencyKey}`));
  return [
    ...told
      .filter((entry) => isKept(entry) && !isDone.has(`${scopeNameOf(entry).id} ${entry.idempotencyKey}`))
      .map(({ pk, sk }) => `history: ${pk} ${sk} tells of an operation that there is not`),
    ...succeeded
      .filter(({ transactionId, id }) => !isReported.has(`${transactionId} ${id}`))
      .map(({ pk }) => `operations: ${pk} was done, and no history tells of it`),
  ];
}

export const payments: Invariant = (table) => {
  const rows = table.rows('payment');
  const operations = table.rows('payment_operation');
  const byPayment = Map.groupBy(operations, ({ transactionId }) => transactionId);
  return [
    ...beside(table, 'payments', {
      rows,
      expected: (row) => {
        const payment = paymentOf(row);
        return [paymentListingKey(payment, payment.createdAtMs, payment.id)];
      },
      isBeside: ({ pk, b }) => lastPart(pk) === 'PAYMENTS' && b !== undefined,
      same: (row, item) => sameId(row, item) && item.st === row.status,
    }),
    ...beside(table, 'locators of payments', {
      rows,
      expected: (row) => [paymentLocatorKey(text(row.id))],
      isBeside: ({ entity }) => entity === 'payment_locator',
      same: (row, item) => item.tenantId === row.tenantId,
    }),
    ...beside(table, 'sessions of payments', {
      rows,
      expected: (row) => {
        const payment = paymentOf(row);
        const { providerKey, sessionId, gatewayReference } = payment;
        const names = gatewayReference === undefined ? [sessionId] : [sessionId, gatewayReference];
        return names.map((name) => paymentSessionKey(payment, providerKey, name));
      },
      isBeside: ({ entity }) => entity === 'payment_session',
    }),
    ...beside(table, 'payments that are watched', {
      rows: rows.filter(({ dueAtMs }) => typeof dueAtMs === 'number'),
      expected: (row) => [paymentDueKey(paymentOf(row), Number(row.dueAtMs))],
      isBeside: ({ entity }) => entity === 'payment_due',
    }),
    ...beside(table, 'refunds', {
      rows,
      expected: (row) =>
        Object.keys(paymentOf(row).refunds).map((id) => paymentRefundKey(paymentOf(row), text(row.id), id)),
      isBeside: ({ entity }) => entity === 'payment_refund',
    }),
    ...rows.flatMap(money),
    ...done(table, operations),
    // Refunds requested by the platform have an operation; those made on Stripe's own pages have none, and neither do
    // failed ones that were requested again.
    ...rows.flatMap((row) =>
      Object.entries(paymentOf(row).refunds).flatMap(([refund, { operation, status }]) => {
        const known = byPayment.get(row.id)?.some((one) => nameOf(operationOf(one)) === operation);
        const isReplaced = status === 'failed' || status === 'cancelled';
        return operation === null || known || isReplaced
          ? []
          : [`refunds: ${row.pk} ${refund} has no operation`];
      }),
    ),
    ...rows
      .filter(
        ({ active }) => active !== undefined && Number((active as { untilMs: number }).untilMs) < table.nowMs,
      )
      .map(({ pk }) => `payments: an operation on ${pk} was left behind`),
    ...operations
      .filter(({ status, leaseUntilMs }) => status === 'in_progress' && Number(leaseUntilMs) < table.nowMs)
      .map(({ pk }) => `operations: ${pk} is in progress without a worker`),
    ...operations
      .filter((row) => {
        const { tenantId } = scopeNameOf(row);
        const id = text(row.transactionId);
        return (
          row.status === 'succeeded' &&
          row.action !== 'setup' &&
          table.at(paymentKey({ tenantId }, id)) === undefined
        );
      })
      .map(({ pk }) => `operations: ${pk} has no payment`),
    ...table
      .rows('payment_history')
      .filter((row) => table.at(paymentKey(scopeNameOf(row), scopeNameOf(row).id)) === undefined)
      .map(({ pk, sk }) => `history: ${pk} ${sk} has no payment`),
  ];
};
