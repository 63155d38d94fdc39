/** Counts the attempts of a webhook, and disables it after too many failures in a row. */

import { changeOf } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { updateItem } from '../../../kernel/table/write.ts';
import { disabledWebhook, type StoredWebhook } from '../endpoints/webhook.ts';
import type { DisabledReason } from '../endpoints/webhook-contract.ts';
import { findWebhook } from '../endpoints/webhook-reader.ts';
import { webhookRows } from '../endpoints/webhook-rows.ts';
import { webhookHealthKey } from '../keys.ts';

/** Attempts of one webhook in the order in which they ended; one request counts them together. */
export type Tally = readonly { succeeded: boolean; atMs: number }[];

/**
 * Counts attempts and returns the number of failures in a row; 0 if the webhook was deleted meanwhile. Uses
 * updates without transactions, because all deliveries of a webhook write this item and concurrent
 * transactions cancel each other.
 */
export async function countAttempts(scope: TenantScope, webhookId: string, tally: Tally): Promise<number> {
  const lastSuccess = tally.findLastIndex(({ succeeded }) => succeeded);
  const failures = tally.length - 1 - lastSuccess;
  const lastSuccessAtMs = tally[lastSuccess]?.atMs;
  const firstFailureAtMs = tally[lastSuccess + 1]?.atMs;
  const lastFailureAtMs = tally.findLast(({ succeeded }) => !succeeded)?.atMs;
  const since = 'failingSinceMs';
  const sets = [
    'entity = :entity',
    'v = :v',
    // A success ends the failures in a row; attempts after it start a new count.
    lastSuccess >= 0
      ? 'consecutiveFailures = :failures'
      : 'consecutiveFailures = if_not_exists(consecutiveFailures, :zero) + :failures',
    ...(firstFailureAtMs === undefined
      ? []
      : [lastSuccess >= 0 ? `${since} = :since` : `${since} = if_not_exists(${since}, :since)`]),
    ...(lastSuccessAtMs === undefined ? [] : ['lastSuccessAtMs = :succeededAt']),
    ...(lastFailureAtMs === undefined ? [] : ['lastFailureAtMs = :failedAt']),
  ];
  const item = await updateItem({
    Key: webhookHealthKey(scope, webhookId),
    UpdateExpression: `SET ${sets.join(', ')}${firstFailureAtMs === undefined ? ` REMOVE ${since}` : ''}`,
    // A deleted webhook leaves an expiring item, which must not become permanent again.
    ConditionExpression: 'attribute_not_exists(#ttl)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':entity': 'webhook_health',
      ':v': 1,
      ':failures': failures,
      ...(firstFailureAtMs !== undefined && { ':since': firstFailureAtMs }),
      ...(lastSuccess < 0 && { ':zero': 0 }),
      ...(lastSuccessAtMs !== undefined && { ':succeededAt': lastSuccessAtMs }),
      ...(lastFailureAtMs !== undefined && { ':failedAt': lastFailureAtMs }),
    },
  }).catch((error: unknown) => {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  });
  return Number(item?.consecutiveFailures ?? 0);
}

/** Whether this number of failures in a row disables the webhook. */
export function isTooMany(webhook: Pick<StoredWebhook, 'autoDisableThreshold'>, failures: number): boolean {
  return webhook.autoDisableThreshold > 0 && failures >= webhook.autoDisableThreshold;
}

/**
 * Disables a webhook with a reason, which the receiver at `url` gave. A webhook that is inactive or deleted, or that
 * has another URL now, stays unchanged.
 */
export async function disableWebhook(
  { id: webhookId, url, ...scope }: RowScope & Pick<StoredWebhook, 'id' | 'url'>,
  { reason, consecutiveFailures }: { reason: DisabledReason; consecutiveFailures: number },
  nowMs: number,
): Promise<void> {
  const read = { ...scope, organizationIds: [scope.organizationId] };
  await updateWithRetry(
    async () => {
      const found = await findWebhook(read, webhookId);
      return { webhook: found?.webhook, revision: found?.revision ?? 0 };
    },
    undefined,
    async ({ webhook: before }) => {
      if (!before?.isActive || before.url !== url) return;
      const after = disabledWebhook(before, reason, nowMs);
      const change = changeOf(webhookRows, 'disabled', before, after, { reason, consecutiveFailures });
      const context = { principal: { subject: 'system:webhooks' }, nowMs };
      await writerOf(webhookRows).replace(before, after, context, change);
    },
  );
}
