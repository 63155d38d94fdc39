/** The messages between the webhook workers, and when they arrive. */

import type { Message } from '../../../kernel/queues/message.ts';
import { maxDelaySeconds, sendMessages } from '../../../kernel/queues/send.ts';
import { scheduleOnce } from '../../../kernel/schedules/schedules.ts';
import type { DeliveryRef } from './delivery.ts';

/** Asks for one attempt of a delivery. */
export interface DeliverData {
  id: string;
  webhookId: string | null;
  madeAtMs: number;
  payloadId: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** The slot that the rate limit has given to it. */
  slotAtMs?: number;
}
export type DeliverMessage = Message<DeliverData> & { tenantId: string; organizationId: string };

const deliverType = 'webhooks.deliver';
const queue = 'webhook-deliveries';

export function toDeliverMessage(
  { tenantId, organizationId, id, webhookId, madeAtMs, payloadId }: DeliveryRef,
  attempt: number,
  slotAtMs?: number,
): DeliverMessage {
  return {
    v: 1,
    id: `${id}-${attempt}`,
    type: deliverType,
    tenantId,
    organizationId,
    idempotencyKey: `${tenantId}:${id}:${attempt}`,
    data: { id, webhookId, madeAtMs, payloadId, attempt, ...(slotAtMs !== undefined && { slotAtMs }) },
  };
}

/** Asks for attempts at once. */
export async function sendNow(messages: readonly DeliverMessage[]): Promise<void> {
  await sendMessages(
    queue,
    messages.map((message) => ({ message })),
  );
}

/**
 * Asks for an attempt at a later time: SQS hides the message if it can, else a schedule that deletes itself sends it.
 * Its name follows from the attempt, so that a repeated call adds no second schedule.
 */
export async function sendAt(message: DeliverMessage, atMs: number, nowMs: number): Promise<void> {
  const delaySeconds = Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
  if (delaySeconds <= maxDelaySeconds) return sendMessages(queue, [{ message, delaySeconds }]);
  const { id, attempt, slotAtMs } = message.data;
  const name = `webhook-${id}-${attempt}${slotAtMs === undefined ? '' : '-slot'}`;
  await scheduleOnce({ name, atMs, queue, message });
}

/** Asks to queue again what a webhook missed, one page of its log after another. */
export interface RecoverData {
  webhookId: string;
  recoveryId: string;
  sinceMs: number;
  untilMs: number;
  /** Sort key after which the next page begins. */
  after?: string;
}
export type RecoverMessage = Message<RecoverData> & { tenantId: string; organizationId: string };
