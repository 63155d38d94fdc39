/**
 * Keeps to a webhook's rate limit without asking again and again: each attempt over the limit is given the next free
 * slot, and its message sleeps until then. A queue of thousands then wakes one by one and not all every minute.
 */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { updateItem } from '../../../kernel/table/write.ts';
import { webhookSlotsKey } from '../keys.ts';

const minuteMs = 60_000;

/** When slot number `position` begins: minute by minute, and evenly within a later minute. */
export function slotAtMs(position: number, limitPerMinute: number, nowMs: number): number {
  const minute = Math.floor(position / limitPerMinute);
  if (minute <= Math.floor(nowMs / minuteMs)) return nowMs;
  return Math.floor((minute + (position % limitPerMinute) / limitPerMinute) * minuteMs);
}

/**
 * Takes the next free slot of the webhook and answers when it begins: now, or in a later minute. Slots of minutes that
 * are over are not made up for. One request, or two when the webhook has rested.
 */
export async function reserveSlot(
  scope: TenantScope,
  { webhookId, limitPerMinute }: { webhookId: string; limitPerMinute: number },
  nowMs: number,
): Promise<number> {
  const firstOfMinute = Math.floor(nowMs / minuteMs) * limitPerMinute;
  const Key = webhookSlotsKey(scope, webhookId, limitPerMinute);
  // Much later than any slot that is given away now would begin.
  const ttl = Math.ceil(nowMs / 1_000) + 7 * 86_400;
  const names = { '#next': 'next', '#ttl': 'ttl' };
  for (;;) {
    try {
      const { next } = await updateItem({
        Key,
        UpdateExpression: 'ADD #next :one SET #ttl = :ttl',
        ConditionExpression: '#next >= :first',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':one': 1, ':first': firstOfMinute, ':ttl': ttl },
      });
      return slotAtMs(Number(next) - 1, limitPerMinute, nowMs);
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
    try {
      await updateItem({
        Key,
        UpdateExpression: 'SET #next = :second, #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(#next) OR #next < :first',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':second': firstOfMinute + 1, ':first': firstOfMinute, ':ttl': ttl },
      });
      return nowMs;
    } catch (error) {
      // Another worker came first and began the minute; there may be slots left in it.
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }
}
