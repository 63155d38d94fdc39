/** What readers can do with their notifications. */

import type { Principal } from '../../kernel/auth/principal.ts';
import { InvalidInputError, NotFoundError } from '../../kernel/errors/errors.ts';
import { normalizeDate } from '../../kernel/http/dates.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../kernel/http/reply.ts';
import { toList } from '../../kernel/lists/list.ts';
import { currentCursor } from '../../kernel/table/list-cursor.ts';
import { refuseHeavyRows } from '../../kernel/table/listing.ts';
import { chunksOf } from '../../kernel/table/parallel.ts';
import { toIso } from '../../kernel/text/times.ts';
import type { NotificationEvent } from './events.ts';
import * as store from './inbox-store.ts';
import { toRow } from './notification.ts';
import type { Notification } from './notification-contract.ts';
import type { ActOnNotification, ListNotifications } from './read-contract.ts';
import { act, dismiss, type ReaderState, read, restore, type Step } from './reader-state.ts';

/** One is for the event; the rest is room. */
const readingsPerTransaction = 95;

function matcherOf(query: ListNotifications) {
  const { id, status, type, severity, sourceEntityType, sourceEntityId, since, search = '' } = query;
  const needle = search.toLowerCase();
  const sinceMs = since === undefined ? undefined : Date.parse(normalizeDate(since));
  const isWanted = (value: unknown, wanted: unknown): boolean => wanted === undefined || value === wanted;
  return ({ notification, reading }: store.Found): boolean =>
    (status === undefined ? reading.status !== 'dismissed' : status.includes(reading.status)) &&
    isWanted(notification.id, id) &&
    `${notification.title}\n${notification.body ?? ''}`.toLowerCase().includes(needle) &&
    isWanted(notification.type, type) &&
    isWanted(notification.severity, severity) &&
    isWanted(notification.sourceEntityType, sourceEntityType) &&
    isWanted(notification.sourceEntityId, sourceEntityId) &&
    (sinceMs === undefined || notification.createdAtMs >= sinceMs);
}

/** Both parts only grow, and each change raises one of them. */
const versionOf = ({ notification, readingRevision }: store.Found): number =>
  notification.revision + (readingRevision ?? 0);

const rowOf = (found: store.Found): Notification => ({
  ...toRow(found.notification, found.reading),
  version: versionOf(found),
});

/** One page of what is the reader's and matches, the newest first. Throws PageTooLargeError. */
export async function listNotifications(
  scope: store.ReaderScope,
  reader: Principal,
  query: ListNotifications,
  nowMs: number,
) {
  const matches = matcherOf(query);
  const find = async () => (await store.findAll(scope, reader, nowMs)).filter(matches);
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const next = await cursor.next<store.Found & { b?: undefined }>(async function* () {
      yield* await find();
    });
    return toList(query, { items: next.map(rowOf), total: next.length });
  }
  const found = await find();
  const start = (query.page - 1) * query.pageSize;
  const items = found.slice(start, start + query.pageSize).map(rowOf);
  refuseHeavyRows(items, query.pageSize);
  return toList(query, { items, total: found.length });
}

const isUnread = ({ reading }: store.Found): boolean => reading.status === 'unread';

export async function countUnread(
  scope: store.ReaderScope,
  reader: Principal,
  nowMs: number,
): Promise<number> {
  return (await store.findAll(scope, reader, nowMs)).filter(isUnread).length;
}

async function find(
  scope: store.ReaderScope,
  reader: Principal,
  id: string,
  nowMs: number,
): Promise<store.Found> {
  const found = await store.findOne(scope, reader, id, nowMs);
  if (found === undefined) throw new NotFoundError('Notification');
  return found;
}

/** Which version the caller means to change, and when. */
interface At {
  ifMatch: string | undefined;
  nowMs: number;
}

interface Change {
  step: Step;
  action: NotificationEvent;
  /** Throws when this notification does not allow the step. */
  check?: (found: store.Found) => void;
}

/** Takes the step and returns the notification after it. Throws NotFoundError, StaleError, and what the step throws. */
async function change(
  scope: store.ReaderScope,
  reader: Principal,
  id: string,
  { step, action, check }: Change,
  { ifMatch, nowMs }: At,
): Promise<store.Found> {
  const current = async () => {
    const found = await find(scope, reader, id, nowMs);
    return { revision: versionOf(found), found };
  };
  return updateWithRetry(current, ifMatch, async ({ found }) => {
    check?.(found);
    const reading: ReaderState = step(found.reading, nowMs);
    if (reading === found.reading) return found;
    const readingRevision = await store.saveReading(scope, reader.subject, found, { reading, action }, nowMs);
    return { ...found, reading, readingRevision };
  });
}

const changes = {
  read: { step: read, action: 'read' },
  dismiss: { step: dismiss, action: 'dismissed' },
  restore: { step: restore, action: 'restored' },
} as const satisfies Record<string, Change>;

/** Reads, dismisses or restores a notification and returns it. Throws NotFoundError, StaleError. */
export async function changeNotification(
  scope: store.ReaderScope,
  reader: Principal,
  id: string,
  how: keyof typeof changes,
  at: At,
) {
  const found = await change(scope, reader, id, changes[how], at);
  return withRevision({ ok: true as const, ...rowOf(found) }, versionOf(found));
}

/**
 * Notes that the reader took an action. Throws NotFoundError, InvalidInputError for an action that the notification
 * has not, NotificationActionedError when the reader took one before, StaleError.
 */
export async function takeAction(
  scope: store.ReaderScope,
  reader: Principal,
  id: string,
  { actionId }: ActOnNotification,
  at: At,
) {
  const actionOf = ({ notification }: store.Found) => notification.actions.find((one) => one.id === actionId);
  const check = (found: store.Found) => {
    if (actionOf(found) === undefined)
      throw new InvalidInputError({ actionId: 'must be the id of one of the actions' });
  };
  const found = await change(scope, reader, id, { step: act(actionId), action: 'actioned', check }, at);
  const actionedAt = toIso(at.nowMs);
  const answer = {
    ok: true as const,
    result: { actionId, status: 'actioned' as const, actionedAt },
    href: actionOf(found)?.href ?? found.notification.linkHref,
  };
  return withRevision(answer, versionOf(found));
}

/** Marks everything that is unread as read, and returns how much that was. */
export async function readAll(scope: store.ReaderScope, reader: Principal, nowMs: number): Promise<number> {
  let count = 0;
  const current = async () => {
    const found = await store.findAll(scope, reader, nowMs);
    return { revision: 0, unread: found.filter(isUnread) };
  };
  await updateWithRetry(current, undefined, async ({ unread }) => {
    for (const chunk of chunksOf(unread, readingsPerTransaction)) {
      const readings = chunk.map((found) => ({ found, reading: read(found.reading, nowMs) }));
      await store.saveAllRead(scope, reader.subject, readings, nowMs);
      count += chunk.length;
    }
  });
  return count;
}
