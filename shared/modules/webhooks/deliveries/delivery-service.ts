import { containing } from '../../../kernel/base/compared.ts';
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { Reply } from '../../../kernel/http/reply.ts';
import { type TimeRange, timeRangeOf } from '../../../kernel/http/time-range.ts';
import { toList } from '../../../kernel/lists/list.ts';
import { visibleScopes } from '../../../kernel/table/organizations.ts';
import { findWebhookNames, listWebhookNames } from '../endpoints/webhook-reader.ts';
import { deliveryTag, type StoredDelivery, toDelivery, toDeliveryRow } from './delivery.ts';
import type { ListDeliveries } from './delivery-contract.ts';
import * as reader from './delivery-reader.ts';

const parallelOrganizations = 10;
/** The time range of the query; by default all of it. Throws InvalidInputError. */
const windowOf = ({ fromDate, toDate }: ListDeliveries): TimeRange =>
  timeRangeOf(fromDate, toDate, ['fromDate', 'toDate']);

const searched = ['eventType', 'messageId', 'targetUrl', 'errorMessage'] as const;

function matcherOf({ id, eventType, status, search }: ListDeliveries) {
  const isFound = search === undefined ? undefined : containing(search);
  return (delivery: StoredDelivery): boolean =>
    (id === undefined || delivery.id === id) &&
    (eventType === undefined || delivery.eventType === eventType) &&
    (status === undefined || status.includes(delivery.status)) &&
    (isFound === undefined || searched.some((field) => isFound(delivery[field])));
}

/** A page with the delivery of this id, read by key instead of from the log. */
async function listNamed(scope: Scope, id: string, query: ListDeliveries, nowMs: number) {
  const { page, pageSize, webhookId } = query;
  const { delivery, webhookName = null } = (await reader.findDelivery(scope, id, nowMs)) ?? {};
  const { fromMs, toMs } = windowOf(query);
  const isListed =
    delivery !== undefined &&
    delivery.madeAtMs >= fromMs &&
    delivery.madeAtMs <= toMs &&
    (webhookId === undefined || delivery.webhookId === webhookId) &&
    matcherOf(query)(delivery);
  const rows = isListed ? [toDeliveryRow(delivery, webhookName)] : [];
  const items = rows.slice((page - 1) * pageSize, page * pageSize);
  return { ...toList(query, { items, total: rows.length }), totalIsExact: true };
}

/** One page of all deliveries of the visible organizations, with the names of their webhooks. */
async function listAll(scope: Scope, query: ListDeliveries, nowMs: number) {
  const { page, pageSize, withTotal, sortDir } = query;
  const window = { ...windowOf(query), page, pageSize, withTotal, oldestFirst: sortDir === 'asc' };
  const { items, total, totalIsExact } = await reader.listAllDeliveries(scope, window, nowMs);
  const names = new Map<string, string>();
  await forEachParallel(visibleScopes(scope), parallelOrganizations, async (at) => {
    const own = items.filter(({ organizationId }) => organizationId === at.organizationId);
    const ids = new Set(own.flatMap(({ webhookId }) => webhookId ?? []));
    for (const [id, name] of await findWebhookNames(at, ids)) names.set(id, name);
  });
  const nameOf = ({ webhookId: id }: StoredDelivery) => (id === null ? null : (names.get(id) ?? null));
  const rows = items.map((delivery) => toDeliveryRow(delivery, nameOf(delivery)));
  return { ...toList(query, { items: rows, total }), totalIsExact };
}

/** The lists of organizations have no fields to filter by. */
const isUnfiltered = ({ webhookId, eventType, status, search }: ListDeliveries): boolean =>
  [webhookId, eventType, status, search].every((filter) => filter === undefined);

/** One page of the log of the visible organizations, with requests of their rules, or of one webhook. */
export async function listDeliveries({ scope, context }: Caller, query: ListDeliveries) {
  const { nowMs } = context;
  if (query.id !== undefined) return listNamed(scope, query.id, query, nowMs);
  if (isUnfiltered(query)) return listAll(scope, query, nowMs);
  const names = await listWebhookNames(scope);
  const { page, pageSize, withTotal, webhookId } = query;
  const logs =
    webhookId === undefined
      ? { webhookIds: [...names.keys()], organizationIds: scope.organizationIds }
      : { webhookIds: names.has(webhookId) ? [webhookId] : [] };
  const { items, total, totalIsExact } = await reader.listDeliveries(
    scope,
    logs,
    {
      ...windowOf(query),
      page,
      pageSize,
      withTotal,
      oldestFirst: query.sortDir === 'asc',
      matches: matcherOf(query),
    },
    nowMs,
  );
  const nameOf = ({ webhookId: id }: StoredDelivery) => (id === null ? null : (names.get(id) ?? null));
  const rows = items.map((delivery) => toDeliveryRow(delivery, nameOf(delivery)));
  return { ...toList(query, { items: rows, total }), totalIsExact };
}

/** The delivery with payload and attempts. Throws NotFoundError. */
export async function getDelivery({ scope, context }: Caller, { id }: Target) {
  const { delivery, ...more } = await reader.requireDelivery(scope, id, context.nowMs);
  return new Reply(toDelivery(delivery, more), { etag: deliveryTag(delivery) });
}
