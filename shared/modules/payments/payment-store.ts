/** Stores payments: a row with its items, a listing item and locators. */
import type { ChangeContext } from '../../kernel/audit/record.ts';
import type { Scope, TenantScope } from '../../kernel/base/principal.ts';
import { countWrite } from '../../kernel/table/counters.ts';
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { toListingItem } from '../../kernel/table/listed-rows.ts';
import type { ListRequest } from '../../kernel/table/listing.ts';
import type { ListingSpec } from '../../kernel/table/listing-spec.ts';
import { listOverOrganizations } from '../../kernel/table/organizations.ts';
import { getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import {
  ifRevision,
  notExists,
  revisionIs,
  transact,
  updateItem,
  type Write,
} from '../../kernel/table/write.ts';
import { type HistoryEntry, movedMinor, type StoredEntry } from './history.ts';
import {
  paymentDisputeKey,
  paymentDueKey,
  paymentHistoryKey,
  paymentKey,
  paymentListingKey,
  paymentListPartition,
  paymentLocatorKey,
  paymentPartition,
  paymentRefundKey,
  paymentSessionKey,
  paymentSessionPartition,
  paymentSessionPrefix,
} from './keys.ts';
import { paymentLimits } from './limits.ts';
import { changeRecords, creationRecords } from './operations/changes.ts';
import type { StoredDispute, StoredPayment, StoredRefund } from './payment.ts';

const entities = {
  payment: 'payment',
  refund: 'payment_refund',
  dispute: 'payment_dispute',
  history: 'payment_history',
  due: 'payment_due',
} as const;

export type PaymentListField = 'createdAt' | 'status' | 'providerKey' | 'ids';

const paymentListing: ListingSpec<PaymentListField> = {
  attributes: { createdAt: 'ca', status: 'st', providerKey: 'pr', ids: 's' },
  searchIn: ['ids', 'providerKey'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
};

function toPayment(item: Item): StoredPayment {
  return fromItem<StoredPayment>(item, entities.payment);
}

/** Undefined if the tenant has no payment with this id. One request. */
export async function findPayment(scope: TenantScope, id: string): Promise<StoredPayment | undefined> {
  const item = await getItem(paymentKey(scope, id));
  return item && toPayment(item);
}

/** Finds the payment in items that were already read. */
export function paymentAmong(
  scope: TenantScope,
  id: string,
  items: readonly Item[],
): StoredPayment | undefined {
  const { pk, sk } = paymentKey(scope, id);
  const item = items.find((one) => one.pk === pk && one.sk === sk);
  return item && toPayment(item);
}

/** Whether any tenant has a payment with this id. */
export async function existsSomewhere(id: string): Promise<boolean> {
  return (await getItem(paymentLocatorKey(id))) !== undefined;
}

/** Possible owner of a provider's session or customer. */
export interface Candidate {
  tenantId: string;
  organizationId: string;
  id: string;
  kind: 'payment' | 'customer';
}

/** The payments or customers of one tenant, or of all, with a provider's id; the caller proves the owner. */
export async function findCandidates(
  providerKey: string,
  sessionId: string,
  scope: TenantScope | undefined,
): Promise<Candidate[]> {
  const items = await queryAll({
    pk: paymentSessionPartition(providerKey, sessionId),
    ...(scope && { skPrefix: paymentSessionPrefix(scope) }),
    limit: paymentLimits.candidates,
    consistent: true,
  });
  return items.map(({ tenantId, organizationId, id, entity }) => ({
    tenantId: String(tenantId),
    organizationId: String(organizationId),
    id: String(id),
    kind: entity === 'payment_customer_locator' ? 'customer' : 'payment',
  }));
}

function rowOf({ revision, ...payment }: StoredPayment): Key & Item {
  const refunds = Object.entries(payment.refunds).map(([id, { reason: _, ...refund }]) => [id, refund]);
  const row = { ...payment, refunds: Object.fromEntries(refunds) };
  return toItem(paymentKey(payment, payment.id), entities.payment, row, { revision });
}

function listingOf(payment: StoredPayment): Key & Item {
  const { id, paymentId, sessionId, gatewayReference = null, orderId } = payment;
  const { gatewayPaymentId, gatewayRefundId } = payment;
  const ids = [id, paymentId, sessionId, gatewayReference, gatewayPaymentId, gatewayRefundId, orderId];
  return toListingItem(paymentListing, paymentListingKey(payment, payment.createdAtMs, id), {
    id,
    revision: payment.revision,
    // Responses leave the ledger out; their other fields vary little in size.
    bytes: 1_000,
    fields: {
      createdAt: payment.createdAtMs,
      status: payment.status,
      providerKey: payment.providerKey,
      ids: ids.filter((one) => one !== null).join(' '),
    },
  });
}

const dueKeyOf = (payment: StoredPayment): Key | undefined =>
  payment.dueAtMs === undefined ? undefined : paymentDueKey(payment, payment.dueAtMs);

function dueItem(payment: StoredPayment, dueAtMs: number): Key & Item {
  const { tenantId, id } = payment;
  return toItem(paymentDueKey(payment, dueAtMs), entities.due, { tenantId, id, dueAtMs });
}

/** The writes that change the item by which the sweep finds a payment. */
export function dueWrites(before: StoredPayment, after: StoredPayment): Write[] {
  const [was, is] = [dueKeyOf(before), dueKeyOf(after)];
  if (was?.pk === is?.pk && was?.sk === is?.sk) return [];
  return [
    ...(was === undefined ? [] : [{ delete: was }]),
    ...(after.dueAtMs === undefined ? [] : [{ put: dueItem(after, after.dueAtMs) }]),
  ];
}

/**
 * Removes an item of the sweep if the payment's row does not record it. Returns false if the row records it
 * now.
 */
export async function removeOutdatedDue(stray: Key, payment: StoredPayment): Promise<boolean> {
  try {
    await transact([
      { check: paymentKey(payment, payment.id), when: revisionIs(payment.revision) },
      { delete: { pk: stray.pk, sk: stray.sk } },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

/** Whether the payment's row records this item. */
export function isDueAt(payment: StoredPayment, { pk, sk }: Item): boolean {
  const key = dueKeyOf(payment);
  return key?.pk === pk && key?.sk === sk;
}

function historyWrite(
  before: StoredPayment | undefined,
  after: StoredPayment,
  entry: HistoryEntry,
  { principal }: ChangeContext,
): Write {
  const key = paymentHistoryKey(after, after.id, entry.receivedAtMs, entry.id);
  const ttl = Math.ceil(entry.receivedAtMs / 1_000) + paymentLimits.historyDays * 86_400;
  const stored: StoredEntry = { ...entry, actor: principal.subject, amountMinor: movedMinor(before, after) };
  return { put: { ...toItem(key, entities.history, stored), ttl } };
}

/** The items of new or changed refunds and disputes. */
function ledgerWrites(before: StoredPayment, after: StoredPayment): Write[] {
  const refunds = Object.entries(after.refunds).filter(([id, one]) => before.refunds[id] !== one);
  const disputes = Object.entries(after.disputes).filter(([id, one]) => before.disputes[id] !== one);
  return [
    ...refunds.map(([id, { reason, ...one }]): Write => {
      const key = paymentRefundKey(after, after.id, id);
      if (before.refunds[id] !== undefined) return { set: key, values: one };
      return { put: toItem(key, entities.refund, { id, ...one, reason: reason ?? null }) };
    }),
    ...disputes.map(([id, one]): Write => {
      return { put: toItem(paymentDisputeKey(after, after.id, id), entities.dispute, { id, ...one }) };
    }),
  ];
}

/** The pointer from a provider's id to the payment. */
function sessionItem({ tenantId, organizationId, id, providerKey }: StoredPayment, name: string): Key & Item {
  const key = paymentSessionKey({ tenantId, id }, providerKey, name);
  return toItem(key, 'payment_session', { tenantId, organizationId, id });
}

/** The writes of a new payment, which is found by its id, by the provider's ids, and by the sweep. */
export function insertionWrites(
  payment: StoredPayment,
  entry: HistoryEntry,
  context: ChangeContext,
): Write[] {
  const { id, tenantId, sessionId, gatewayReference, dueAtMs } = payment;
  return [
    { put: rowOf(payment), when: notExists },
    { put: listingOf(payment) },
    { put: toItem(paymentLocatorKey(id), 'payment_locator', { tenantId }) },
    { put: sessionItem(payment, sessionId) },
    ...(gatewayReference === undefined ? [] : [{ put: sessionItem(payment, gatewayReference) }]),
    ...(dueAtMs === undefined ? [] : [{ put: dueItem(payment, dueAtMs) }]),
    historyWrite(undefined, payment, entry, context),
    countWrite(paymentListPartition(payment), payment.id, 1),
    ...creationRecords(payment, context),
  ];
}

/** The next revision of the payment. */
export function revised(before: StoredPayment, after: StoredPayment, nowMs: number): StoredPayment {
  const updatedAtMs = Math.max(nowMs, before.updatedAtMs);
  return { ...after, revision: before.revision + 1, updatedAtMs };
}

/** The writes of a changed payment (`revised`) with its events. Throws StaleError if another writer was first. */
export function changeWrites(
  before: StoredPayment,
  after: StoredPayment,
  entry: HistoryEntry,
  context: ChangeContext,
): Write[] {
  return [
    { put: rowOf(after), ...ifRevision(before.revision) },
    // The revision in the listing item lets lists recognize an outdated row.
    { put: listingOf(after) },
    ...(after.gatewayReference === undefined || before.gatewayReference !== undefined
      ? []
      : [{ put: sessionItem(after, after.gatewayReference) }]),
    ...dueWrites(before, after),
    ...ledgerWrites(before, after),
    historyWrite(before, after, entry, context),
    ...changeRecords(before, after, context),
  ];
}

/** Stores internal fields without an event. Throws StaleError. */
export async function saveWithoutEvent(before: StoredPayment, after: StoredPayment): Promise<void> {
  await transact([{ put: rowOf(after), ...ifRevision(before.revision) }, ...dueWrites(before, after)]);
}

/**
 * Reserves a query of the provider. Returns false if another process has queried since `sinceMs`. Keeps the
 * revision.
 */
export async function markPolled(payment: StoredPayment, nowMs: number, sinceMs: number): Promise<void> {
  await updateItem({
    Key: paymentKey(payment, payment.id),
    UpdateExpression: 'SET lastPolledAtMs = :now',
    ConditionExpression: 'rev = :rev AND (lastPolledAtMs < :since OR attribute_type(lastPolledAtMs, :null))',
    ExpressionAttributeValues: {
      ':now': nowMs,
      ':since': sinceMs,
      ':rev': payment.revision,
      ':null': 'NULL',
    },
  });
}

/** One page of the visible payments. */
export async function listPayments(
  scope: Scope,
  request: ListRequest<PaymentListField>,
): Promise<{ items: StoredPayment[]; total: number }> {
  const { rows, total } = await listOverOrganizations(
    paymentListing,
    scope,
    paymentListPartition,
    paymentKey,
    request,
  );
  return { items: rows.map(toPayment), total };
}

export type Named<T> = T & { id: string };

/** A payment with all its items. */
export interface PaymentDetails {
  payment: StoredPayment;
  refunds: Named<StoredRefund & { reason: string | null }>[];
  disputes: Named<StoredDispute>[];
  /** Newest first. */
  history: StoredEntry[];
}

/** Undefined if the tenant has no payment with this id. One Query. */
export async function findPaymentDetails(
  scope: TenantScope,
  id: string,
): Promise<PaymentDetails | undefined> {
  const items = await queryAll({ pk: paymentPartition(scope, id), consistent: true });
  const row = items.find((item) => item.entity === entities.payment);
  const all = <T>(entity: string) =>
    items.filter((item) => item.entity === entity).map((item) => fromItem<T>(item, entity));
  return (
    row && {
      payment: toPayment(row),
      refunds: all<Named<StoredRefund & { reason: string | null }>>(entities.refund).toSorted(
        (a, b) => a.atMs - b.atMs,
      ),
      disputes: all<Named<StoredDispute>>(entities.dispute).toSorted((a, b) => a.atMs - b.atMs),
      history: all<StoredEntry>(entities.history).slice(0, paymentLimits.historyEntries),
    }
  );
}
