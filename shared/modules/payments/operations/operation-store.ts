/** Stores operations. A record is written before its provider is called, and is kept for a day. */

import type { TenantScope } from '../../../kernel/base/principal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { type Condition, ifRevision, orStale, transact, type Write } from '../../../kernel/table/write.ts';
import { paymentKey, paymentOperationKey } from '../keys.ts';
import type { StoredPayment } from '../payment.ts';
import { dueWrites } from '../payment-store.ts';
import { nameOf, type StoredOperation } from './operation.ts';

const entity = 'payment_operation';

export const operationKey = (scope: TenantScope, id: string): Key => paymentOperationKey(scope, id);

/** Finds the record in items that were already read. */
export function operationAmong(
  scope: TenantScope,
  id: string,
  items: readonly Item[],
): StoredOperation | undefined {
  const { pk } = operationKey(scope, id);
  const item = items.find((one) => one.pk === pk);
  return item && fromItem<StoredOperation>(item, entity);
}

function put(scope: TenantScope, operation: StoredOperation, when: Condition): Write {
  const item = toItem(operationKey(scope, operation.id), entity, operation);
  return {
    put: { ...item, ttl: Math.ceil(operation.expiresAtMs / 1_000) },
    ...orStale(when),
  };
}

/** No record exists, or only the one that was read: prevents two concurrent starts. */
function claimable(replaces: StoredOperation | undefined, nowMs: number): Condition {
  return replaces === undefined
    ? { expression: 'attribute_not_exists(pk) OR expiresAtMs <= :now', values: { ':now': nowMs } }
    : {
        expression: '#token = :seen AND #status = :status',
        names: { '#token': 'token', '#status': 'status' },
        values: { ':seen': replaces.token, ':status': replaces.status },
      };
}

/** The write that starts an operation without a payment. Throws StaleError if another caller has started it. */
export function claimWrite(
  scope: TenantScope,
  operation: StoredOperation,
  replaces: StoredOperation | undefined,
  nowMs: number,
): Write {
  return put(scope, operation, claimable(replaces, nowMs));
}

/**
 * Starts an operation: stores its record, and notes it in the payment. Throws StaleError if another process
 * has started one, or the payment has changed. Returns the updated payment. One transaction.
 */
export async function claimOperation(
  payment: StoredPayment,
  operation: StoredOperation,
  replaces: StoredOperation | undefined,
  nowMs: number,
): Promise<StoredPayment> {
  const { id, token, leaseUntilMs: untilMs } = operation;
  const active = { id, token, untilMs, name: nameOf(operation) };
  // A moment later than the lease, so that the sweep checks the outcome.
  const dueAtMs = untilMs + 5_000;
  const revision = payment.revision + 1;
  const claimed: StoredPayment = { ...payment, active, dueAtMs, revision };
  await transact([
    claimWrite(payment, operation, replaces, nowMs),
    {
      set: paymentKey(payment, payment.id),
      values: { active, dueAtMs, rev: revision },
      ...ifRevision(payment.revision),
    },
    ...dueWrites(payment, claimed),
  ]);
  return claimed;
}

/** The write by which the holder ends an operation. */
export function endWrite(scope: TenantScope, operation: StoredOperation): Write {
  return put(scope, operation, {
    expression: '#token = :mine AND #status = :running',
    names: { '#token': 'token', '#status': 'status' },
    values: { ':mine': operation.token, ':running': 'in_progress' },
  });
}

/** The write that records the result of an operation without a holder or with an expired lease. */
export function operationResultWrite(
  scope: TenantScope,
  seen: StoredOperation,
  ended: StoredOperation,
): Write {
  return put(scope, ended, claimable(seen, 0));
}
