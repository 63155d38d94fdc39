/** Reads the notifications of a reader, and stores the reader's state of them. */

import { randomUUID } from 'node:crypto';
import { allOf } from '../../kernel/base/parallel.ts';
import { hasFeature, type Principal, type Scope, type TenantScope } from '../../kernel/base/principal.ts';
import { type DomainEvent, outboxWrite } from '../../kernel/events/outbox.ts';
import { batchGet, type Item, type PartitionQuery, queryPages } from '../../kernel/table/read.ts';
import { ifRevision, transact, type Write } from '../../kernel/table/write.ts';
import type { NotificationEvent } from './events.ts';
import {
  entity,
  idOfSubject,
  notificationEvent,
  stateEntity,
  toNotification,
  toReaderState,
  toReaderStateItem,
} from './items.ts';
import {
  featureNotificationKey,
  featureNotificationsPartition,
  featureNotificationsPrefix,
  inboxKey,
  inboxPartition,
  readerStateKey,
} from './keys.ts';
import { notificationLimits } from './limits.ts';
import { isExpired, type StoredNotification } from './notification.ts';
import { type ReaderState, unread } from './reader-state.ts';

/** A notification with the state of its reader. */
export interface ReaderNotification {
  notification: StoredNotification;
  state: ReaderState;
  /** Revision of the stored state, even if a refresh has reset it. */
  stateRevision: number | undefined;
}

/** The tenant, and the organizations whose notifications for features the reader sees. */
export type ReaderScope = TenantScope & Partial<Scope>;

/** Joins notifications with the reader's states of their current revisions. */
function join(items: readonly Item[], nowMs: number): ReaderNotification[] {
  const states = new Map(
    items.filter((item) => item.entity === stateEntity).map((item) => [String(item.id), toReaderState(item)]),
  );
  return items
    .filter((item) => item.entity === entity)
    .map(toNotification)
    .filter((notification) => !isExpired(notification, nowMs))
    .map((notification) => {
      const stored = states.get(notification.id);
      const isCurrent = stored?.of === notification.revision && !isExpired(stored, nowMs);
      return { notification, state: isCurrent ? stored : unread, stateRevision: stored?.revision };
    });
}

function isFor(
  reader: Principal,
  scope: ReaderScope,
  { requiredFeature, organizationId }: StoredNotification,
) {
  if (requiredFeature === null) return true;
  const isInScope = organizationId === null || (scope.organizationIds ?? []).includes(organizationId);
  return isInScope && hasFeature(reader, requiredFeature);
}

/** Returns the newest entries, up to the maximum number of pages. */
async function newestEntries(query: Omit<PartitionQuery, 'consistent' | 'descending'>): Promise<Item[]> {
  const items: Item[] = [];
  let pagesRead = 0;
  for await (const page of queryPages({ ...query, descending: true, consistent: true })) {
    items.push(...page);
    pagesRead += 1;
    if (pagesRead === notificationLimits.queryPages) break;
  }
  return items;
}

/**
 * Returns the queries for notifications to holders of features. For several organizations, one query reads the whole
 * partition; `isFor` filters the result.
 */
function featureNotificationQueries(scope: ReaderScope): { pk: string; skPrefix?: string }[] {
  const pk = featureNotificationsPartition(scope);
  const organizationIds = scope.organizationIds ?? [];
  if (organizationIds.length > 1) return [{ pk }];
  return [null, ...organizationIds].map((id) => ({ pk, skPrefix: featureNotificationsPrefix(id) }));
}

/** Returns all notifications of the reader, newest first. Sends at most three Queries for any number of organizations. */
export async function findAll(
  scope: ReaderScope,
  reader: Principal,
  nowMs: number,
): Promise<ReaderNotification[]> {
  const queries = [{ pk: inboxPartition(scope, reader.subject) }, ...featureNotificationQueries(scope)];
  const items = (await allOf(queries.map(newestEntries))).flat();
  const byTime = ({ notification: a }: ReaderNotification, { notification: b }: ReaderNotification) =>
    b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1);
  return join(items, nowMs)
    .filter(({ notification }) => isFor(reader, scope, notification))
    .toSorted(byTime);
}

/** Returns the reader's notification with this id, otherwise undefined. Sends one request for up to 97 organizations. */
export async function findOne(
  scope: ReaderScope,
  reader: Principal,
  id: string,
  nowMs: number,
): Promise<ReaderNotification | undefined> {
  const { tenantId, organizationIds = [] } = scope;
  const items = await batchGet([
    inboxKey(scope, reader.subject, id),
    readerStateKey(scope, reader.subject, id),
    ...[null, ...organizationIds].map((organizationId) =>
      featureNotificationKey({ tenantId, organizationId }, id),
    ),
  ]);
  return join(items, nowMs).find(({ notification }) => isFor(reader, scope, notification));
}

/** Builds the write of a reader's state. Its transaction throws StaleError if the reader has changed the state since. */
function readerStateWrite(
  scope: TenantScope,
  subject: string,
  found: ReaderNotification,
  state: ReaderState,
  nowMs: number,
) {
  const { notification, stateRevision } = found;
  const revision = Math.max(nowMs, (stateRevision ?? 0) + 1, notification.revision + 1);
  const { id, revision: of, expiresAtMs } = notification;
  const { status, before, readAtMs, actionedAtMs, dismissedAtMs, actionTaken } = state;
  const fields = { status, before, readAtMs, actionedAtMs, dismissedAtMs, actionTaken };
  const write: Write = {
    put: toReaderStateItem(scope, subject, { ...fields, id, of, expiresAtMs, revision }),
    ...ifRevision(stateRevision),
  };
  return { write, revision };
}

/** Stores the reader's state and returns its revision. Throws StaleError if the reader has changed the state since. */
export async function saveReaderState(
  scope: TenantScope,
  subject: string,
  found: ReaderNotification,
  { state, action }: { state: ReaderState; action: NotificationEvent },
  nowMs: number,
): Promise<number> {
  const { write, revision: version } = readerStateWrite(scope, subject, found, state, nowMs);
  const reader = idOfSubject(subject);
  const event = notificationEvent(action, found.notification, { nowMs, version, state, reader });
  await transact([write, outboxWrite(event)]);
  return version;
}

/** Stores that the reader read these notifications, at most as many as fit into a transaction. Throws StaleError. */
export async function saveAllRead(
  scope: TenantScope,
  subject: string,
  states: readonly { found: ReaderNotification; state: ReaderState }[],
  nowMs: number,
): Promise<void> {
  const { tenantId } = scope;
  const recipientUserId = idOfSubject(subject);
  const event: DomainEvent = {
    id: randomUUID(),
    type: 'notifications.inbox.read',
    tenantId,
    organizationId: null,
    occurredAtMs: nowMs,
    version: nowMs,
    data: {
      id: recipientUserId,
      ids: states.map(({ found }) => found.notification.id),
      recipientUserId,
      tenantId,
      organizationId: null,
    },
  };
  await transact([
    ...states.map(({ found, state }) => readerStateWrite(scope, subject, found, state, nowMs).write),
    outboxWrite(event),
  ]);
}
