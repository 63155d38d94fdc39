/**
 * The only writer of webhooks: a row, a listing item, a subscription while it is active, and its health, which
 * deliveries write beside all that. Reads are in webhook-reader.ts.
 */

import { isDeepStrictEqual } from 'node:util';
import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import { conditionAttribute } from '../../../kernel/conditions/stored-condition.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { createWithin, releaseWrite, type UsageLimit } from '../../../kernel/table/usage.ts';
import { notExists, revisionIs, transact, type Write } from '../../../kernel/table/write.ts';
import { toIso } from '../../../kernel/text/times.ts';
import { retentionSeconds } from '../deliveries/delivery.ts';
import { deletedWebhookKey, subscriptionKey, webhookHealthKey, webhookListPartition } from '../keys.ts';
import type { StoredWebhook } from './webhook.ts';
import { healthEntity, listingItem, listingKeyOf, rowItem, type Subscription } from './webhook-reader.ts';

const listingWrite = (webhook: StoredWebhook): Write => ({ put: listingItem(webhook) });

/** What dispatching reads of a webhook: only active ones have a subscription. */
function subscriptionOf(webhook: StoredWebhook): Subscription | undefined {
  if (!webhook.isActive) return undefined;
  const { organizationId, id: webhookId, subscribedEvents: patterns, url, maxRetries, condition } = webhook;
  const maxAttempts = Math.max(1, maxRetries);
  return { organizationId, webhookId, patterns, url, maxAttempts, ...conditionAttribute(condition) };
}

/** Writes the subscription if the change touches it: most do not, and who rotates a secret may not delete. */
function subscriptionWrites(before: StoredWebhook | undefined, after: StoredWebhook): Write[] {
  const [was, is] = [before && subscriptionOf(before), subscriptionOf(after)];
  if (isDeepStrictEqual(was, is)) return [];
  const key = subscriptionKey(after, after.id);
  return [is === undefined ? { delete: key } : { put: toItem(key, 'subscription', is) }];
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

/** How many webhooks an organization may have. */
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

/** Replaces the webhook read as `before`, and publishes `change`. Throws StaleError when another writer came first. */
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
      when: revisionIs(before.revision),
      otherwise: () => new StaleError(),
      largeField: 'strategyConfig',
    },
    listingWrite(after),
    ...subscriptionWrites(before, after),
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

/** Marks the webhook as deleted; its secrets go at once. Throws StaleError when another writer came first. */
export async function removeWebhook(before: StoredWebhook, context: ChangeContext): Promise<void> {
  const { secret, previousSecret, ...row } = before;
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
      when: revisionIs(before.revision),
      otherwise: () => new StaleError(),
    },
    { delete: listingKeyOf(before) },
    { delete: subscriptionKey(before, before.id) },
    // Attempts that are still under way would make it again without an end.
    {
      put: {
        ...toItem(webhookHealthKey(before, before.id), healthEntity, {}),
        ttl: nowSeconds + retentionSeconds(),
      },
    },
    // Until the last delivery expires, the log of the organization finds the deliveries by it.
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

/** Tells that deliveries of a window are sent again. */
export async function recordRecovery(
  webhook: StoredWebhook,
  told: { recoveryId: string; since: string; until: string },
  context: ChangeContext,
): Promise<void> {
  const change = changeOf('recovery_started', undefined, webhook, told);
  await transact(recordChange({ ...change, changes: { window: { after: told } } }, context));
}
