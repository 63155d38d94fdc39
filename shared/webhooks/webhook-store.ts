/**
 * The only file that knows how webhooks lie in the table: a row, a listing item, a subscription while it is active,
 * and its health, which deliveries write beside all that.
 */
import { type Change, type ChangeContext, differences, recordChange } from '../audit/record.ts';
import { StaleError } from '../http/errors.ts';
import type { Scope, TenantScope } from '../identity/principal.ts';
import { countWrite } from '../table/counters.ts';
import { fromItem, toItem } from '../table/item.ts';
import {
  deletedWebhookKey,
  deletedWebhooksPartition,
  type Key,
  type RowScope,
  subscriptionKey,
  subscriptionsPartition,
  subscriptionsPrefix,
  webhookHealthKey,
  webhookKey,
  webhookListingKey,
  webhookListPartition,
  webhookSwitchKey,
} from '../table/keys.ts';
import { type ListingSpec, type ListRequest, listPage, toListingItem } from '../table/listing.ts';
import { batchGet, type Item, queryAll } from '../table/read.ts';
import { notExists, revisionIs, transact, type Write } from '../table/write.ts';
import { retentionSeconds } from './delivery.ts';
import { toWebhookIntegration, type WebhookIntegration } from './integration.ts';
import { freshHealth, type StoredWebhook, type WebhookHealth } from './webhook.ts';

const entity = 'webhook';
const healthEntity = 'webhook_health';

export const webhookListing = {
  attributes: { name: 'n', url: 'u', isActive: 'a', createdAt: 'ca', updatedAt: 'ua' },
  searchIn: ['name', 'url'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type WebhookListField = keyof typeof webhookListing.attributes;

/** A webhook and how it fares. */
export interface FoundWebhook {
  webhook: StoredWebhook;
  health: WebhookHealth;
  revision: number;
}

/** What dispatching needs to know of an active webhook. */
export interface Subscription {
  organizationId: string;
  webhookId: string;
  patterns: readonly string[];
  url: string;
  maxAttempts: number;
}

export function toWebhook(item: Item): StoredWebhook {
  return fromItem<StoredWebhook>(item, entity);
}

function toHealth(item: Item | undefined): WebhookHealth {
  return item === undefined
    ? freshHealth
    : { ...freshHealth, ...fromItem<WebhookHealth>(item, healthEntity) };
}

export function toHealthItem(scope: TenantScope, id: string, health: WebhookHealth): Key & Item {
  return toItem(webhookHealthKey(scope, id), healthEntity, health);
}

const isLive = (item: Item): boolean => item.deletedAt === undefined;

function rowItem({ revision, ...webhook }: StoredWebhook): Key & Item {
  return toItem(webhookKey(webhook, webhook.id), entity, webhook, { revision });
}

const listingKeyOf = (webhook: StoredWebhook): Key =>
  webhookListingKey(webhook, Date.parse(webhook.createdAt), webhook.id);

function listingWrite(webhook: StoredWebhook): Write {
  const { id, name, url, isActive, createdAt, updatedAt } = webhook;
  const fields = { name, url, isActive, createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) };
  return { put: toListingItem(webhookListing, listingKeyOf(webhook), { id, bytes: 4_000, fields }) };
}

/** Only active webhooks have a subscription: dispatching never looks at others. */
function subscriptionWrite(webhook: StoredWebhook): Write {
  const key = subscriptionKey(webhook, webhook.id);
  if (!webhook.isActive) return { delete: key };
  const { organizationId, id: webhookId, subscribedEvents: patterns, url, maxRetries } = webhook;
  const subscription: Subscription = {
    organizationId,
    webhookId,
    patterns,
    url,
    maxAttempts: Math.max(1, maxRetries),
  };
  return { put: toItem(key, 'subscription', subscription) };
}

const secretFields = ['secret', 'previousSecret', 'previousSecretExpiresAtMs', 'revision'] as const;

/** What the audit trail may see: headers may hold credentials of the receiver. */
function shown(webhook: StoredWebhook): Record<string, unknown> {
  const { customHeaders, ...rest } = webhook;
  const hidden = new Set<string>(secretFields);
  const visible = Object.entries(rest).filter(([name]) => !hidden.has(name));
  return { ...Object.fromEntries(visible), customHeaders: Object.keys(customHeaders ?? {}) };
}

/** A change of a webhook as events and the audit trail tell it; `more` is further data of the event. */
export function changeOf(
  action: string,
  before: StoredWebhook | undefined,
  after: StoredWebhook,
  more: Record<string, unknown> = {},
): Change {
  const { tenantId, organizationId, id, name, url, subscribedEvents, isActive, revision } = after;
  return {
    tenantId,
    organizationId,
    resource: 'webhooks.webhook',
    resourceId: id,
    action,
    version: revision,
    data: { webhookId: id, name, url, subscribedEvents, isActive, ...more },
    changes: differences(before ? shown(before) : {}, shown(after)),
  };
}

/** The webhook with this id in a visible organization; undefined for any other. One request. */
export async function findWebhook(scope: Scope, id: string): Promise<FoundWebhook | undefined> {
  const { tenantId } = scope;
  const rowKeys = scope.organizationIds.map((organizationId) => webhookKey({ tenantId, organizationId }, id));
  const items = await batchGet([...rowKeys, webhookHealthKey(scope, id)]);
  const row = items.find((item) => item.entity === entity && isLive(item));
  if (row === undefined) return undefined;
  const webhook = toWebhook(row);
  const health = toHealth(items.find((item) => item.entity === healthEntity));
  return { webhook, health, revision: webhook.revision };
}

/** Rows of webhooks, and the switch of their organizations, by id; for workers. One request per 100. */
export async function findWebhooksAndSwitches(
  named: readonly (RowScope & { webhookId: string | null })[],
): Promise<{
  webhook(scope: TenantScope, id: string): StoredWebhook | undefined;
  integration(scope: RowScope): WebhookIntegration;
}> {
  const ofWebhooks = named.flatMap(({ webhookId, ...scope }) =>
    webhookId === null ? [] : [{ ...scope, webhookId }],
  );
  const keys = [
    ...ofWebhooks.map((one) => webhookKey(one, one.webhookId)),
    ...named.map((one) => webhookSwitchKey(one)),
  ];
  const byKey = new Map((await batchGet(distinct(keys))).map((item) => [textOf(item as Key & Item), item]));
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
  };
}

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
const distinct = (keys: readonly Key[]): Key[] => [
  ...new Map(keys.map((key) => [textOf(key), key])).values(),
];

