/**
 * What a tenant stores, and the files that are between the table and the bucket. Only this file knows how both lie in
 * the table.
 *
 * Table and bucket cannot change in one transaction, so a work item says what is on its way. An upload's item is written
 * together with the reservation of its room, and deleted together with the writing of its row; a removal's item is
 * written together with the deletion of the row, and goes when the objects have gone. After a crash in between, the
 * counted bytes are those of rows and reservations, and a sweep finds what was left over.
 */

import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { NotFoundError, UnavailableError } from '../../../kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem, type Item, queryPages } from '../../../kernel/table/read.ts';
import { deleteItem, notExists, transact, updateItem, type Write } from '../../../kernel/table/write.ts';
import type { Attachment } from '../attachment.ts';
import { QuotaExceededError, UploadUnderWayError } from '../errors.ts';
import {
  attachmentKey,
  fileWorkKey,
  fileWorkPartition,
  fileWorkShardOf,
  partitionKey,
  storageUsageKey,
} from '../keys.ts';
import { uploadLimits } from '../limits.ts';
import { storedBytesOf } from '../versions/version.ts';
import { isDefaultCode } from './partition.ts';

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
}

/** What is stored, reservations included. */
export interface StorageUsage {
  bytes: number;
  files: number;
  /** By code. */
  partitions: Record<string, { bytes: number; files: number }>;
}

const entity = 'file_work';

export type Stored = Pick<FileWork, 'tenantId' | 'partitionCode' | 'bytes' | 'isVersion'>;

const bytesIn = (code: string) => `bytes_${code}`;
const filesIn = (code: string) => `files_${code}`;

/** One item per tenant: a quota is exact only where all of it is counted in one place. */
function usageWrite({ tenantId, partitionCode, bytes, isVersion }: Stored, by: 1 | -1) {
  return {
    add: storageUsageKey({ tenantId }),
    amounts: {
      bytes: by * bytes,
      [bytesIn(partitionCode)]: by * bytes,
      ...(isVersion ? {} : { files: by, [filesIn(partitionCode)]: by }),
    },
  };
}

/** Room that is given back, and room that is taken instead. */
export interface RoomChange {
  freed: readonly Stored[];
  taken?: readonly Stored[];
}

/** The write that counts all of it: a transaction takes one write of an item. None when nothing changes. */
export function roomWrites({ freed, taken = [] }: RoomChange): Write[] {
  const [first] = [...freed, ...taken];
  const parts = [
    ...freed.map((stored) => usageWrite(stored, -1)),
    ...taken.map((stored) => usageWrite(stored, 1)),
  ];
  const sums: Record<string, number> = {};
  for (const { amounts } of parts)
    for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + (amount ?? 0);
  const amounts = Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
  const changes = first !== undefined && Object.keys(amounts).length > 0;
  return changes ? [{ add: storageUsageKey(first), amounts }] : [];
}

/** What of it is stored where. One GetItem. */
export async function getUsage(scope: TenantScope): Promise<StorageUsage> {
  const item: Item = (await getItem(storageUsageKey(scope))) ?? {};
  const codes = Object.keys(item)
    .filter((name) => name.startsWith('files_') && Number(item[name]) > 0)
    .map((name) => name.slice('files_'.length));
  const partitions = codes.map((code): [string, { bytes: number; files: number }] => [
    code,
    { bytes: Number(item[bytesIn(code)] ?? 0), files: Number(item[filesIn(code)]) },
  ]);
  return {
    bytes: Number(item.bytes ?? 0),
    files: Number(item.files ?? 0),
    partitions: Object.fromEntries(partitions.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Holds only while nothing lies in the partition, for the transaction that deletes it. */
export function emptyPartitionCheck(scope: TenantScope, code: string) {
  return {
    check: storageUsageKey(scope),
    when: {
      expression: 'attribute_not_exists(#files) OR #files = :none',
      names: { '#files': filesIn(code) },
      values: { ':none': 0 },
    },
  };
}

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
  const { tenantId, partitionCode, bytes } = work;
  if (bytes > quotaBytes) throw new QuotaExceededError(quotaBytes);
  await transact([
    {
      put: toWork(work),
      when: notExists,
      otherwise: () => new UploadUnderWayError(),
    },
    {
      ...usageWrite(work, 1),
      when: {
        expression: 'attribute_not_exists(#bytes) OR #bytes <= :room',
        names: { '#bytes': 'bytes' },
        values: { ':room': quotaBytes - bytes },
      },
      otherwise: () => new QuotaExceededError(quotaBytes),
    },
    ...partitionChecks({ tenantId }, partitionCode),
  ]);
}

/** Fails when the partition was deleted meanwhile; default ones are not. */
function partitionChecks({ tenantId }: TenantScope, code: string): Write[] {
  if (isDefaultCode(code)) return [];
  return [
    {
      check: partitionKey({ tenantId }, code),
      when: { expression: 'attribute_exists(pk)' },
      otherwise: () => new UnavailableError(undefined, 1),
    },
  ];
}

/** The write that ends an upload, for the transaction that stores its row. Its room stays counted. */
export function uploadDoneWrite(work: FileWork): Write {
  return {
    delete: fileWorkKey(work),
    when: isUpload(work),
    // The sweep took it for left over, and its objects with it.
    otherwise: () => new UnavailableError(undefined, 1),
  };
}

/** A staged upload that one process is completing. */
export interface ClaimedWork extends FileWork {
  /** Another process may claim it then: this one is gone. */
  claimedUntilMs: number;
}

/**
 * Claims the completion of a staged upload, whose object will be that of the file `fileId`; its room is counted already.
 * One UpdateItem. Throws UploadUnderWayError while another process has it, NotFoundError once it was completed or given up.
 */
export async function claimStaged(work: FileWork, fileId: string, nowMs: number): Promise<ClaimedWork> {
  const claimedUntilMs = nowMs + uploadLimits.claimSeconds * 1_000;
  const fileIds = [fileId];
  try {
    await updateItem({
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
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.item?.kind === 'upload' ? new UploadUnderWayError() : new NotFoundError('Upload');
  }
  return { ...work, fileIds, claimedUntilMs };
}

/** Lets another request complete the upload, unless this one has, or its time is over. */
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
  return partitionCode === work.partitionCode ? [done] : [done, ...partitionChecks(work, partitionCode)];
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
    await transact([{ put: toWork({ ...work, kind: 'purge' }), when }, usageWrite(work, -1), isStored]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    if (!(error instanceof FileStoredError)) return false;
  }
  try {
    await transact([{ delete: fileWorkKey(work), when }, usageWrite(work, -1)]);
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
