/**
 * Work on files that sweeps finish: direct uploads that were begun, and removals. Only this file knows how it lies in the
 * table. Files that are being put in their place have items of their own (placement-store.ts).
 *
 * Table and bucket cannot change in one transaction, so a work item says what is on its way. A direct upload's item is
 * written together with the reservation of its room, and deleted together with the writing of its row; a removal's item
 * is written together with the deletion of the row, and goes when the objects have gone. After a crash in between, the
 * counted bytes are those of rows and reservations, and a sweep finds what was left over.
 */

import { NotFoundError, UnavailableError } from '../../../kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { type Item, queryPages } from '../../../kernel/table/read.ts';
import { deleteItem, notExists, transact, updateItem, type Write } from '../../../kernel/table/write.ts';
import type { Attachment } from '../attachment.ts';
import { QuotaExceededError, UploadUnderWayError } from '../errors.ts';
import {
  attachmentKey,
  fileListingKeys,
  fileWorkKey,
  fileWorkPartition,
  fileWorkShardOf,
  type ListedFile,
} from '../keys.ts';
import { uploadLimits } from '../limits.ts';
import { storedBytesOf } from '../versions/version.ts';
import { partitionChecks, roomWrites } from './account-store.ts';

/** A file on its way into the bucket or out of it. */
export interface FileWork {
  /** `upload`: room is reserved, the row is not written. `purge`: there is no row, objects may be left. */
  kind: 'upload' | 'purge';
  tenantId: string;
  organizationId: string;
  attachmentId: string;
  /** Where it is stored (`fileWorkShardOf`); the number of shards may have changed since. */
  shard: number;
  partitionCode: string;
  bytes: number;
  /** After this time the process that had it in hands is gone. */
  dueAtMs: number;
  /** Where else an object of it may be. */
  passesKey?: string;
  /** It is one more version of a file: its bytes count, but not as a file. */
  isVersion?: true;
  /** Versions whose objects go, where these are others than the attachment's first. */
  fileIds?: string[];
  /** The attachment had other versions, whose items are still to be removed. */
  hasVersions?: true;
  /** The id of a new file, whose locator was put when its upload was begun. */
  locatorOf?: string;
  /** The file's listing items, which a completion puts ahead of its row. */
  listed?: ListedFile;
}

const entity = 'file_work';

/** Holds for the very reservation, not for a later one of the same file. */
const isUpload = ({ dueAtMs }: FileWork) => ({
  expression: '#kind = :upload AND dueAtMs = :due',
  names: { '#kind': 'kind' },
  values: { ':upload': 'upload', ':due': dueAtMs },
});

const toWork = (work: FileWork) => toItem(fileWorkKey(work), entity, work);

/**
 * Reserves room for a file. Of parallel uploads that together exceed the quota, the later ones fail. Throws
 * QuotaExceededError, UploadUnderWayError, UnavailableError when the partition was deleted meanwhile.
 */
export async function reserve(work: FileWork, quotaBytes: number): Promise<void> {
  if (work.bytes > quotaBytes) throw new QuotaExceededError(quotaBytes);
  await transact([
    {
      put: toWork(work),
      when: notExists,
      otherwise: () => new UploadUnderWayError(),
    },
    ...roomWrites({ freed: [], taken: [work], quotaBytes }),
    ...partitionChecks(work),
  ]);
}

/** A staged upload that one process is completing. */
export interface ClaimedWork extends FileWork {
  /** Another process may claim it then: this one is gone. */
  claimedUntilMs: number;
}

/**
 * Claims the completion of a staged upload, whose object will be that of the file `fileId`; its room is counted already.
 * A new file is listed where the first completion put it, so that later ones replace its listing items; a version has
 * none. One UpdateItem. Throws UploadUnderWayError while another process has it, NotFoundError once it was completed or
 * given up.
 */
export async function claimStaged(
  work: FileWork,
  fileId: string,
  { nowMs, recordPartition }: { nowMs: number; recordPartition: string | undefined },
): Promise<ClaimedWork> {
  const claimedUntilMs = nowMs + uploadLimits.claimSeconds * 1_000;
  const fileIds = [fileId];
  const listed: ListedFile | undefined =
    recordPartition === undefined ? undefined : { recordPartition, createdAtMs: nowMs };
  try {
    const claimed = await updateItem({
      Key: fileWorkKey(work),
      UpdateExpression: `SET claimedUntilMs = :until, fileIds = :files${
        listed ? ', listed = if_not_exists(listed, :listed)' : ''
      }`,
      ConditionExpression:
        '#kind = :upload AND dueAtMs = :due AND (attribute_not_exists(claimedUntilMs) OR claimedUntilMs < :now)',
      ExpressionAttributeNames: { '#kind': 'kind' },
      ExpressionAttributeValues: {
        ':until': claimedUntilMs,
        ':files': fileIds,
        ':upload': 'upload',
        ':due': work.dueAtMs,
        ':now': nowMs,
        ...(listed && { ':listed': listed }),
      },
    });
    return { ...work, ...fromItem<FileWork>(claimed, entity), claimedUntilMs };
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.item?.kind === 'upload' ? new UploadUnderWayError() : new NotFoundError('Upload');
  }
}

