/** Makes and refreshes notifications. */

import type { TenantScope } from '../../kernel/auth/principal.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { outboxWrite } from '../../kernel/events/outbox.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { onceWrite } from '../../kernel/table/once.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';
import { type Condition, notExists, revisionIs, transact, type Write } from '../../kernel/table/write.ts';
import {
  keyOf,
  notificationEvent,
  subjectOfUser,
  toNotification,
  toNotificationItem,
  toReading,
} from './items.ts';
import { notifiedKey, readerStateKey } from './keys.ts';
import { notificationLimits } from './limits.ts';
import { following, type StoredNotification } from './notification.ts';

/** The writes that make a notification as it stands, for a transaction; with `when`, only if that holds. */
export function insertionWrites(
  notification: StoredNotification,
  nowMs: number,
  { isRefresh, when }: { isRefresh: boolean; when?: Condition } = { isRefresh: false },
): Write[] {
  const version = notification.revision;
  const event = notificationEvent(isRefresh ? 'refreshed' : 'created', notification, { nowMs, version });
  return [
    { put: toNotificationItem(notification), ...(when && { when, otherwise: () => new StaleError() }) },
    outboxWrite(event),
  ];
}

export interface Insertion {
  nowMs: number;
  /** What it is made for; made before for one of them, nothing is written. */
  causes?: readonly string[];
  /** How often it happened. */
  times?: number;
}

/** What is there under the ids of notifications with a group key, and what their readers made of it. One request. */
async function findGrouped(notifications: readonly StoredNotification[]): Promise<Map<string, Item>> {
  const keys = notifications
    .filter(({ groupKey }) => groupKey !== null)
    .flatMap((one) => [keyOf(one), ...stateKeysOf(one)]);
  const items = await batchGet(keys);
  return new Map(items.map((item) => [textOf(item as Key & Item), item]));
}

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
const stateKeysOf = (one: StoredNotification): Key[] =>
  one.recipientUserId === null ? [] : [readerStateKey(one, subjectOfUser(one.recipientUserId), one.id)];

function groupedWrites(
  next: StoredNotification,
  found: ReadonlyMap<string, Item>,
  insertion: Insertion,
): Write[] {
  const { nowMs, times = 1 } = insertion;
  const item = found.get(textOf(keyOf(next)));
  const before = item && toNotification(item);
  const [stateKey] = stateKeysOf(next);
  const state = stateKey && found.get(textOf(stateKey));
  const reading = state && toReading(state);
  const counts = reading !== undefined && reading.of === before?.revision;
  const { notification, isRefresh } = following(before, counts ? reading : undefined, next, times);
  const when = before === undefined ? notExists : revisionIs(before.revision);
  return insertionWrites(notification, nowMs, { isRefresh, when });
}

/**
 * Makes notifications (as many as a transaction takes), or refreshes those with a group key; all or none. Answers
 * false when that was done for one of the causes before. The condition on what is there closes the race of two that
 * refresh the same one. One transaction, after one read where there are group keys.
 */
export async function insert(
  scope: TenantScope,
  notifications: readonly StoredNotification[],
  insertion: Insertion,
): Promise<boolean> {
  const { nowMs, causes = [] } = insertion;
  const forDays = notificationLimits.causeDays;
  const once = causes.map((cause) => onceWrite(notifiedKey(scope, cause), 'notified', { forDays, nowMs }));
  const isGrouped = notifications.some(({ groupKey }) => groupKey !== null);
  const read = async () => ({ revision: 0, found: isGrouped ? await findGrouped(notifications) : new Map() });
  try {
    await updateWithRetry(read, undefined, ({ found }) =>
      transact([
        ...once,
        ...notifications.flatMap((one) =>
          one.groupKey === null ? insertionWrites(one, nowMs) : groupedWrites(one, found, insertion),
        ),
      ]),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}
