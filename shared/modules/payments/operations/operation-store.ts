/** How operations lie in the table. A record is there before its provider is called, and is found again for a day. */

import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { type Condition, revisionIs, transact, type Write } from '../../../kernel/table/write.ts';
import { paymentDueShardOf, paymentKey, paymentOperationKey } from '../keys.ts';
import type { StoredPayment } from '../payment.ts';
import { dueWrites } from '../payment-store.ts';
import type { StoredOperation } from './operation.ts';

const entity = 'payment_operation';

export const operationKey = (scope: TenantScope, id: string): Key => paymentOperationKey(scope, id);

/** The record among items that were read before. */
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
    when,
    otherwise: () => new StaleError(),
  };
}

/** There is no record, or the one that was read is still there: closes the race of two that begin at once. */
function claimable(replaces: StoredOperation | undefined, nowMs: number): Condition {
  return replaces === undefined
    ? { expression: 'attribute_not_exists(pk) OR expiresAtMs <= :now', values: { ':now': nowMs } }
    : {
        expression: '#token = :seen AND #status = :status',
        names: { '#token': 'token', '#status': 'status' },
        values: { ':seen': replaces.token, ':status': replaces.status },
      };
}

/** The write that begins an operation that has no payment yet. StaleError when another caller has it. */
export function claimWrite(
  scope: TenantScope,
  operation: StoredOperation,
  replaces: StoredOperation | undefined,
  nowMs: number,
): Write {
  return put(scope, operation, claimable(replaces, nowMs));
}

/**
 * Begins an operation: its record, and the payment's note that it is under way. Throws StaleError when another process
 * began one, or the payment has changed. Returns the payment as it is then. One transaction.
 */
export async function claimOperation(
  payment: StoredPayment,
  operation: StoredOperation,
  replaces: StoredOperation | undefined,
  nowMs: number,
): Promise<StoredPayment> {
  const { id, token, leaseUntilMs: untilMs } = operation;
  const active = { id, token, untilMs };
  // A moment later than the lease: the sweep then looks at what became of it.
  const dueAtMs = untilMs + 5_000;
  const revision = payment.revision + 1;
  const dueShard = paymentDueShardOf(payment.id);
  const claimed: StoredPayment = { ...payment, active, dueAtMs, dueShard, revision };
  await transact([
    claimWrite(payment, operation, replaces, nowMs),
    {
      set: paymentKey(payment, payment.id),
      values: { active, dueAtMs, dueShard, rev: revision },
      when: revisionIs(payment.revision),
      otherwise: () => new StaleError(),
    },
    ...dueWrites(payment, claimed),
  ]);
  return claimed;
}

/** The write by which its holder ends an operation. */
export function endWrite(scope: TenantScope, operation: StoredOperation): Write {
  return put(scope, operation, {
    expression: '#token = :mine AND #status = :running',
    names: { '#token': 'token', '#status': 'status' },
    values: { ':mine': operation.token, ':running': 'in_progress' },
  });
}

/** The write that records the end of an operation without a holder, or of one that took its time. */
export function operationResultWrite(
  scope: TenantScope,
  seen: StoredOperation,
  settled: StoredOperation,
): Write {
  return put(scope, settled, claimable(seen, 0));
}
