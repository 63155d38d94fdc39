/** Reads deliveries: those of messages, one by its id, and pages of the log. */

import { allOf } from '../../../kernel/base/parallel.ts';
import type { Scope, TenantScope } from '../../../kernel/base/principal.ts';
import { requireFound } from '../../../kernel/errors/errors.ts';
import { toLiveRow } from '../../../kernel/resources/rows.ts';
import { type EntriesPage, listEntries } from '../../../kernel/table/entries.ts';
import { fromItem, isExpired } from '../../../kernel/table/item.ts';
import { type Key, newestFirstRange, type RowScope } from '../../../kernel/table/keys.ts';
import { batchGet, batchGetParallel, type Item, queryAll } from '../../../kernel/table/read.ts';
import { webhookRows } from '../endpoints/webhook-rows.ts';
import {
  callsPartition,
  deliveriesPartition,
  deliveryKey,
  deliveryKeyOf,
  deliveryPartition,
  listedDeliveriesPartition,
  payloadKey,
  webhookKey,
} from '../keys.ts';
import { webhookLimits } from '../limits.ts';
import type { DeliveryRef, OwnRequest, Payload, StoredAttempt, StoredDelivery } from './delivery.ts';
import { entities, type Locator, toStored } from './delivery-store.ts';

const toPayload = ({ payload, request }: Item): Payload => ({
  text: String(payload),
  ...(request !== undefined && { request: request as OwnRequest }),
});

/** Deliveries and payloads by id; expired ones are missing. One request per 100 keys. */
export async function findForWork(refs: readonly DeliveryRef[]): Promise<{
  deliveries: Map<string, StoredDelivery>;
  payloads: Map<string, Payload>;
}> {
  const payloadKeys = new Map(
    refs.map((ref) => [`${ref.tenantId} ${ref.payloadId}`, payloadKey(ref, ref.payloadId)]),
  );
  const items = await batchGet([...refs.map((ref) => deliveryKey(ref, ref)), ...payloadKeys.values()]);
  const payloadAt = new Map(
    items
      .filter((item) => item.entity === entities.payload)
      .map((item) => [String(item.pk), toPayload(item)]),
  );
  const deliveries = items.filter((item) => item.entity === entities.delivery).map(toStored);
  return {
    deliveries: new Map(deliveries.map((delivery) => [delivery.id, delivery])),
    payloads: new Map(
      refs.flatMap((ref) => {
        const payload = payloadAt.get(payloadKey(ref, ref.payloadId).pk);
        return payload === undefined ? [] : [[ref.id, payload]];
      }),
    ),
  };
}

export interface DeliveryDetails {
  delivery: StoredDelivery;
  payload: Payload | null;
  attempts: StoredAttempt[];
  /** Null without a webhook, and after it is deleted. */
  webhookName: string | null;
}

type Visible = Pick<Scope, 'tenantId' | 'organizationIds'>;

/**
 * The item that locates a delivery, and its last attempts. Attempts never change, so an eventually consistent read can
 * only miss some.
 */
async function readLocated(scope: Visible, id: string, nowMs: number, consistent: boolean) {
  // The locator sorts after the attempts.
  const limit = webhookLimits.shownAttempts + 1;
  const items = await queryAll({ pk: deliveryPartition(scope, id), descending: true, limit, consistent });
  const located = items.find((item) => item.entity === entities.locator && !isExpired(item, nowMs / 1_000));
  const attempts = items
    .filter((item) => item.entity === entities.attempt)
    .toReversed()
    .map((item) => fromItem<StoredAttempt>(item, entities.attempt));
  return { locator: located && fromItem<Locator>(located, entities.locator), attempts };
}

/** A payload never changes, so it is read strongly consistent only if it was missed. */
async function readPayload({ tenantId, payloadId }: Locator): Promise<Payload | null> {
  const keys = [payloadKey({ tenantId }, payloadId)];
  const [seen] = await batchGet(keys, undefined, { consistent: false });
  const [item] = seen === undefined ? await batchGet(keys) : [seen];
  return item === undefined ? null : toPayload(item);
}

/** The current delivery and the name of its webhook. */
async function readCurrent(locator: Locator) {
  const { webhookId } = locator;
  const key = deliveryKey(locator, locator);
  const items = await batchGet([key, ...(webhookId === null ? [] : [webhookKey(locator, webhookId)])]);
  const item = items.find(({ entity }) => entity === entities.delivery);
  const webhook = items.find(({ entity }) => entity === webhookRows.entity);
  return { delivery: item && toStored(item), webhookName: toLiveRow(webhookRows, webhook)?.name ?? null };
}

/**
 * The delivery with this id in a visible organization, with payload, attempts and the name of its webhook.
 * Strongly consistent: items that never change are read at half the price, and again if they are missing.
 * Three requests.
 */
