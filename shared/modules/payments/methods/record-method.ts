/** Records reports about a customer's payment methods. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import { type MethodState, type StoredCustomer, withMethod } from './customer.ts';
import { defaultWrites, findCustomer, methodWrites, revisedCustomer } from './customer-store.ts';

/**
 * Writes what `writesFor` returns for the current customer; nothing if it returns none or the customer was
 * deleted.
 */
async function writeCurrent(
  seen: StoredCustomer,
  writesOf: (current: StoredCustomer) => Write[],
): Promise<void> {
  let initial: StoredCustomer | undefined = seen;
  await retryWhenStale(async () => {
    const current = initial ?? (await findCustomer(seen, seen.id));
    initial = undefined;
    const writes = current === undefined ? [] : writesOf(current);
    if (writes.length > 0) await transact(writes);
  });
}

/** Records the state of a payment method and publishes it, if it is new. Throws UnavailableError. */
export function recordMethod(
  customer: StoredCustomer,
  methodId: string,
  state: MethodState,
  context: ChangeContext,
): Promise<void> {
  return writeCurrent(customer, (before) => {
    const methods = withMethod(before, methodId, state);
    if (methods === undefined) return [];
    return methodWrites(before, revisedCustomer(before, methods, context.nowMs), methodId, context);
  });
}

/** Records the default payment method and publishes it. Throws UnavailableError. */
export function recordDefaultMethod(
  customer: StoredCustomer,
  methodId: string,
  context: ChangeContext,
): Promise<void> {
  return writeCurrent(customer, (before) => defaultWrites(before, methodId, context));
}
