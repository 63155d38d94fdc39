/**
 * Stores received messages. A receipt and the event that starts its processing are written together, so that
 * an accepted message cannot be lost, and a repeated one is not processed.
 */

import { edgeWrites, eventNodeId } from '../../../kernel/events/cause.ts';
import { eventNameOf } from '../../../kernel/events/event-name.ts';
import { outboxWrite } from '../../../kernel/events/outbox.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { onceWrite } from '../../../kernel/table/once.ts';
import { getItem, type Item } from '../../../kernel/table/read.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import { inboundBytesKey, inboundReceiptKey } from '../keys.ts';
import { inboundLimits } from './limits.ts';

const entity = 'inbound_receipt';

/** The kind of received messages in stories. */
export const inboundKind = 'inbound_message';

export interface Receipt extends RowScope {
  /** Hash that is equal for repetitions of a message. */
  messageKey: string;
  id: string;
  endpointId: string;
  providerKey: string;
  messageId: string | null;
  eventType: string;
  /** JSON text. */
  payload: string;
  receivedAtMs: number;
}

/** Marks the bytes of a message for the minutes in which they must not be accepted with another id. */
function bytesWrite({ endpointId, receivedAtMs: nowMs, ...scope }: Receipt, bytesKey: string): Write {
  const forSeconds = inboundLimits.repeatedBytesMinutes * 60;
  return onceWrite(inboundBytesKey(scope, endpointId, bytesKey), 'inbound_bytes', { forSeconds, nowMs });
}

/** The edge of a message: the event of its receipt is the first of a story. */
function edgeOf({ tenantId, organizationId, endpointId, messageKey, id, receivedAtMs }: Receipt): Write[] {
  const story = eventNameOf({ occurredAtMs: receivedAtMs, organizationId, eventId: id });
  const node = { tenantId, organizationId, kind: inboundKind, id, atMs: receivedAtMs };
  return edgeWrites({ ...node, ref: { endpointId, messageKey } }, [{ story, by: eventNodeId(story) }]);
}

/** Stores a message and the event of its receipt; false if it was received before. One transaction. */
export async function insertReceipt(receipt: Receipt, bytesKey: string | undefined): Promise<boolean> {
  const { tenantId, organizationId, endpointId, messageKey, id, receivedAtMs } = receipt;
  const { providerKey, messageId, eventType } = receipt;
  const key = inboundReceiptKey(receipt, endpointId, messageKey);
  const data = { id, endpointId, messageKey, providerKey, messageId, eventType, tenantId, organizationId };
  try {
    await transact([
      onceWrite(key, entity, {
        forDays: inboundLimits.receiptDays,
        nowMs: receivedAtMs,
        attributes: receipt,
      }),
      ...(bytesKey === undefined ? [] : [bytesWrite(receipt, bytesKey)]),
      outboxWrite({
        id,
        type: 'webhooks.inbound.received',
        tenantId,
        organizationId,
        occurredAtMs: receivedAtMs,
        version: 1,
        cause: null,
        data,
      }),
      ...edgeOf(receipt),
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

export const toReceipt = (item: Item): Receipt => fromItem<Receipt>(item, entity);

/** A received message; undefined after it has expired. */
export async function findReceipt(
  scope: RowScope,
  endpointId: string,
  messageKey: string,
): Promise<Receipt | undefined> {
  const item = await getItem(inboundReceiptKey(scope, endpointId, messageKey));
  return item && toReceipt(item);
}
