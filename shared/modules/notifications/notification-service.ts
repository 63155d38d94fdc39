/** Lists notifications of a reader and changes their status. */

import { containing } from '../../kernel/base/compared.ts';
import { chunksOf } from '../../kernel/base/parallel.ts';
import type { Principal } from '../../kernel/base/principal.ts';
import { toIso } from '../../kernel/base/times.ts';
import { InvalidInputError, requireFound } from '../../kernel/errors/errors.ts';
import type { Reader, Target } from '../../kernel/http/operation.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../kernel/http/reply.ts';
import { lowerBoundMs } from '../../kernel/http/time-range.ts';
import { toList } from '../../kernel/lists/list.ts';
import { currentCursor } from '../../kernel/table/list-cursor.ts';
import { refuseHeavyRows } from '../../kernel/table/listing.ts';
import type { NotificationEvent } from './events.ts';
import * as store from './inbox-store.ts';
import { toRow } from './notification.ts';
import type { Notification } from './notification-contract.ts';
import type { ActOnNotification, ListNotifications } from './read-contract.ts';
import { act, dismiss, type ReaderState, read, restore, type Step } from './reader-state.ts';

/** A user or an API key, whose features select notifications. */
interface NotificationReader extends Reader<store.ReaderScope> {
  context: { principal: Principal; nowMs: number };
}

/** DynamoDB accepts 100 writes per transaction; the event needs one of them. */
const maxStatesPerTransaction = 95;

function matcherOf(query: ListNotifications) {
  const { id, status, type, severity, sourceEntityType, sourceEntityId, since, search = '' } = query;
  const isFound = containing(search);
  const sinceMs = lowerBoundMs(since);
  const equals = (value: unknown, filter: unknown): boolean => filter === undefined || value === filter;
  return ({ notification, state }: store.ReaderNotification): boolean =>
    (status === undefined ? state.status !== 'dismissed' : status.includes(state.status)) &&
    equals(notification.id, id) &&
    isFound(`${notification.title}\n${notification.body ?? ''}`) &&
    equals(notification.type, type) &&
    equals(notification.severity, severity) &&
    equals(notification.sourceEntityType, sourceEntityType) &&
    equals(notification.sourceEntityId, sourceEntityId) &&
    notification.createdAtMs >= sinceMs;
}

/** Increases with every change, because each change increments one of the two revisions. */
const versionOf = ({ notification, stateRevision }: store.ReaderNotification): number =>
  notification.revision + (stateRevision ?? 0);

const rowOf = (found: store.ReaderNotification): Notification => ({
  ...toRow(found.notification, found.state),
  version: versionOf(found),
});

/** Returns one page of the reader's matching notifications, newest first. Throws PageTooLargeError. */
export async function listNotifications(
  { scope, context: { principal, nowMs } }: NotificationReader,
  query: ListNotifications,
) {
  const matches = matcherOf(query);
  const find = async () => (await store.findAll(scope, principal, nowMs)).filter(matches);
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const next = await cursor.next<store.ReaderNotification & { b?: undefined }>(async function* () {
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

const isUnread = ({ state }: store.ReaderNotification): boolean => state.status === 'unread';

/** Returns the number of the reader's unread notifications. */
export async function countUnreadNotifications({ scope, context: { principal, nowMs } }: NotificationReader) {
  return { unreadCount: (await store.findAll(scope, principal, nowMs)).filter(isUnread).length };
}

interface Change {
  step: Step;
  action: NotificationEvent;
  /** Throws if the notification does not allow the change. */
  check?: (found: store.ReaderNotification) => void;
}

/** Changes the reader's state and returns the notification. Throws NotFoundError, StaleError, and the errors of the step. */
async function change(
  { scope, context: { principal, nowMs } }: NotificationReader,
  { id, ifMatch }: Target,
  { step, action, check }: Change,
): Promise<store.ReaderNotification> {
  const current = async () => {
    const found = requireFound(await store.findOne(scope, principal, id, nowMs), 'Notification');
    return { revision: versionOf(found), found };
  };
  return updateWithRetry(current, ifMatch, async ({ found }) => {
    check?.(found);
    const state: ReaderState = step(found.state, nowMs);
    if (state === found.state) return found;
    const next = { state, action };
    const stateRevision = await store.saveReaderState(scope, principal.subject, found, next, nowMs);
    return { ...found, state, stateRevision };
  });
}

/** Changes the reader's state and returns the notification as responses show it. */
async function changed(reader: NotificationReader, target: Target, step: Change) {
  const found = await change(reader, target, step);
  return withRevision({ ok: true as const, ...rowOf(found) }, versionOf(found));
}

/** Throws NotFoundError and StaleError. */
export const readNotification = (reader: NotificationReader, target: Target) =>
  changed(reader, target, { step: read, action: 'read' });

/** Throws NotFoundError and StaleError. */
export const dismissNotification = (reader: NotificationReader, target: Target) =>
  changed(reader, target, { step: dismiss, action: 'dismissed' });

/** Throws NotFoundError and StaleError. */
export const restoreNotification = (reader: NotificationReader, target: Target) =>
  changed(reader, target, { step: restore, action: 'restored' });

/**
 * Records that the reader took an action. Throws NotFoundError, StaleError, InvalidInputError for an unknown action, and
 * NotificationActionedError if the reader has already taken an action.
 */
export async function actOnNotification(
  reader: NotificationReader,
  { actionId, ...target }: ActOnNotification & Target,
) {
  const actionOf = ({ notification }: store.ReaderNotification) =>
    notification.actions.find((action) => action.id === actionId);
  const check = (found: store.ReaderNotification) => {
    if (actionOf(found) === undefined)
      throw new InvalidInputError({ actionId: 'must be the id of one of the actions' });
  };
  const found = await change(reader, target, { step: act(actionId), action: 'actioned', check });
  const actionedAt = toIso(reader.context.nowMs);
  const response = {
    ok: true as const,
    result: { actionId, status: 'actioned' as const, actionedAt },
    href: actionOf(found)?.href ?? found.notification.linkHref,
  };
  return withRevision(response, versionOf(found));
}

/** Marks all unread notifications as read and returns their number. */
export async function readAllNotifications({ scope, context: { principal, nowMs } }: NotificationReader) {
  let count = 0;
  const current = async () => {
    const found = await store.findAll(scope, principal, nowMs);
    return { revision: 0, unread: found.filter(isUnread) };
  };
  await updateWithRetry(current, undefined, async ({ unread }) => {
    for (const chunk of chunksOf(unread, maxStatesPerTransaction)) {
      const states = chunk.map((found) => ({ found, state: read(found.state, nowMs) }));
      await store.saveAllRead(scope, principal.subject, states, nowMs);
      count += chunk.length;
    }
  });
  return { ok: true as const, count };
}
