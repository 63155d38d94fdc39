/** Reads webhooks with their health, and what workers need of them. */
import { homeKeys, isClosed } from '../../../kernel/auth/directory-reader.ts';
import { allOf, forEachParallel } from '../../../kernel/base/parallel.ts';
import type { Scope, TenantScope } from '../../../kernel/base/principal.ts';
import { requireFound } from '../../../kernel/errors/errors.ts';
import { readerOf } from '../../../kernel/resources/reader.ts';
import { toLiveRow } from '../../../kernel/resources/rows.ts';
import { fromItem } from '../../../kernel/table/item.ts';
import type { Key, RowScope } from '../../../kernel/table/keys.ts';
import type { ListRequest } from '../../../kernel/table/listing.ts';
import type { VisibleScope } from '../../../kernel/table/organizations.ts';
import { batchGet, batchGetParallel, type Item, queryAll } from '../../../kernel/table/read.ts';
import {
  deletedWebhooksPartition,
  subscriptionsPartition,
  subscriptionsPrefix,
  webhookHealthKey,
  webhookKey,
  webhookListPartition,
  webhookSwitchKey,
} from '../keys.ts';
import {
  freshHealth,
  type StoredWebhook,
  toWebhookIntegration,
  type WebhookHealth,
  type WebhookIntegration,
} from './webhook.ts';
import { healthEntity, type Subscription, type WebhookListField, webhookRows } from './webhook-rows.ts';

const stored = readerOf(webhookRows);

/** A webhook with its health. */
export interface FoundWebhook {
  webhook: StoredWebhook;
  health: WebhookHealth;
  revision: number;
}

function toHealth(item: Item | undefined): WebhookHealth {
  return item === undefined
    ? freshHealth
    : { ...freshHealth, ...fromItem<WebhookHealth>(item, healthEntity) };
}

const parallelOrganizations = 10;

/** The webhook with this id in a visible organization; undefined for any other. One request. */
export async function findWebhook(scope: Scope, id: string): Promise<FoundWebhook | undefined> {
  const { tenantId } = scope;
  const rowKeys = scope.organizationIds.map((organizationId) => webhookKey({ tenantId, organizationId }, id));
  const items = await batchGet([...rowKeys, webhookHealthKey(scope, id)]);
  const webhook = toLiveRow(
    webhookRows,
    items.find(({ entity }) => entity === webhookRows.entity),
  );
  if (webhook === undefined) return undefined;
  const health = toHealth(items.find((item) => item.entity === healthEntity));
  return { webhook, health, revision: webhook.revision };
}

/** The same. Throws NotFoundError for any other. */
export async function requireWebhook(scope: Scope, id: string): Promise<FoundWebhook> {
  return requireFound(await findWebhook(scope, id), 'Webhook');
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
      const found = toLiveRow(webhookRows, byKey.get(textOf(webhookKey(one, one.webhookId))));
      return found === undefined ? [] : [[`${one.tenantId} ${one.webhookId}`, found]];
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
  const found = await stored.findEach(scope, ids);
  return new Map(found.map((webhook) => [webhook.id, webhook]));
}

/** One page of webhooks with their health, and the number of matches. */
export async function listWebhooks(
  scope: Scope,
  request: ListRequest<WebhookListField>,
): Promise<{ items: FoundWebhook[]; total: number }> {
  const { items: webhooks, total } = await stored.page(scope, request);
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
    for (const item of live) names.set(String(item.id), String(item[webhookRows.list.attributes.name]));
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
    for (const item of listed) names.set(String(item.id), String(item[webhookRows.list.attributes.name]));
  }
  const others = [...ids].filter((id) => !names.has(id)).map((id) => webhookKey(scope, id));
  const rows = await batchGetParallel(others, undefined, { consistent: false });
  for (const row of rows) {
    const webhook = toLiveRow(webhookRows, row);
    if (webhook) names.set(webhook.id, webhook.name);
  }
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
