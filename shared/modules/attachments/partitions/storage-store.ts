/**
 * Stores the work items of started direct uploads and of removals, which a sweep finishes after a crash. Only this file
 * knows these items. Other uploads have placements (placement-store.ts).
 *
 * One transaction cannot change both the table and the bucket. The work item of a direct upload is written with the
 * reservation of its storage, and deleted with the write of its row. The work item of a removal is written with the deletion
 * of the row, and deleted after the objects. After a crash between these steps, the account counts the bytes of rows and
 * reservations, and a sweep finds the work item.
 */

import { NotFoundError, UnavailableError } from '../../../kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { type Item, queryPages } from '../../../kernel/table/read.ts';
import { deleteItem, notExists, transact, updateItem, type Write } from '../../../kernel/table/write.ts';
import type { Attachment } from '../attachment.ts';
import { QuotaExceededError, UploadUnderWayError } from '../errors.ts';
import { attachmentKey, fileWorkKey, fileWorkPartition, fileWorkShardOf } from '../keys.ts';
import { uploadLimits } from '../limits.ts';
import { storedBytesOf } from '../versions/version.ts';
import { accountWrites, partitionChecks } from './account-store.ts';

/** A file that is being stored or removed. */
export interface FileWork {
  /** `upload`: storage is reserved, the row is not written. `purge`: the row is deleted, objects may remain. */
  kind: 'upload' | 'purge';
  tenantId: string;
  organizationId: string;
  attachmentId: string;
  /** Shard of the work item (`fileWorkShardOf`); recorded, because the number of shards may change. */
  shard: number;
  partitionCode: string;
  bytes: number;
  /** After this time, the process must have died and a sweep takes over. */
  dueAtMs: number;
  /** Key of a temporary object. */
  passesKey?: string;
  /** Set for a version of an existing file: its bytes are counted, but not as another file. */
  isVersion?: true;
  /** Versions whose objects are removed, if not only the first version. */
  fileIds?: string[];
  /** Set if the items of other versions must be removed. */
  hasVersions?: true;
}

const entity = 'file_work';

/** Builds the condition that the work item belongs to the same reservation, not to a later one of the same file. */
const isUpload = ({ dueAtMs }: FileWork) => ({
  expression: '#kind = :upload AND dueAtMs = :due',
  names: { '#kind': 'kind' },
  values: { ':upload': 'upload', ':due': dueAtMs },
});

const toWork = (work: FileWork) => toItem(fileWorkKey(work), entity, work);

/**
 * Reserves storage for a file, with further writes. If parallel uploads together exceed the quota, the later ones fail. Throws
 * QuotaExceededError, UploadUnderWayError, and UnavailableError if the partition has been deleted.
 */
export async function reserve(
  work: FileWork,
  quotaBytes: number,
  more: readonly Write[] = [],
): Promise<void> {
  if (work.bytes > quotaBytes) throw new QuotaExceededError(quotaBytes);
  await transact([
    {
      put: toWork(work),
      when: notExists,
      otherwise: () => new UploadUnderWayError(),
    },
    ...accountWrites({ freed: [], taken: [work], quotaBytes }),
    ...partitionChecks(work),
    ...more,
  ]);
}

/** A staged upload that a process is completing. */
export interface ClaimedWork extends FileWork {
  /** After this time the claiming process must have died, and another process may claim the upload. */
  claimedUntilMs: number;
}

/**
 * Claims the completion of a staged upload that creates the file `fileId` and whose storage is already reserved. One
 * UpdateItem. Throws UploadUnderWayError while another process holds the claim, and NotFoundError if the upload was
 * completed or abandoned.
 */
export async function claimStaged(work: FileWork, fileId: string, nowMs: number): Promise<ClaimedWork> {
  const claimedUntilMs = nowMs + uploadLimits.claimSeconds * 1_000;
  const fileIds = [fileId];
  try {
    const claimed = await updateItem({
      Key: fileWorkKey(work),
      UpdateExpression: 'SET claimedUntilMs = :until, fileIds = :files',
      ConditionExpression:
        '#kind = :upload AND dueAtMs = :due AND (attribute_not_exists(claimedUntilMs) OR claimedUntilMs < :now)',
      ExpressionAttributeNames: { '#kind': 'kind' },
      ExpressionAttributeValues: {
        ':until': claimedUntilMs,
        ':files': fileIds,
        ':upload': 'upload',
        ':due': work.dueAtMs,
        ':now': nowMs,
      },
    });
    return { ...work, ...fromItem<FileWork>(claimed, entity), claimedUntilMs };
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.item?.kind === 'upload' ? new UploadUnderWayError() : new NotFoundError('Upload');
  }
}

/**
 * Releases a claim, so that another request can complete the upload. Does nothing if this request has completed it, or if
 * the claim was taken over. After the release this request cannot store its row.
 */
export async function releaseStaged({ claimedUntilMs, ...work }: ClaimedWork): Promise<void> {
  try {
    await updateItem({
      Key: fileWorkKey(work),
      UpdateExpression: 'REMOVE claimedUntilMs',
      ConditionExpression: 'claimedUntilMs = :until',
      ExpressionAttributeValues: { ':until': claimedUntilMs },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** Builds the writes that end a claimed upload, for the transaction that stores its row. */
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
  // The reserved partition cannot be deleted while its storage is counted.
  return partitionCode === work.partitionCode
    ? [done]
    : [done, ...partitionChecks({ ...work, partitionCode })];
}

/** Builds the write of a removal's work item, for the transaction that deletes the rows. */
export function purgeWrite(work: FileWork): Write {
  return { put: toWork({ ...work, kind: 'purge' }) };
}

/** Another upload of the same file, whose work is in another shard, has stored its row. */
class FileStoredError extends ConditionFailedError {}

/**
 * Abandons an upload: releases its storage and turns it into a removal. Returns false if the upload has ended: its row was
 * stored, or another process abandoned it. During a deployment that changes the number of shards, another upload may have
 * stored the same file: then only the storage is released, because the object belongs to that upload.
 */
export async function abandonUpload(work: FileWork): Promise<boolean> {
  const isStored = {
    check: attachmentKey(work, work.attachmentId),
    when: notExists,
    otherwise: (row?: Item) => new FileStoredError(row, undefined),
  };
  const when = isUpload(work);
  try {
    await transact([
      { put: toWork({ ...work, kind: 'purge' }), when },
      ...accountWrites({ freed: [work] }),
      isStored,
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    if (!(error instanceof FileStoredError)) return false;
  }
  try {
    await transact([{ delete: fileWorkKey(work), when }, ...accountWrites({ freed: [work] })]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
  return false;
}

/** Deletes the work item after the objects were removed. */
export async function endWork(work: Pick<FileWork, 'attachmentId' | 'shard'>): Promise<void> {
  await deleteItem(fileWorkKey(work));
}

/** Yields the due work items of a shard by page. */
export async function* dueWork(shard: number, nowMs: number): AsyncGenerator<FileWork[]> {
  for await (const items of queryPages({ pk: fileWorkPartition(shard), consistent: true })) {
    const all = items.map((item): FileWork => ({ ...fromItem<FileWork>(item, entity), shard }));
    yield all.filter(({ dueAtMs }) => dueAtMs <= nowMs);
  }
}

/** Builds the work item that removes an attachment. */
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
