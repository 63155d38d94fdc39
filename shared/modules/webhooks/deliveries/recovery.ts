/** Sends a webhook's missed deliveries of a time range again, page by page in the background. */

import { randomUUID } from 'node:crypto';
import { type ChangeContext, changeOf, recordChange } from '../../../kernel/audit/record.ts';
import { tryEach } from '../../../kernel/base/parallel.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { recentRangeOf } from '../../../kernel/http/time-range.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { transact } from '../../../kernel/table/write.ts';
import { webhookRows } from '../endpoints/webhook-rows.ts';
import { getWebhook } from '../endpoints/webhook-service.ts';
import { oldestKeptMs, retried, type StoredDelivery } from './delivery.ts';
import type { DeliveryStatus } from './delivery-contract.ts';
import { pageOfLog } from './delivery-reader.ts';
import { resetDelivery } from './delivery-store.ts';
import { assertEnabled } from './enablement.ts';
import { type DeliverMessage, type RecoverMessage, sendNow, toDeliverMessage } from './messages.ts';
import type { RecoverWebhook } from './recovery-contract.ts';

const pageSize = 100;
const parallelAttempts = 10;

/**
 * Starts a recovery. Throws NotFoundError, WebhooksDisabledError, InvalidInputError for a time range that is
 * no longer kept.
 */
export async function startRecovery(
  scope: Scope,
  webhookId: string,
  body: RecoverWebhook,
  context: ChangeContext,
) {
  const { fromMs: sinceMs, toMs: untilMs } = recentRangeOf(body, context.nowMs);
  if (sinceMs < oldestKeptMs(context.nowMs)) {
    throw new InvalidInputError({ since: 'is earlier than the oldest stored deliveries' });
  }
  const { webhook } = await getWebhook(scope, webhookId);
  await assertEnabled(webhook);
  const { tenantId, organizationId } = webhook;
  const recoveryId = randomUUID();
  const window = { since: toIso(sinceMs), until: toIso(untilMs) };
  const recovery = { recoveryId, ...window };
  const change = {
    ...changeOf(webhookRows, 'recovery_started', webhook, webhook, recovery),
    changes: { window: { after: recovery } },
  };
  await transact(recordChange(change, context));
  const message: RecoverMessage = {
    v: 1,
    id: recoveryId,
    type: 'webhooks.recover',
    tenantId,
    organizationId,
    idempotencyKey: `${tenantId}:${recoveryId}`,
    data: { webhookId, recoveryId, sinceMs, untilMs },
  };
  await sendMessages('webhook-recovery', [{ message }]);
  return { id: recoveryId, ...window };
}

const missed: ReadonlySet<DeliveryStatus> = new Set(['failed', 'expired']);
/** The statuses that replays of all events send again: those without an attempt to come. */
export const decided: ReadonlySet<DeliveryStatus> = new Set([...missed, 'delivered']);

/** Resets the delivery for one more attempt; undefined if it needs none. Idempotent. */
export async function recovered(
  delivery: StoredDelivery,
  recoveryId: string,
  nowMs: number,
  statuses: ReadonlySet<DeliveryStatus> = missed,
): Promise<DeliverMessage | undefined> {
  const again = toDeliverMessage(delivery, delivery.attemptNumber + 1);
  // The process that reset it may have stopped before it sent the message.
  if (delivery.recoveryId === recoveryId) return delivery.status === 'pending' ? again : undefined;
  if (!statuses.has(delivery.status)) return undefined;
  try {
    await resetDelivery(delivery, { ...retried(delivery, nowMs), recoveryId }, []);
    return again;
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  }
}

/** Attempts of a page; what still cannot be queued is left out. */
const pageTries = 4;

/** Queues the attempts of a page, of what needs one; failures do not affect the others. */
export async function queueAttempts<Item>(
  items: readonly Item[],
  attemptOf: (item: Item) => Promise<DeliverMessage | undefined>,
) {
  const attempts: DeliverMessage[] = [];
  const failures = await tryEach(items, parallelAttempts, async (item) => {
    const attempt = await attemptOf(item);
    if (attempt !== undefined) attempts.push(attempt);
  });
  await sendNow(attempts);
  return { queued: attempts.length, failures };
}

/** Throws the first failure of a page that is to be tried again. */
export function retryFailures(failures: readonly { error: unknown }[], { receiveCount }: Delivery): void {
  if (failures[0] !== undefined && receiveCount < pageTries) throw failures[0].error;
}

/**
 * Queues one page, and the message for the next. Deliveries that cannot be reset do not affect the others:
 * the page is retried for them, and finally the recovery continues without them.
 */
export async function recoverPage(message: RecoverMessage, received: Delivery, nowMs: number): Promise<void> {
  const { tenantId, data } = message;
  const { webhookId, recoveryId, sinceMs, untilMs, after } = data;
  const window = { sinceMs, untilMs, after, limit: pageSize };
  const { deliveries, next } = await pageOfLog({ tenantId }, webhookId, window);
  const { queued, failures } = await queueAttempts(deliveries, (delivery) =>
    recovered(delivery, recoveryId, nowMs),
  );
  for (const { item, error } of failures)
    log('error', 'a delivery was not recovered', {
      deliveryId: item.id,
      tenantId,
      error: describeError(error),
    });
  retryFailures(failures, received);
  log('info', 'deliveries recovered', { webhookId, recoveryId, deliveries: queued });
  if (next === undefined) return;
  await sendMessages('webhook-recovery', [{ message: { ...message, data: { ...data, after: next } } }]);
}
