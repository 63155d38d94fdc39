/** The messages between the webhook workers, and their delays. */

import type { Message } from '../../../kernel/queues/message.ts';
import { maxDelaySeconds, sendMessages } from '../../../kernel/queues/send.ts';
import { scheduleOnce } from '../../../kernel/schedules/schedules.ts';
import type { DeliveryRef } from './delivery.ts';

/** Requests one attempt of a delivery. */
export interface DeliverData {
  id: string;
  webhookId: string | null;
  madeAtMs: number;
  payloadId: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** The slot that the rate limiter has assigned. */
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

/** Requests attempts without a delay. */
export async function sendNow(messages: readonly DeliverMessage[]): Promise<void> {
  await sendMessages(
    queue,
    messages.map((message) => ({ message })),
  );
}

/**
 * Requests an attempt at a later time: by an SQS delay if possible, else by a one-time schedule that deletes
 * itself. The name of the schedule is derived from the attempt, so a repeated call adds no second schedule.
 */
export async function sendAt(message: DeliverMessage, atMs: number, nowMs: number): Promise<void> {
  const delaySeconds = Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
  if (delaySeconds <= maxDelaySeconds) return sendMessages(queue, [{ message, delaySeconds }]);
  const { id, attempt, slotAtMs } = message.data;
  const name = `webhook-${id}-${attempt}${slotAtMs === undefined ? '' : '-slot'}`;
  await scheduleOnce({ name, atMs, queue, message });
}

/** Requests to send a webhook's missed deliveries again, one page of its log per message. */
export interface RecoverData {
  webhookId: string;
  recoveryId: string;
  sinceMs: number;
  untilMs: number;
  /** Sort key after which the next page begins. */
  after?: string;
}
export type RecoverMessage = Message<RecoverData> & { tenantId: string; organizationId: string };
