/** The worker of the queue `notifications`. Whatever comes twice is done once. */

import type { BatchHandler, Received } from '../../kernel/queues/batch-worker.ts';
import { PermanentError } from '../../kernel/queues/errors.ts';
import { forEachParallel } from '../../kernel/table/parallel.ts';
import {
  type FailedExtractionEvent,
  failedExtractionType,
  tellOfFailedExtraction,
} from './extraction-notices.ts';
import { deliverMailing, type MailingMessage, mailingType } from './mailing.ts';
import { type DisputedEvent, disputedType, tellOfDispute } from './payment-notices.ts';
import { type FailedRuleEvent, failedRuleType, tellOfFailedRule } from './rule-notices.ts';
import {
  type DisabledEvent,
  disabledType,
  type ExhaustedEvent,
  exhaustedType,
  tellOfDisabled,
  tellOfExhausted,
} from './webhook-notices.ts';

type Any = Received<object>;

/** Messages that are handled together. */
interface Task {
  messages: readonly Any[];
  run: () => Promise<void>;
}

/** Deliveries of one webhook that were given up meet on one notification, so they are told of at once. */
function exhaustedTasks(batch: readonly Any[], nowMs: number): Task[] {
  const exhausted = batch.filter(({ message }) => message.type === exhaustedType);
  const byWebhook = Map.groupBy(exhausted, ({ message: { tenantId, organizationId, data } }) =>
    JSON.stringify([tenantId, organizationId, (data as ExhaustedEvent['data']).webhookId]),
  );
  return [...byWebhook.values()].map((messages) => ({
    messages,
    run: () =>
      tellOfExhausted(
        messages.map(({ message }) => message as ExhaustedEvent),
        nowMs,
      ),
  }));
}

async function handle({ message }: Any, nowMs: number): Promise<void> {
  if (message.type === disabledType) return tellOfDisabled(message as DisabledEvent, nowMs);
  if (message.type === failedRuleType) return tellOfFailedRule(message as FailedRuleEvent, nowMs);
  if (message.type === failedExtractionType)
    return tellOfFailedExtraction(message as FailedExtractionEvent, nowMs);
  if (message.type === disputedType) return tellOfDispute(message as DisputedEvent, nowMs);
  if (message.type === mailingType) return deliverMailing(message as MailingMessage);
  throw new PermanentError(`Nobody is notified of ${message.type}.`);
}

export const consume: BatchHandler<object> = async (batch, fail) => {
  const nowMs = Date.now();
  const single = batch.filter(({ message }) => message.type !== exhaustedType);
  const tasks: Task[] = [
    ...exhaustedTasks(batch, nowMs),
    ...single.map((one) => ({ messages: [one], run: () => handle(one, nowMs) })),
  ];
  await forEachParallel(tasks, tasks.length, async ({ messages, run }) => {
    try {
      await run();
    } catch (error) {
      for (const one of messages) fail(one, error);
    }
  });
};
