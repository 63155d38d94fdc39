/** Creates and refreshes notifications. */

import type { TenantScope } from '../../kernel/base/principal.ts';
import { edgeWrites, withNode } from '../../kernel/events/cause.ts';
import { outboxWrite } from '../../kernel/events/outbox.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { onceWrite } from '../../kernel/table/once.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';
import {
  type Condition,
  notExists,
  orStale,
  revisionIs,
  transact,
  type Write,
} from '../../kernel/table/write.ts';
import {
  keyOf,
  notificationEvent,
  notificationNode,
  subjectOfUser,
  toNotification,
  toNotificationItem,
  toReaderState,
} from './items.ts';
import { notifiedKey, readerStateKey } from './keys.ts';
import { notificationLimits } from './limits.ts';
import { mergedNotification, type StoredNotification } from './notification.ts';

/** Builds the writes that store a notification and publish its event, with the condition `when`, and its edges. */
export function insertionWrites(
  notification: StoredNotification,
  nowMs: number,
  { isRefresh, when }: { isRefresh: boolean; when?: Condition } = { isRefresh: false },
): Write[] {
  const version = notification.revision;
  const event = notificationEvent(isRefresh ? 'refreshed' : 'created', notification, { nowMs, version });
  const node = notificationNode(notification, nowMs);
  return [
    { put: toNotificationItem(notification), ...(when && { ...orStale(when) }) },
    withNode(node, () => outboxWrite(event)),
    ...edgeWrites(node),
  ];
}

export interface Insertion {
  nowMs: number;
  /** Idempotency keys: if a notification was created for one of them before, nothing is written. */
  causes?: readonly string[];
  /** Written in the same transaction. */
  more?: readonly Write[];
  /** Number of occurrences. */
  times?: number;
}

/** Reads existing notifications with a group key, and their readers' states. Sends one request. */
async function findGrouped(notifications: readonly StoredNotification[]): Promise<Map<string, Item>> {
  const keys = notifications
    .filter(({ groupKey }) => groupKey !== null)
    .flatMap((notification) => [keyOf(notification), ...stateKeysOf(notification)]);
  const items = await batchGet(keys);
  return new Map(items.map((item) => [textOf(item as Key & Item), item]));
}

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
const stateKeysOf = (notification: StoredNotification): Key[] => {
  const { id, recipientUserId } = notification;
  return recipientUserId === null ? [] : [readerStateKey(notification, subjectOfUser(recipientUserId), id)];
};

function groupedWrites(
  next: StoredNotification,
  found: ReadonlyMap<string, Item>,
  insertion: Insertion,
): Write[] {
  const { nowMs, times = 1 } = insertion;
  const item = found.get(textOf(keyOf(next)));
  const before = item && toNotification(item);
  const [stateKey] = stateKeysOf(next);
  const stateItem = stateKey && found.get(textOf(stateKey));
  const state = stateItem && toReaderState(stateItem);
  const isCurrent = state !== undefined && state.of === before?.revision;
  const { notification, isRefresh } = mergedNotification(before, isCurrent ? state : undefined, next, times);
  const when = before === undefined ? notExists : revisionIs(before.revision);
  return insertionWrites(notification, nowMs, { isRefresh, when });
}

/**
 * Creates notifications, or refreshes those with a group key, in one transaction, after one read if there are group
 * keys. Returns false if this was done for one of the causes before. Conditions on the stored revisions make parallel
 * refreshes of the same notification safe.
 */
export async function insert(
  scope: TenantScope,
  notifications: readonly StoredNotification[],
  insertion: Insertion,
): Promise<boolean> {
  const { nowMs, causes = [], more = [] } = insertion;
  const forDays = notificationLimits.causeDays;
  const once = causes.map((cause) => onceWrite(notifiedKey(scope, cause), 'notified', { forDays, nowMs }));
  const isGrouped = notifications.some(({ groupKey }) => groupKey !== null);
  const read = async () => ({ revision: 0, found: isGrouped ? await findGrouped(notifications) : new Map() });
  try {
    await updateWithRetry(read, undefined, ({ found }) =>
      transact([
        ...once,
        ...more,
        ...notifications.flatMap((notification) =>
          notification.groupKey === null
            ? insertionWrites(notification, nowMs)
            : groupedWrites(notification, found, insertion),
        ),
      ]),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}
