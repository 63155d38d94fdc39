import { homeKeys, isClosed } from '../../../kernel/auth/directory-reader.ts';
import { parseJson, responseBytes, toJson } from '../../../kernel/base/json.ts';
import { allOf, forEachParallel } from '../../../kernel/base/parallel.ts';
import type { Scope, TenantScope } from '../../../kernel/base/principal.ts';
import { conditionAttribute, toCondition } from '../../../kernel/conditions/stored-condition.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { itemBytes } from '../../../kernel/table/item-size.ts';
import type { Key, RowScope } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { type ListRequest, pageOf } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import {
  listOverOrganizations,
  type VisibleScope,
  visibleScopes,
} from '../../../kernel/table/organizations.ts';
import { batchGet, batchGetParallel, type Item, queryAll } from '../../../kernel/table/read.ts';
import {
  deletedWebhooksPartition,
  subscriptionsPartition,
  subscriptionsPrefix,
  webhookHealthKey,
  webhookKey,
  webhookListingKey,
  webhookListPartition,
  webhookSwitchKey,
} from '../keys.ts';
import {
  freshHealth,
  type StoredWebhook,
  toRow,
  toWebhookIntegration,
  type WebhookHealth,
  type WebhookIntegration,
} from './webhook.ts';

export const webhookEntity = 'webhook';
export const healthEntity = 'webhook_health';

