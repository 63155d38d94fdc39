/** Reads what is a reader's, and stores what the reader makes of it. */
import { randomUUID } from 'node:crypto';
import { hasFeature, type Principal, type Scope, type TenantScope } from '../../kernel/auth/principal.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { type DomainEvent, outboxWrite } from '../../kernel/events/outbox.ts';
import { allOf } from '../../kernel/table/parallel.ts';
import { batchGet, type Item, type PartitionQuery, queryPages } from '../../kernel/table/read.ts';
import { notExists, revisionIs, transact, type Write } from '../../kernel/table/write.ts';
import type { NotificationEvent } from './events.ts';
import {
  entity,
  idOfSubject,
  notificationEvent,
  stateEntity,
  toNotification,
  toReading,
  toReadingItem,
} from './items.ts';
import {
  inboxKey,
  inboxPartition,
  noticeKey,
  noticesPartition,
  noticesPrefix,
  readerStateKey,
} from './keys.ts';
import { notificationLimits } from './limits.ts';
import { isExpired, type StoredNotification } from './notification.ts';
import { type ReaderState, unread } from './reader-state.ts';

/** A notification and what the reader made of it. */
export interface Found {
  notification: StoredNotification;
  reading: ReaderState;
  /** Revision of the item that holds the reading, whether it still counts or not. */
  readingRevision: number | undefined;
}

/** Where a reader looks: in the tenant, and for notices in the selected organizations. */
export type ReaderScope = TenantScope & Partial<Scope>;

/** Joins notifications with the readings that count for them. */
function join(items: readonly Item[], nowMs: number): Found[] {
  const readings = new Map(
    items.filter((item) => item.entity === stateEntity).map((item) => [String(item.id), toReading(item)]),
  );
  return items
    .filter((item) => item.entity === entity)
    .map(toNotification)
    .filter((notification) => !isExpired(notification, nowMs))
    .map((notification) => {
      const stored = readings.get(notification.id);
      const counts = stored?.of === notification.revision && !isExpired(stored, nowMs);
      return { notification, reading: counts ? stored : unread, readingRevision: stored?.revision };
    });
}

function isFor(
  reader: Principal,
  scope: ReaderScope,
  { requiredFeature, organizationId }: StoredNotification,
) {
  if (requiredFeature === null) return true;
  const isHere = organizationId === null || (scope.organizationIds ?? []).includes(organizationId);
  return isHere && hasFeature(reader, requiredFeature);
}

/** The newest entries, as many as one request reads. */
async function entries(query: Omit<PartitionQuery, 'consistent' | 'descending'>): Promise<Item[]> {
  const items: Item[] = [];
  let pagesRead = 0;
  for await (const page of queryPages({ ...query, descending: true, consistent: true })) {
    items.push(...page);
    pagesRead += 1;
    if (pagesRead === notificationLimits.queryPages) break;
  }
  return items;
}

/** Notices of the tenant as a whole, and of one organization; of several, all are read. */
function noticeQueries(scope: ReaderScope): { pk: string; skPrefix?: string }[] {
  const pk = noticesPartition(scope);
  const organizationIds = scope.organizationIds ?? [];
  if (organizationIds.length > 1) return [{ pk }];
  return [null, ...organizationIds].map((id) => ({ pk, skPrefix: noticesPrefix(id) }));
}

/** Everything that is the reader's, the newest first. Three Queries, however many organizations there are. */
export async function findAll(scope: ReaderScope, reader: Principal, nowMs: number): Promise<Found[]> {
  const queries = [{ pk: inboxPartition(scope, reader.subject) }, ...noticeQueries(scope)];
  const items = (await allOf(queries.map(entries))).flat();
  const byTime = ({ notification: a }: Found, { notification: b }: Found) =>
    b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1);
  return join(items, nowMs)
    .filter(({ notification }) => isFor(reader, scope, notification))
    .toSorted(byTime);
}

/** The one with this id if it is the reader's; undefined for any other. One request for up to 97 organizations. */
export async function findOne(
  scope: ReaderScope,
  reader: Principal,
  id: string,
  nowMs: number,
): Promise<Found | undefined> {
  const { tenantId, organizationIds = [] } = scope;
  const items = await batchGet([
    inboxKey(scope, reader.subject, id),
    readerStateKey(scope, reader.subject, id),
    ...[null, ...organizationIds].map((organizationId) => noticeKey({ tenantId, organizationId }, id)),
  ]);
  return join(items, nowMs).find(({ notification }) => isFor(reader, scope, notification));
}

/** The write of a reading, unless the same reader wrote another meanwhile: then StaleError. */
function readingWrite(
  scope: TenantScope,
  subject: string,
  found: Found,
  reading: ReaderState,
  nowMs: number,
) {
  const { notification, readingRevision } = found;
  const revision = Math.max(nowMs, (readingRevision ?? 0) + 1, notification.revision + 1);
  const { id, revision: of, expiresAtMs } = notification;
  const { status, before, readAtMs, actionedAtMs, dismissedAtMs, actionTaken } = reading;
  const fields = { status, before, readAtMs, actionedAtMs, dismissedAtMs, actionTaken };
  const write: Write = {
    put: toReadingItem(scope, subject, { ...fields, id, of, expiresAtMs, revision }),
    when: readingRevision === undefined ? notExists : revisionIs(readingRevision),
    otherwise: () => new StaleError(),
  };
  return { write, revision };
}

/** Stores what the reader made of a notification, and returns the reading's revision. Throws StaleError when the same reader wrote meanwhile. */
export async function saveReading(
  scope: TenantScope,
  subject: string,
  found: Found,
  { reading, action }: { reading: ReaderState; action: NotificationEvent },
  nowMs: number,
): Promise<number> {
  const { write, revision: version } = readingWrite(scope, subject, found, reading, nowMs);
  const reader = idOfSubject(subject);
  const event = notificationEvent(action, found.notification, { nowMs, version, reading, reader });
  await transact([write, outboxWrite(event)]);
  return version;
}

/** Stores that the reader read several, as many as a transaction takes. Throws StaleError. */
export async function saveAllRead(
  scope: TenantScope,
  subject: string,
  readings: readonly { found: Found; reading: ReaderState }[],
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
      ids: readings.map(({ found }) => found.notification.id),
      recipientUserId,
      tenantId,
      organizationId: null,
    },
  };
  await transact([
    ...readings.map(({ found, reading }) => readingWrite(scope, subject, found, reading, nowMs).write),
    outboxWrite(event),
  ]);
}
