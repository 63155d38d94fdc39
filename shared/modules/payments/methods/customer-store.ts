/** Stores customers of payment providers: a row each, and a locator by the provider's id. */
import { type Change, type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { getItem, type Item } from '../../../kernel/table/read.ts';
import { ifRevision, transact, type Write } from '../../../kernel/table/write.ts';
import { paymentCustomerKey, paymentSessionKey } from '../keys.ts';
import type { MethodState, StoredCustomer } from './customer.ts';

const entity = 'payment_customer';

/** Undefined if the organization has no such customer. One request. */
export async function findCustomer(scope: RowScope, id: string): Promise<StoredCustomer | undefined> {
  const item = await getItem(paymentCustomerKey(scope, id));
  return item && fromItem<StoredCustomer>(item, entity);
}

/** Finds the customer in items that were already read. */
export function customerAmong(
  scope: RowScope,
  id: string,
  items: readonly Item[],
): StoredCustomer | undefined {
  const { pk } = paymentCustomerKey(scope, id);
  const item = items.find((one) => one.pk === pk);
  return item && fromItem<StoredCustomer>(item, entity);
}

function rowWrite({ revision, ...row }: StoredCustomer, before: StoredCustomer | undefined): Write {
  return {
    put: toItem(paymentCustomerKey(row, row.id), entity, row, { revision }),
    ...ifRevision(before?.revision),
  };
}

/** Finds the customer by the provider's id in messages. */
function locatorWrite({
  tenantId,
  organizationId,
  id,
  providerKey,
  gatewayCustomerId,
}: StoredCustomer): Write {
  const key = paymentSessionKey({ tenantId, id }, providerKey, gatewayCustomerId);
  return { put: toItem(key, 'payment_customer_locator', { tenantId, organizationId, id }) };
}

const dataOf = ({ providerKey, customerReference }: StoredCustomer) => ({ providerKey, customerReference });

function customerChange(customer: StoredCustomer, action: 'created' | 'updated'): Change {
  const { tenantId, organizationId, id, revision, gatewayCustomerId } = customer;
  return {
    ...{ tenantId, organizationId, action },
    resource: 'payment_gateways.customer',
    resourceId: id,
    version: revision,
    data: dataOf(customer),
    changes: { gatewayCustomerId: { after: gatewayCustomerId } },
  };
}

/** Stores a customer that the provider has just created. Throws StaleError if another request was first. */
export async function saveCustomer(
  before: StoredCustomer | undefined,
  after: StoredCustomer,
  context: ChangeContext,
): Promise<void> {
  const change = customerChange(after, before === undefined ? 'created' : 'updated');
  await transact([rowWrite(after, before), locatorWrite(after), ...recordChange(change, context)]);
}

const actions: Readonly<Record<Exclude<MethodState, 'removing'>, Change['action']>> = {
  saved: 'created',
  removed: 'deleted',
};

/** The event of a payment method that was saved, made the default or deleted. */
function methodChange(
  customer: StoredCustomer,
  methodId: string,
  change: Pick<Change, 'action' | 'changes'>,
): Change {
  const { tenantId, organizationId, revision } = customer;
  return {
    ...{ tenantId, organizationId, ...change },
    resource: 'payment_gateways.payment_method',
    resourceId: methodId,
    version: revision,
    data: dataOf(customer),
  };
}

/**
 * The writes that store the state of a payment method, with its event; a started removal has no event. Throws
 * StaleError if the customer has changed.
 */
export function methodWrites(
  before: StoredCustomer,
  after: StoredCustomer,
  methodId: string,
  context: ChangeContext,
): Write[] {
  const state = after.methods[methodId];
  const action = state === undefined || state === 'removing' ? undefined : actions[state];
  const changes = { state: { before: before.methods[methodId], after: state } };
  return [
    rowWrite(after, before),
    ...(action === undefined
      ? []
      : recordChange(methodChange(after, methodId, { action, changes }), context)),
  ];
}

/** The writes that store the default payment method. Throws StaleError if the customer has changed. */
export function defaultWrites(before: StoredCustomer, methodId: string, context: ChangeContext): Write[] {
  const revised = revisedCustomer(before, before.methods, context.nowMs);
  const after = { ...revised, defaultMethodId: methodId };
  const changes = { defaultMethodId: { before: before.defaultMethodId, after: methodId } };
  return [
    rowWrite(after, before),
    ...recordChange(methodChange(after, methodId, { action: 'updated', changes }), context),
  ];
}

/** The next revision of the customer. */
export function revisedCustomer(
  before: StoredCustomer,
  methods: StoredCustomer['methods'],
  nowMs: number,
): StoredCustomer {
  const updatedAtMs = Math.max(nowMs, before.updatedAtMs);
  return { ...before, methods, updatedAtMs, revision: before.revision + 1 };
}
