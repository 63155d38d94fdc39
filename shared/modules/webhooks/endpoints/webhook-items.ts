import { toJson } from '../../../kernel/http/json.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { webhookKey, webhookListingKey } from '../keys.ts';
import { freshHealth, type StoredWebhook, type WebhookHealth } from './webhook.ts';

export const webhookEntity = 'webhook';
export const healthEntity = 'webhook_health';

export const webhookListing = {
  attributes: { name: 'n', url: 'u', isActive: 'a', createdAt: 'ca', updatedAt: 'ua' },
  searchIn: ['name', 'url'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type WebhookListField = keyof typeof webhookListing.attributes;

/** The row of a webhook. The settings of the strategy are stored as JSON text: DynamoDB documents nest less deep. */
export function rowItem({ revision, strategyConfig, ...webhook }: StoredWebhook): Key & Item {
  // Code of the version before finds none in place of settings that it may not be able to read.
  const row = { ...webhook, strategyConfig: null, strategyConfigText: toJson(strategyConfig) };
  return toItem(webhookKey(webhook, webhook.id), webhookEntity, row, { revision });
}

export const listingKeyOf = (webhook: StoredWebhook): Key =>
  webhookListingKey(webhook, Date.parse(webhook.createdAt), webhook.id);

/** The listing item of a webhook. Lists show no secret. */
export function listingItem(webhook: StoredWebhook) {
  const { id, name, url, isActive } = webhook;
  const [createdAt, updatedAt] = [Date.parse(webhook.createdAt), Date.parse(webhook.updatedAt)];
  const fields = { name, url, isActive, createdAt, updatedAt };
  return toListingItem(webhookListing, listingKeyOf(webhook), {
    id,
    bytes: 4_000,
    fields,
    revision: webhook.revision,
    row: rowItem({ ...webhook, secret: '', previousSecret: null }),
  });
}

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
  const { strategyConfigText, ...webhook } = fromItem<StoredWebhook & { strategyConfigText: string }>(
    item,
    webhookEntity,
  );
  return { ...webhook, strategyConfig: JSON.parse(strategyConfigText) };
}

export function toHealth(item: Item | undefined): WebhookHealth {
  return item === undefined
    ? freshHealth
    : { ...freshHealth, ...fromItem<WebhookHealth>(item, healthEntity) };
}

export const isLive = (item: Item): boolean => item.deletedAt === undefined;
