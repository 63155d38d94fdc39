/**
 * The only writer of webhooks: a row, a listing item, a subscription while it is active, and its health,
 * which deliveries update separately. webhook-reader.ts has the reads.
 */

import { isDeepStrictEqual } from 'node:util';
import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { conditionAttribute } from '../../../kernel/conditions/stored-condition.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { createWithin, releaseWrite, type UsageLimit } from '../../../kernel/table/usage.ts';
import { ifRevision, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import { retentionSeconds } from '../deliveries/delivery.ts';
import { deletedWebhookKey, subscriptionKey, webhookHealthKey, webhookListPartition } from '../keys.ts';
import type { StoredWebhook } from './webhook.ts';
import { healthEntity, listingItem, listingKeyOf, rowItem, type Subscription } from './webhook-reader.ts';

const listingWrite = (webhook: StoredWebhook): Write => ({ put: listingItem(webhook) });

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

const secretFields = [
  'secret',
  'previousSecret',
  'previousSecretExpiresAtMs',
  'earlierSecrets',
  'revision',
] as const;

/** The fields for the audit trail: header values may be credentials of the receiver. */
function shown(webhook: StoredWebhook): Record<string, unknown> {
  const { customHeaders, ...rest } = webhook;
  const hidden = new Set<string>(secretFields);
  const visible = Object.entries(rest).filter(([name]) => !hidden.has(name));
  return { ...Object.fromEntries(visible), customHeaders: Object.keys(customHeaders ?? {}) };
}

/** The change of a webhook for its event and audit entry; `more` is additional event data. */
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

/** The maximum number of webhooks per organization. */
const limitOf = (webhook: StoredWebhook): UsageLimit => ({
  partition: webhookListPartition(webhook),
  what: 'webhooks in an organization',
  max: integerSetting('WEBHOOKS_PER_ORGANIZATION'),
});

/** One transaction. Throws LimitReachedError. */
export async function insertWebhook(webhook: StoredWebhook, context: ChangeContext): Promise<void> {
  const writes: Write[] = [
    { put: rowItem(webhook), when: notExists, largeField: 'strategyConfig' },
    listingWrite(webhook),
    ...subscriptionWrites(undefined, webhook),
    countWrite(webhookListPartition(webhook), webhook.id, 1),
    ...recordChange(changeOf('created', undefined, webhook), context),
  ];
  await createWithin(limitOf(webhook), webhook.id, (count) => transact([...writes, count]));
}

/**
 * Replaces the webhook read as `before`, and publishes `change`. Throws StaleError if another writer was
 * first.
 */
export async function replaceWebhook(
  before: StoredWebhook,
  after: StoredWebhook,
  change: Change,
  context: ChangeContext,
): Promise<void> {
  const isSwitchedOn = after.isActive && !before.isActive;
  await transact([
    {
      put: rowItem(after),
      ...ifRevision(before.revision),
      largeField: 'strategyConfig',
    },
    listingWrite(after),
    ...subscriptionWrites(before, after),
    // Earlier failures must not disable it again at the first new one.
    ...(isSwitchedOn
      ? [
          {
            set: webhookHealthKey(after, after.id),
            values: { entity: healthEntity, v: 1, consecutiveFailures: 0 },
            remove: ['failingSinceMs'],
          },
        ]
      : []),
    ...recordChange(change, context),
  ]);
}

/**
 * Marks the webhook as deleted and removes its secrets immediately. Throws StaleError if another writer was
 * first.
 */
export async function removeWebhook(before: StoredWebhook, context: ChangeContext): Promise<void> {
  const { secret, previousSecret, earlierSecrets, ...row } = before;
  const revision = before.revision + 1;
  const nowSeconds = Math.floor(context.nowMs / 1_000);
  const deletedAt = toIso(context.nowMs);
  await transact([
    {
      put: {
        ...rowItem({ ...row, revision, secret: '', previousSecret: null, customHeaders: null }),
        deletedAt,
        deletedBy: context.principal.subject,
      },
      ...ifRevision(before.revision),
    },
    { delete: listingKeyOf(before) },
    { delete: subscriptionKey(before, before.id) },
    // Otherwise attempts in progress would create the item again without an expiry.
    {
      put: {
        ...toItem(webhookHealthKey(before, before.id), healthEntity, {}),
        ttl: nowSeconds + retentionSeconds(),
      },
    },
    // The organization's log needs it to find the deliveries until the last one expires.
    {
      put: {
        ...toItem(deletedWebhookKey(before, before.id), 'deleted_webhook', { id: before.id }),
        ttl: nowSeconds + retentionSeconds(),
      },
    },
    countWrite(webhookListPartition(before), before.id, -1),
    releaseWrite(webhookListPartition(before), before.id),
    ...recordChange({ ...changeOf('deleted', before, before), version: revision, changes: {} }, context),
  ]);
}

/** Records the start of a replay in one transaction with `more`. */
export async function recordReplay(
  webhook: StoredWebhook,
  replay: { replayId: string; from: string; to: string; onlyMissing: boolean },
  more: readonly Write[],
  context: ChangeContext,
): Promise<void> {
  const change = changeOf('replay_started', undefined, webhook, replay);
  await transact([...recordChange({ ...change, changes: { replay: { after: replay } } }, context), ...more]);
}

/** Publishes that deliveries of a time range are sent again. */
export async function recordRecovery(
  webhook: StoredWebhook,
  recovery: { recoveryId: string; since: string; until: string },
  context: ChangeContext,
): Promise<void> {
  const change = changeOf('recovery_started', undefined, webhook, recovery);
  await transact(recordChange({ ...change, changes: { window: { after: recovery } } }, context));
}
