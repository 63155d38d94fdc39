/**
 * The rows of webhooks, and the items beside a row: a subscription while the webhook is active, its health, which deliveries
 * update separately, and what a deleted one leaves. Not a declared resource: responses contain the health.
 */
import { isDeepStrictEqual } from 'node:util';
import { responseBytes } from '../../../kernel/base/json.ts';
import { conditionAttribute } from '../../../kernel/conditions/stored-condition.ts';
import type { RowSpec } from '../../../kernel/resources/row-spec.ts';
import { toRowItem } from '../../../kernel/resources/rows.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { itemBytes } from '../../../kernel/table/item-size.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { retentionSeconds } from '../deliveries/delivery.ts';
import {
  deletedWebhookKey,
  subscriptionKey,
  webhookHealthKey,
  webhookKey,
  webhookListingKey,
  webhookListPartition,
} from '../keys.ts';
import { freshHealth, restartsHealth, type StoredWebhook, toRow } from './webhook.ts';

export const healthEntity = 'webhook_health';

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

/** The subscription of a webhook, which dispatching reads; undefined for an inactive one. */
export function subscriptionOf(webhook: StoredWebhook): Subscription | undefined {
  if (!webhook.isActive) return undefined;
  const { organizationId, id: webhookId, subscribedEvents: patterns, url, maxRetries, condition } = webhook;
  const maxAttempts = Math.max(1, maxRetries);
  const createdAtMs = Date.parse(webhook.createdAt);
  return {
    organizationId,
    webhookId,
    patterns,
    url,
    maxAttempts,
    createdAtMs,
    ...conditionAttribute(condition),
  };
}

/**
 * Writes the subscription only if it changes; most changes do not affect it, and the function that rotates
 * secrets may not delete items.
 */
function subscriptionWrites(before: StoredWebhook | undefined, after: StoredWebhook): Write[] {
  const [was, is] = [before && subscriptionOf(before), subscriptionOf(after)];
  if (isDeepStrictEqual(was, is)) return [];
  const key = subscriptionKey(after, after.id);
  return [is === undefined ? { delete: key } : { put: toItem(key, 'subscription', is) }];
}

/** Earlier failures must not disable a webhook at the first new one after it is enabled or has another URL. */
function healthWrites(before: StoredWebhook | undefined, after: StoredWebhook): Write[] {
  if (before === undefined || !restartsHealth(before, after)) return [];
  const values = { entity: healthEntity, v: 1, consecutiveFailures: 0 };
  return [{ set: webhookHealthKey(after, after.id), values, remove: ['failingSinceMs'] }];
}

/** Attempts in progress would create the health again without an expiry; the log lists deleted webhooks. */
function removalWrites(webhook: StoredWebhook, nowMs: number): Write[] {
  const { id } = webhook;
  const ttl = Math.floor(nowMs / 1_000) + retentionSeconds();
  return [
    { delete: subscriptionKey(webhook, id) },
    { put: { ...toItem(webhookHealthKey(webhook, id), healthEntity, {}), ttl } },
    { put: { ...toItem(deletedWebhookKey(webhook, id), 'deleted_webhook', { id }), ttl } },
  ];
}

export type WebhookListField = 'name' | 'url' | 'isActive' | 'createdAt' | 'updatedAt';

export const webhookRows: RowSpec<StoredWebhook, WebhookListField> = {
  name: 'webhooks.webhook',
  title: 'Webhook',
  entity: 'webhook',
  rowKey: webhookKey,
  list: {
    attributes: { name: 'n', url: 'u', isActive: 'a', createdAt: 'ca', updatedAt: 'ua' },
    searchIn: ['name', 'url'],
    keyOrder: { field: 'createdAt', direction: 'desc' },
    partition: webhookListPartition,
    key: (webhook) => webhookListingKey(webhook, Date.parse(webhook.createdAt), webhook.id),
    values: ({ name, url, isActive, createdAt, updatedAt }) => ({
      ...{ name, url, isActive },
      createdAt: Date.parse(createdAt),
      updatedAt: Date.parse(updatedAt),
    }),
    named: ({ name, url }) => ({ name, detail: url }),
    // The row that a page reads, or its part of the response, where texts may become longer.
    bytes: (webhook) =>
      Math.max(itemBytes(toRowItem(webhookRows, webhook)), responseBytes(toRow(webhook, freshHealth))),
  },
  limit: { what: 'webhooks in an organization', max: () => integerSetting('WEBHOOKS_PER_ORGANIZATION') },
  eventData: ({ id: webhookId, name, url, subscribedEvents, isActive }) => ({
    ...{ webhookId, name, url, subscribedEvents, isActive },
  }),
  // Values of headers may be credentials of the receiver.
  audited: ({ secret, previousSecret, previousSecretExpiresAtMs, earlierSecrets, revision, ...shown }) => ({
    ...shown,
    customHeaders: Object.keys(shown.customHeaders ?? {}),
  }),
  withoutSecrets: ({ earlierSecrets, ...webhook }) => ({
    ...webhook,
    ...{ secret: '', previousSecret: null, customHeaders: null },
  }),
  beside: {
    keep: (before, after) => [...subscriptionWrites(before, after), ...healthWrites(before, after)],
    remove: removalWrites,
  },
  deletes: 'softly',
  jsonFields: ['condition', 'strategyConfig'],
};