/** The switch of an organization's webhooks. One request. */
export async function findIntegration(scope: RowScope): Promise<WebhookIntegration> {
  const [item] = await batchGet([webhookSwitchKey(scope)]);
  return toWebhookIntegration(item);
}

/** One page of webhooks with how they fare, and how many match. */
export async function listWebhooks(
  scope: Scope,
  request: ListRequest<WebhookListField>,
): Promise<{ items: FoundWebhook[]; total: number }> {
  const { tenantId } = scope;
  const organizationOf = new Map(
    scope.organizationIds.map((organizationId) => [
      webhookListPartition({ tenantId, organizationId }),
      organizationId,
    ]),
  );
  const { rows, total } = await listPage(
    webhookListing,
    [...organizationOf.keys()],
    ({ id, partition }) => webhookKey({ tenantId, organizationId: organizationOf.get(partition) ?? '' }, id),
    request,
  );
  const webhooks = rows.filter(isLive).map(toWebhook);
  const healths = await batchGet(webhooks.map(({ id }) => webhookHealthKey(scope, id)));
  const healthAt = new Map(healths.map((item) => [item.pk, item]));
  const items = webhooks.map((webhook) => ({
    webhook,
    health: toHealth(healthAt.get(webhookHealthKey(scope, webhook.id).pk)),
    revision: webhook.revision,
  }));
  return { items, total };
}

/** Webhooks by id with their names, null for deleted ones whose log is still there. Two requests per organization. */
export async function listWebhookNames(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
): Promise<Map<string, string | null>> {
  const { tenantId } = scope;
  const names = new Map<string, string | null>();
  for (const organizationId of scope.organizationIds) {
    const row = { tenantId, organizationId };
    const deleted = await queryAll({ pk: deletedWebhooksPartition(row), consistent: true });
    for (const { id } of deleted) names.set(String(id), null);
    const live = await queryAll({ pk: webhookListPartition(row), consistent: true });
    for (const item of live) names.set(String(item.id), String(item[webhookListing.attributes.name]));
  }
  return names;
}

/** Who subscribes, in one organization or (null) in all of the tenant, and whose webhooks are switched off. One Query. */
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

/** One transaction. */
export async function insertWebhook(webhook: StoredWebhook, context: ChangeContext): Promise<void> {
  await transact([
    { put: rowItem(webhook), when: notExists },
    listingWrite(webhook),
    subscriptionWrite(webhook),
    countWrite(webhookListPartition(webhook), webhook.id, 1),
    ...recordChange(changeOf('created', undefined, webhook), context),
  ]);
}

/** Replaces the webhook read as `before`; `change` is told. Throws StaleError when somebody wrote in between. */
export async function replaceWebhook(
  before: StoredWebhook,
  after: StoredWebhook,
  change: Change,
  context: ChangeContext,
): Promise<void> {
  const isSwitchedOn = after.isActive && !before.isActive;
  await transact([
    { put: rowItem(after), when: revisionIs(before.revision), otherwise: () => new StaleError() },
    listingWrite(after),
    subscriptionWrite(after),
    // The failures of the time before must not switch it off again at the first new one.
    ...(isSwitchedOn
      ? [
          {
            set: webhookHealthKey(after, after.id),
            values: { entity: healthEntity, v: 1, consecutiveFailures: 0 },
          },
        ]
      : []),
    ...recordChange(change, context),
  ]);
}

/** Marks the webhook as deleted; its secrets go at once. Throws StaleError when somebody wrote in between. */
export async function removeWebhook(before: StoredWebhook, context: ChangeContext): Promise<void> {
  const { secret, previousSecret, ...row } = before;
  const revision = before.revision + 1;
  const nowSeconds = Math.floor(context.nowMs / 1_000);
  const deletedAt = new Date(context.nowMs).toISOString();
  await transact([
    {
      put: {
        ...rowItem({ ...row, revision, secret: '', previousSecret: null }),
        deletedAt,
        deletedBy: context.principal.subject,
      },
      when: revisionIs(before.revision),
      otherwise: () => new StaleError(),
    },
    { delete: listingKeyOf(before) },
    { delete: subscriptionKey(before, before.id) },
    // Until the last delivery expires, the log of the organization finds the deliveries by it.
    {
      put: {
        ...toItem(deletedWebhookKey(before, before.id), 'deleted_webhook', { id: before.id }),
        ttl: nowSeconds + retentionSeconds(),
      },
    },
    countWrite(webhookListPartition(before), before.id, -1),
    ...recordChange({ ...changeOf('deleted', before, before), version: revision, changes: {} }, context),
  ]);
}

/** Tells that deliveries of a window are sent again. */
export async function recordRecovery(
  webhook: StoredWebhook,
  told: { recoveryId: string; since: string; until: string },
  context: ChangeContext,
): Promise<void> {
  const change = changeOf('recovery_started', undefined, webhook, told);
  await transact(recordChange({ ...change, changes: { window: { after: told } } }, context));
}
