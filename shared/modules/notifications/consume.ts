/** The worker of the queue `notifications`. Repeated messages take effect once. */

import { toJson } from '../../kernel/base/json.ts';
import { forEachParallel } from '../../kernel/base/parallel.ts';
import { causeOf, withCauses } from '../../kernel/events/cause.ts';
import type { BatchHandler, Received } from '../../kernel/queues/batch-worker.ts';
import { PermanentError } from '../../kernel/queues/errors.ts';
import { type BlockedEvent, blockedTypes, notifyOfBlocked } from './blocked-notifications.ts';
import {
  type BulkNotificationMessage,
  bulkNotificationType,
  deliverBulkNotification,
} from './bulk-notification.ts';
import {
  type FailedExtractionEvent,
  failedExtractionType,
  notifyOfFailedExtraction,
} from './extraction-notifications.ts';
import { type DisputedEvent, disputedType, notifyOfDispute } from './payment-notifications.ts';
import { type FailedRuleEvent, failedRuleType, notifyOfFailedRule } from './rule-notifications.ts';
import {
  type DisabledEvent,
  disabledType,
  type ExhaustedEvent,
  exhaustedType,
  loopType,
  notifyOfDisabled,
  notifyOfExhausted,
  notifyOfLoop,
} from './webhook-notifications.ts';

type ReceivedMessage = Received<object>;

/** Messages that are handled together. */
interface Task {
  messages: readonly ReceivedMessage[];
  run: () => Promise<void>;
}

/** Failed deliveries of one webhook share one notification, so they are reported together. */
function exhaustedTasks(batch: readonly ReceivedMessage[], nowMs: number): Task[] {
  const exhausted = batch.filter(({ message }) => message.type === exhaustedType);
  const byWebhook = Map.groupBy(exhausted, ({ message: { tenantId, organizationId, data } }) =>
    toJson([tenantId, organizationId, (data as ExhaustedEvent['data']).webhookId]),
  );
  return [...byWebhook.values()].map((messages) => ({
    messages,
    run: () =>
      notifyOfExhausted(
        messages.map(({ message }) => message as ExhaustedEvent),
        nowMs,
      ),
  }));
}

async function handle({ message }: ReceivedMessage, nowMs: number): Promise<void> {
  if (message.type === disabledType) return notifyOfDisabled(message as DisabledEvent, nowMs);
  if (message.type === loopType) return notifyOfLoop(message as ExhaustedEvent, nowMs);
  if (message.type === failedRuleType) return notifyOfFailedRule(message as FailedRuleEvent, nowMs);
  if (blockedTypes.includes(message.type)) return notifyOfBlocked(message as BlockedEvent, nowMs);
  if (message.type === failedExtractionType)
    return notifyOfFailedExtraction(message as FailedExtractionEvent, nowMs);
  if (message.type === disputedType) return notifyOfDispute(message as DisputedEvent, nowMs);
  if (message.type === bulkNotificationType)
    return deliverBulkNotification(message as BulkNotificationMessage);
  throw new PermanentError(`No notification is defined for ${message.type}.`);
}

export const consume: BatchHandler<object> = async (batch, fail) => {
  const nowMs = Date.now();
  const single = batch.filter(({ message }) => message.type !== exhaustedType);
  const tasks: Task[] = [
    ...exhaustedTasks(batch, nowMs),
    ...single.map((received) => ({ messages: [received], run: () => handle(received, nowMs) })),
  ];
  await forEachParallel(tasks, tasks.length, async ({ messages, run }) => {
    try {
      const causes = messages.flatMap(({ message }) => causeOf(message) ?? []);
      await withCauses(causes, run);
    } catch (error) {
      for (const received of messages) fail(received, error);
    }
  });
};