const webhookListing = {
  attributes: { name: 'n', url: 'u', isActive: 'a', createdAt: 'ca', updatedAt: 'ua' },
  searchIn: ['name', 'url'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type WebhookListField = keyof typeof webhookListing.attributes;

/**
 * The row of a webhook. The strategy's settings are stored as JSON text, because the depth of DynamoDB
 * documents is limited.
 */
export function rowItem({ revision, strategyConfig, condition, ...webhook }: StoredWebhook): Key & Item {
  // Older code reads this attribute as null, because it might not be able to read newer settings.
  const row = {
    ...webhook,
    ...conditionAttribute(condition),
    strategyConfig: null,
    strategyConfigText: toJson(strategyConfig),
  };
  return toItem(webhookKey(webhook, webhook.id), webhookEntity, row, { revision });
}

export const listingKeyOf = (webhook: StoredWebhook): Key =>
  webhookListingKey(webhook, Date.parse(webhook.createdAt), webhook.id);

/** The listing item of a webhook, without secrets. */
export function listingItem(webhook: StoredWebhook) {
  const { id, name, url, isActive } = webhook;
  const [createdAt, updatedAt] = [Date.parse(webhook.createdAt), Date.parse(webhook.updatedAt)];
  const fields = { name, url, isActive, createdAt, updatedAt };
  const { earlierSecrets, ...rest } = webhook;
  const row = rowItem({ ...rest, secret: '', previousSecret: null });
  return toListingItem(webhookListing, listingKeyOf(webhook), {
    id,
    // The row that a page reads, or its part of the response, where texts may become longer.
    bytes: Math.max(itemBytes(row), responseBytes(toRow(webhook, freshHealth))),
    fields,
    revision: webhook.revision,
    row,
  });
}

/** A webhook with its health. */
export interface FoundWebhook {
  webhook: StoredWebhook;
  health: WebhookHealth;
  revision: number;
}

/** The fields of an active webhook that dispatching needs. */
export interface Subscription {
  organizationId: string;
  webhookId: string;
  patterns: readonly string[];
  url: string;
  maxAttempts: number;
  createdAtMs: number;
  /** JSON text of the webhook's condition. */
  conditionText?: string;
}

export function toWebhook(item: Item): StoredWebhook {
  const { strategyConfigText, conditionText, ...webhook } = fromItem<
    StoredWebhook & { strategyConfigText: string; conditionText?: string }
  >(item, webhookEntity);
  return {
    ...webhook,
    condition: toCondition({ conditionText }),
    strategyConfig: parseJson(strategyConfigText),
  };
}

function toHealth(item: Item | undefined): WebhookHealth {
  return item === undefined
    ? freshHealth
    : { ...freshHealth, ...fromItem<WebhookHealth>(item, healthEntity) };
}

export const isLive = (item: Item): boolean => item.deletedAt === undefined;

const parallelOrganizations = 10;

/** The webhook with this id in a visible organization; undefined for any other. One request. */
export async function findWebhook(scope: Scope, id: string): Promise<FoundWebhook | undefined> {
  const { tenantId } = scope;
  const rowKeys = scope.organizationIds.map((organizationId) => webhookKey({ tenantId, organizationId }, id));
  const items = await batchGet([...rowKeys, webhookHealthKey(scope, id)]);
  const row = items.find((item) => item.entity === webhookEntity && isLive(item));
  if (row === undefined) return undefined;
  const webhook = toWebhook(row);
  const health = toHealth(items.find((item) => item.entity === healthEntity));
  return { webhook, health, revision: webhook.revision };
}

/** Rows of webhooks with their organizations' enablement and state, by id; for workers. One request per 100. */
export async function findWebhooksAndSwitches(
  named: readonly (RowScope & { webhookId: string | null })[],
): Promise<{
  webhook(scope: TenantScope, id: string): StoredWebhook | undefined;
  integration(scope: RowScope): WebhookIntegration;
  isClosed(scope: RowScope): boolean;
}> {
  const ofWebhooks = named.flatMap(({ webhookId, ...scope }) =>
    webhookId === null ? [] : [{ ...scope, webhookId }],
  );
  const keys = [
    ...ofWebhooks.map((one) => webhookKey(one, one.webhookId)),
    ...named.map((one) => webhookSwitchKey(one)),
    ...named.flatMap(homeKeys),
  ];
  const items = await batchGet(distinct(keys));
  const byKey = new Map(items.map((item) => [textOf(item as Key & Item), item]));
  const webhooks = new Map(
    ofWebhooks.flatMap((one) => {
      const item = byKey.get(textOf(webhookKey(one, one.webhookId)));
      return item !== undefined && isLive(item)
        ? [[`${one.tenantId} ${one.webhookId}`, toWebhook(item)]]
        : [];
    }),
  );
  return {
    webhook: ({ tenantId }, id) => webhooks.get(`${tenantId} ${id}`),
    integration: (scope) => toWebhookIntegration(byKey.get(textOf(webhookSwitchKey(scope)))),
    isClosed: (scope) => isClosed(scope, items),
  };
}

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
const distinct = (keys: readonly Key[]): Key[] => [
  ...new Map(keys.map((key) => [textOf(key), key])).values(),
];

/** The enablement of an organization's webhooks. One request. */
export async function findIntegration(scope: RowScope): Promise<WebhookIntegration> {
  const [item] = await batchGet([webhookSwitchKey(scope)]);
  return toWebhookIntegration(item);
}

/** The live webhooks with these ids in all visible organizations, by id. One BatchGetItem per 100 ids and organization. */
export async function findWebhooks(
  scope: VisibleScope,
  ids: readonly string[],
): Promise<Map<string, StoredWebhook>> {
  const keys = visibleScopes(scope).flatMap((home) => ids.map((id) => webhookKey(home, id)));
  const live = (await batchGetParallel(keys)).filter(isLive).map(toWebhook);
  return new Map(live.map((webhook) => [webhook.id, webhook]));
}

/** One page of webhooks. Webhooks selected by ids are read by key, strongly consistent. */
async function webhooksOf(
  scope: Scope,
  request: ListRequest<WebhookListField>,
): Promise<{ webhooks: StoredWebhook[]; total: number }> {
  if (request.ids !== undefined) {
    const named = [...(await findWebhooks(scope, [...request.ids])).values()];
    const { rows: webhooks, total } = pageOf(webhookListing, named, listingItem, request);
    return { webhooks, total };
  }
  const { rows, total } = await listOverOrganizations(
    webhookListing,
    scope,
    webhookListPartition,
    webhookKey,
    request,
  );
  return { webhooks: rows.filter(isLive).map(toWebhook), total };
}

/** One page of webhooks with their health, and the number of matches. */
export async function listWebhooks(
  scope: Scope,
  request: ListRequest<WebhookListField>,
): Promise<{ items: FoundWebhook[]; total: number }> {
  const { webhooks, total } = await webhooksOf(scope, request);
  // Deliveries update the health all the time, so it is read eventually consistent.
  const healthKeys = webhooks.map(({ id }) => webhookHealthKey(scope, id));
  const healths = await batchGet(healthKeys, undefined, { consistent: false });
  const healthAt = new Map(healths.map((item) => [item.pk, item]));
  const items = webhooks.map((webhook) => ({
    webhook,
    health: toHealth(healthAt.get(webhookHealthKey(scope, webhook.id).pk)),
    revision: webhook.revision,
  }));
  return { items, total };
}

/** Names of webhooks by id, null for deleted webhooks with a remaining log. Two requests per organization. */
export async function listWebhookNames(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
): Promise<Map<string, string | null>> {
  const { tenantId } = scope;
  const names = new Map<string, string | null>();
  await forEachParallel(scope.organizationIds, parallelOrganizations, async (organizationId) => {
    const row = { tenantId, organizationId };
    const [deleted, live] = await allOf([
      queryAll({ pk: deletedWebhooksPartition(row), consistent: true }),
      queryAll({ pk: webhookListPartition(row), consistent: true }),
    ]);
    for (const { id } of deleted) names.set(String(id), null);
    for (const item of live) names.set(String(item.id), String(item[webhookListing.attributes.name]));
  });
  return names;
}

/** One Query reads the names of the newest webhooks; the names of others are read by key. */
const maxNamesQueried = 25;
/** Up to this number, names are read by key, at half a unit each. */
const fewNames = 7;

/**
 * Names of an organization's webhooks by id; deleted ones are missing. Eventually consistent: a new name may
 * appear a second later. At most one Query of 25 webhooks, and one BatchGetItem.
 */
export async function findWebhookNames(
  scope: RowScope,
  ids: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (ids.size === 0) return names;
  if (ids.size > fewNames) {
    const listed = await queryAll({
      pk: webhookListPartition(scope),
      limit: maxNamesQueried,
      consistent: false,
    });
    for (const item of listed) names.set(String(item.id), String(item[webhookListing.attributes.name]));
  }
  const others = [...ids].filter((id) => !names.has(id)).map((id) => webhookKey(scope, id));
  const rows = await batchGetParallel(others, undefined, { consistent: false });
  for (const { id, name } of rows.filter(isLive).map(toWebhook)) names.set(id, name);
  return names;
}

/**
 * The subscriptions of one organization or (null) of the whole tenant, and the organizations whose webhooks
 * are disabled. One Query.
 */
export async function listSubscriptions(
  scope: TenantScope,
  organizationId: string | null,
): Promise<Subscription[]> {
  const items = await queryAll({
    pk: subscriptionsPartition(scope),
    ...(organizationId !== null && { skPrefix: subscriptionsPrefix(organizationId) }),
    consistent: true,
  });
  const isOff = new Set(
    items
      .filter(({ entity: kind }) => kind !== 'subscription')
      .filter((item) => !toWebhookIntegration(item).isEnabled)
      .map(({ sk }) => String(sk)),
  );
  return items
    .filter(({ entity: kind }) => kind === 'subscription')
    .map((item) => fromItem<Subscription>(item, 'subscription'))
    .filter((one) => !isOff.has(webhookSwitchKey({ ...scope, organizationId: one.organizationId }).sk));
}
