/**
 * The rate limiter of a webhook. Each attempt over the limit gets the next free slot, and its message is
 * delayed until then, so that a long queue is processed gradually without polling.
 */
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { updateItem } from '../../../kernel/table/write.ts';
import { webhookSlotsKey } from '../keys.ts';
import { retentionSeconds } from './delivery.ts';

const minuteMs = 60_000;

/** A slot of a webhook, assigned under a limit. */
export interface Slot {
  atMs: number;
  limitPerMinute: number;
}

/**
 * When slot number `position` begins: slots of the current minute begin now, those of later minutes are
 * spread evenly.
 */
export function slotAtMs(position: number, limitPerMinute: number, nowMs: number): number {
  const minute = Math.floor(position / limitPerMinute);
  if (minute <= Math.floor(nowMs / minuteMs)) return nowMs;
  return Math.floor((minute + (position % limitPerMinute) / limitPerMinute) * minuteMs);
}

interface SlotRequest {
  webhookId: string;
  limitPerMinute: number;
  /** Slots of this minute or later are not reserved, because the delivery expires before them. */
  untilMs: number;
}

/**
 * Reserves the next free slot of the webhook and returns when it begins: now, or in a later minute. Returns undefined,
 * and reserves none, if that slot is too late. Unused slots of past minutes are lost. One request, or two if the
 * webhook was idle.
 */
export async function reserveSlot(
  scope: TenantScope,
  { webhookId, limitPerMinute, untilMs }: SlotRequest,
  nowMs: number,
): Promise<number | undefined> {
  const firstOf = (ms: number): number => Math.floor(ms / minuteMs) * limitPerMinute;
  const firstOfMinute = firstOf(nowMs);
  const end = firstOf(untilMs);
  const Key = webhookSlotsKey(scope, webhookId, limitPerMinute);
  // No reserved slot is later.
  const ttl = Math.ceil(nowMs / 1_000) + retentionSeconds();
  const names = { '#next': 'next', '#ttl': 'ttl' };
  for (;;) {
    try {
      const { next } = await updateItem({
        Key,
        UpdateExpression: 'ADD #next :one SET #ttl = :ttl',
        ConditionExpression: '#next >= :first AND #next < :end',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':one': 1, ':first': firstOfMinute, ':end': end, ':ttl': ttl },
      });
      return slotAtMs(Number(next) - 1, limitPerMinute, nowMs);
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      if (Number(error.item?.next ?? 0) >= end) return undefined;
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
      // Another worker has started the minute; it may have free slots left.
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }
}
