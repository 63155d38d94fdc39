/** Helpers for tests of feeds and their workers. */

import { broadcastTypes } from '../../../shared/catalog/broadcast-events.ts';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import { getItem, queryAll } from '../../../shared/kernel/table/read.ts';
import { feedPartition, streamSlotsKey } from '../../../shared/modules/events/keys.ts';
import { broadcast as broadcastTo } from '../../../shared/modules/events/stream/broadcast.ts';
import type { StoredFrame } from '../../../shared/modules/events/stream/frame.ts';
import { aMessage } from '../clients/frames.ts';

/** The message of an event in a tenant. */
export function aMessageOf(tenantId: string | null, id: string, overrides: Partial<Message> = {}): Message {
  return aMessage({ tenantId, id, idempotencyKey: `${tenantId}:${id}`, ...overrides });
}

/** Passes a batch to the worker. Returns the ids of the failed events. */
export async function broadcast(...messages: readonly Message[]): Promise<string[]> {
  const failed: string[] = [];
  const batch = messages.map((message) => ({
    message,
    delivery: { messageId: message.id, receiveCount: 1 },
  }));
  await broadcastTo(broadcastTypes)(batch, ({ message }) => void failed.push(message.id));
  return failed;
}

/** Returns the tenant's feed in order. */
export async function feedOf(tenantId: string): Promise<StoredFrame[]> {
  const items = await queryAll({ pk: feedPartition({ tenantId }), consistent: true });
  return items as unknown as StoredFrame[];
}

/** The number of the tenant's connection slots that were ever used. */
export async function slotsUsed(tenantId: string): Promise<number> {
  const item = (await getItem(streamSlotsKey({ tenantId }))) ?? {};
  return Object.keys(item).filter((name) => /^slot\d/.test(name)).length;
}
