/** The messages between the webhook workers, and their delays. */

import { UnavailableError } from '../../../kernel/errors/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { maxDelaySeconds, sendMessages } from '../../../kernel/queues/send.ts';
import { scheduleOnce } from '../../../kernel/schedules/schedules.ts';
import type { DeliveryRef } from './delivery.ts';
import type { Slot } from './rate-limiter.ts';

/** Requests one attempt of a delivery. */
export interface DeliverData {
  id: string;
  webhookId: string | null;
  madeAtMs: number;
  payloadId: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** When the slot begins that the rate limiter has assigned. */
  slotAtMs?: number;
  /** The limit under which it was assigned. */
  slotLimit?: number;
  /** When the attempt is due, if its message could not be scheduled and is received before. */
  dueAtMs?: number;
}
export type DeliverMessage = Message<DeliverData> & { tenantId: string; organizationId: string };

const deliverType = 'webhooks.deliver';
const queue = 'webhook-deliveries';

export function toDeliverMessage(
  { tenantId, organizationId, id, webhookId, madeAtMs, payloadId }: DeliveryRef,
  attempt: number,
  slot?: Slot,
): DeliverMessage {
  return {
    v: 1,
    id: `${id}-${attempt}`,
    type: deliverType,
    tenantId,
    organizationId,
    idempotencyKey: `${tenantId}:${id}:${attempt}`,
    data: {
      ...{ id, webhookId, madeAtMs, payloadId, attempt },
      ...(slot && { slotAtMs: slot.atMs, slotLimit: slot.limitPerMinute }),
    },
  };
}

/** Requests attempts without a delay. */
export async function sendNow(messages: readonly DeliverMessage[]): Promise<void> {
  await sendMessages(
    queue,
    messages.map((message) => ({ message })),
  );
}

/**
 * Requests an attempt at a later time: by an SQS delay if possible, else by a one-time schedule that deletes
 * itself. The name of the schedule is derived from the attempt, so a repeated call adds no second schedule. The
 * name for a slot contains its time: the schedule of an earlier slot may exist for a moment after it has fired. If the
 * service throttles, which all tenants share, the message waits in the queue as long as possible, and its receiver
 * calls this again: an attempt must not fail because of the schedules of others.
 */
export async function sendAt(message: DeliverMessage, atMs: number, nowMs: number): Promise<void> {
  const delaySeconds = Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
  if (delaySeconds <= maxDelaySeconds) return sendMessages(queue, [{ message, delaySeconds }]);
  const { id, attempt, slotAtMs } = message.data;
  const name = `webhook-${id}-${attempt}${slotAtMs === undefined ? '' : `-${slotAtMs}`}`;
  try {
    await scheduleOnce({ name, atMs, queue, message });
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    const early = { ...message, data: { ...message.data, dueAtMs: atMs } };
    await sendMessages(queue, [{ message: early, delaySeconds: maxDelaySeconds }]);
  }
}

/** Requests to send events of the log to a webhook, some per message. */
export interface ReplayData {
  webhookId: string;
  replayId: string;
  fromMs: number;
  toMs: number;
  /** Patterns of the events; all subscribed ones without it. */
  types?: readonly string[] | undefined;
  onlyMissing: boolean;
  /** Sort key after which the next page begins. */
  after?: string;
  /** Queued attempts of the pages before. */
  queued: number;
  /** Events of the pages before that could not be queued. */
  skipped: number;
}
export type ReplayMessage = Message<ReplayData> & { tenantId: string; organizationId: string };
export const replayType = 'webhooks.replay';