export async function findDelivery(
  scope: Visible,
  id: string,
  nowMs: number,
): Promise<DeliveryDetails | undefined> {
  const seen = await readLocated(scope, id, nowMs, false);
  const { locator, attempts } = seen.locator ? seen : await readLocated(scope, id, nowMs, true);
  if (locator === undefined || !scope.organizationIds.includes(locator.organizationId)) return undefined;
  const [{ delivery, webhookName }, payload] = await allOf([readCurrent(locator), readPayload(locator)]);
  if (delivery === undefined) return undefined;
  const isBehind = (attempts.at(-1)?.attemptNumber ?? 0) < delivery.attemptNumber;
  const current = isBehind ? (await readLocated(scope, id, nowMs, true)).attempts : attempts;
  return { delivery, payload, attempts: current, webhookName };
}

/** The same. Throws NotFoundError for any other. */
export async function requireDelivery(scope: Visible, id: string, nowMs: number): Promise<DeliveryDetails> {
  return requireFound(await findDelivery(scope, id, nowMs), 'Delivery');
}

export interface DeliveryQuery {
  page: number;
  pageSize: number;
  withTotal?: boolean | undefined;
  fromMs: number;
  toMs: number;
  oldestFirst: boolean;
  matches: (delivery: StoredDelivery) => boolean;
}

/** The logs to read: those of webhooks, and those of organizations for requests without a webhook. */
export interface Logs {
  webhookIds: readonly string[];
  organizationIds?: readonly string[];
}

/** One page of these logs, merged. Reads only the time range. */
export async function listDeliveries(
  scope: TenantScope,
  { webhookIds, organizationIds = [] }: Logs,
  { page, pageSize, withTotal, fromMs, toMs, oldestFirst, matches }: DeliveryQuery,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: StoredDelivery[] }> {
  const { tenantId } = scope;
  const partitions = [
    ...webhookIds.map((webhookId) => deliveriesPartition(scope, webhookId)),
    ...organizationIds.map((organizationId) => callsPartition({ tenantId, organizationId })),
  ];
  const { items, ...counted } = await listEntries(partitions, {
    page,
    pageSize,
    withTotal,
    range: newestFirstRange(fromMs, toMs),
    descending: oldestFirst,
    matches: (item) => matches(toStored(item)),
    nowSeconds: Math.floor(nowMs / 1_000),
  });
  return { items: items.map(toStored), ...counted };
}

/** The deliveries of listing items, not older than the latest change that a caller waited for. */
async function rowsOf(
  listed: readonly Item[],
  scopeOfList: (partition: string) => RowScope | undefined,
): Promise<StoredDelivery[]> {
  const shownKeys = listed.flatMap(({ pk, sk, w, u }) => {
    const at = scopeOfList(String(pk));
    if (at === undefined) return [];
    const key = deliveryKeyOf(at, w === undefined ? null : String(w), String(sk));
    return [{ key, changedAtMs: Number(u ?? 0) }];
  });
  const read = async (keys: readonly Key[], consistent: boolean) => {
    const items = await batchGetParallel(keys, undefined, { consistent });
    return new Map(items.map((item) => [textOf(item as Item & Key), toStored(item)]));
  };
  const found = await read(
    shownKeys.map(({ key }) => key),
    false,
  );
  const isBehind = ({ key, changedAtMs }: (typeof shownKeys)[number]) =>
    (found.get(textOf(key))?.updatedAtMs ?? -1) < changedAtMs;
  const again = await read(
    shownKeys.filter(isBehind).map(({ key }) => key),
    true,
  );
  return shownKeys.flatMap(({ key }) => again.get(textOf(key)) ?? found.get(textOf(key)) ?? []);
}

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/**
 * One page of all deliveries of these organizations: one Query for each organization's list, and the rows of
 * the page, eventually consistent. Rows that are older than a caller's change are read again.
 */
export async function listAllDeliveries(
  scope: Visible,
  { page, pageSize, withTotal, fromMs, toMs, oldestFirst }: Omit<DeliveryQuery, 'matches'>,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: StoredDelivery[] }> {
  const { tenantId, organizationIds } = scope;
  const lists = new Map(
    organizationIds.map((organizationId) => {
      const at = { tenantId, organizationId };
      return [listedDeliveriesPartition(at), at] as const;
    }),
  );
  const { items, ...counted } = await listEntries([...lists.keys()], {
    page,
    pageSize,
    withTotal,
    range: newestFirstRange(fromMs, toMs),
    descending: oldestFirst,
    matches: () => true,
    nowSeconds: Math.floor(nowMs / 1_000),
  });
  return { items: await rowsOf(items, (partition) => lists.get(partition)), ...counted };
}