/**
 * Lets another request complete the upload, unless this one has, or its time is over. What lists show of the file goes with
 * the claim: from then on this request cannot store its row.
 */
export async function releaseStaged({ claimedUntilMs, ...work }: ClaimedWork): Promise<void> {
  const when = { expression: 'claimedUntilMs = :until', values: { ':until': claimedUntilMs } };
  const listingKeys = listingKeysOf(work);
  try {
    await transact([
      { set: fileWorkKey(work), values: {}, remove: ['claimedUntilMs'], when },
      ...listingKeys.map((key) => ({ delete: key })),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** Where lists may show a file that a completion has not stored. */
export function listingKeysOf({ listed, fileIds, ...scope }: FileWork): readonly Key[] {
  const [id] = fileIds ?? [];
  return listed && id !== undefined ? fileListingKeys(scope, id, listed) : [];
}

/** The writes that end a claimed upload, for the transaction that stores its row in a partition. */
export function claimedDoneWrites(work: ClaimedWork, partitionCode: string): Write[] {
  const { expression, names, values } = isUpload(work);
  const done: Write = {
    delete: fileWorkKey(work),
    when: {
      expression: `${expression} AND claimedUntilMs = :until`,
      names,
      values: { ...values, ':until': work.claimedUntilMs },
    },
    otherwise: () => new UnavailableError(undefined, 1),
  };
  // Its own partition cannot be deleted while the room is kept.
  return partitionCode === work.partitionCode
    ? [done]
    : [done, ...partitionChecks({ ...work, partitionCode })];
}

/** The write that leaves objects to be removed, for the transaction that takes them out of the table. */
export function purgeWrite(work: FileWork): Write {
  return { put: toWork({ ...work, kind: 'purge' }) };
}

/** Another upload of the same file, whose work is in another shard, has stored its row. */
class FileStoredError extends ConditionFailedError {}

/**
 * Gives an upload up: its room is free, its objects are to be removed. False when the upload has ended meanwhile, with
 * its row stored or abandoned by another process. While code that knows fewer shards is still running, the same file may be
 * stored by another upload: then only the room is given back, and the object is that upload's.
 */
export async function giveUp(work: FileWork): Promise<boolean> {
  const isStored = {
    check: attachmentKey(work, work.attachmentId),
    when: notExists,
    otherwise: (row?: Item) => new FileStoredError(row, undefined),
  };
  const when = isUpload(work);
  try {
    await transact([
      { put: toWork({ ...work, kind: 'purge' }), when },
      ...roomWrites({ freed: [work] }),
      isStored,
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    if (!(error instanceof FileStoredError)) return false;
  }
  try {
    await transact([{ delete: fileWorkKey(work), when }, ...roomWrites({ freed: [work] })]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
  return false;
}

/** Nothing is left of the file. */
export async function endWork(work: Pick<FileWork, 'attachmentId' | 'shard'>): Promise<void> {
  await deleteItem(fileWorkKey(work));
}

/** The work of a shard that was due at the time, a page at a time. */
export async function* dueWork(shard: number, nowMs: number): AsyncGenerator<FileWork[]> {
  for await (const items of queryPages({ pk: fileWorkPartition(shard), consistent: true })) {
    const all = items.map((item): FileWork => ({ ...fromItem<FileWork>(item, entity), shard }));
    yield all.filter(({ dueAtMs }) => dueAtMs <= nowMs);
  }
}

/** The work of removing an attachment. */
export function purgeOf(attachment: Attachment, dueAtMs: number): FileWork {
  const { tenantId, organizationId, id, partitionCode } = attachment;
  const at = { tenantId, organizationId, attachmentId: id, shard: fileWorkShardOf(id), partitionCode };
  return {
    kind: 'purge',
    ...at,
    bytes: storedBytesOf(attachment),
    dueAtMs,
    ...(attachment.current && { fileIds: [attachment.current.fileId], hasVersions: true }),
  };
}
