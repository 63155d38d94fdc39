/** Stores notifications for the next digest of their reader, and the due times of digests. */
import type { EventCause } from '../../../kernel/events/cause.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { deleteItems } from '../../../kernel/table/batch-write.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { queryAll } from '../../../kernel/table/read.ts';
import { transact } from '../../../kernel/table/write.ts';
import { digestDueKey, digestDuePartition, digestEntryKey, digestPartition, dueRange } from '../keys.ts';
import { emailLimits } from '../limits.ts';

const entryEntity = 'digest_entry';
const dueEntity = 'digest_due';
const hourMs = 3_600_000;

/** A notification in a digest. */
export interface DigestEntry {
  id: string;
  /** Type of the notification. */
  type: string;
  organizationId: string | null;
  title: string;
  body: string;
  link: string;
  /** The cause of its mail; absent if no event led to it. */
  cause?: EventCause;
}

/** A user's digest of one hour. */
export interface DigestHour {
  tenantId: string;
  userId: string;
  dueMs: number;
}

/** A due digest. */
export interface DueDigest extends DigestHour {
  /** The notification that was added last, at the time of the read. */
  lastEntryId: string;
}

/** Returns the next full hour, when the digests of the hour are sent. */
export const nextHourMs = (atMs: number): number => (Math.floor(atMs / hourMs) + 1) * hourMs;

/** Adds a notification to the digest of its hour. Repeating it changes nothing. */
export async function addToDigest(
  { tenantId, userId, dueMs }: DigestHour,
  entry: DigestEntry,
): Promise<void> {
  const ttl = Math.ceil(dueMs / 1_000) + emailLimits.contentHours * 3_600;
  const key = digestEntryKey({ tenantId }, userId, dueMs, entry.id);
  const due: DueDigest = { tenantId, userId, dueMs, lastEntryId: entry.id };
  await transact([
    { put: { ...toItem(key, entryEntity, entry), ttl } },
    {
      put: {
        ...toItem(digestDueKey({ tenantId }, userId, dueMs), dueEntity, due),
        ttl,
      },
    },
  ]);
}

/** Returns due digests of a shard, at most `limit`. Invalid items are logged and skipped. */
export async function dueDigests(shard: number, nowMs: number, limit: number): Promise<DueDigest[]> {
  const pk = digestDuePartition(shard);
  const items = await queryAll({ pk, skRange: dueRange(nowMs), limit, consistent: true });
  return items.flatMap((item) => {
    try {
      return [fromItem<DueDigest>(item, dueEntity)];
    } catch (error) {
      log('error', 'reading a digest item failed', { pk, sk: String(item.sk), error: describeError(error) });
      return [];
    }
  });
}

/** Returns the notifications of a digest, oldest first. */
export async function readDigest(
  { tenantId, userId, dueMs }: DueDigest,
  limit: number,
): Promise<DigestEntry[]> {
  const items = await queryAll({ pk: digestPartition({ tenantId }, userId, dueMs), limit, consistent: true });
  return items.map((item) => fromItem<DigestEntry>(item, entryEntity));
}

/**
 * Removes notifications whose mail is stored, and with `isAll` the digest itself, unless a notification was added since the
 * read. That notification creates another mail.
 */
export async function removeDigest(
  due: DueDigest,
  entries: readonly DigestEntry[],
  { isAll }: { isAll: boolean },
): Promise<void> {
  const { userId, dueMs, lastEntryId } = due;
  await deleteItems(entries.map(({ id }) => digestEntryKey(due, userId, dueMs, id)));
  if (!isAll) return;
  const when = { expression: 'lastEntryId = :last', values: { ':last': lastEntryId } };
  try {
    await transact([{ delete: digestDueKey(due, userId, dueMs), when }]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}
