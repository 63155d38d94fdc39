/** Names of the items that deliveries consist of, and when they expire; for the two halves of their store. */
import { fromItem } from '../../../kernel/table/item.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { type DeliveryRef, retentionSeconds, type StoredDelivery } from './delivery.ts';

export const entities = {
  delivery: 'delivery',
  locator: 'delivery_locator',
  attempt: 'delivery_attempt',
  payload: 'delivery_payload',
} as const;

/** Finds a delivery by its id alone. */
export type Locator = DeliveryRef;

export const toStored = (item: Item): StoredDelivery => fromItem<StoredDelivery>(item, entities.delivery);

/** DynamoDB removes what has expired when it likes. */
export const isExpired = ({ ttl }: Item, nowMs: number): boolean =>
  typeof ttl === 'number' && ttl * 1_000 <= nowMs;

/** When everything of a delivery expires, in Unix seconds. */
export const ttlOf = ({ enqueuedAtMs }: StoredDelivery): number =>
  Math.floor(enqueuedAtMs / 1_000) + retentionSeconds();
