/** Checks a file that becomes a new version of another, reserves its storage, creates its object and writes the row. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { originalKey } from '../../../kernel/files/object-keys.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { expectsRevision } from '../../../kernel/http/reply.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { type Attachment, isImage } from '../attachment.ts';
import type { UploadEnd } from '../attachment-store.ts';
import { takeoverAtMs } from '../limits.ts';
import { openAccount } from '../partitions/account-store.ts';
import { partitionOf } from '../partitions/partition-store.ts';
import { claimedDoneWrites } from '../partitions/storage-store.ts';
import { whilePlacing } from '../placement.ts';
import { purgeNow, removeThumbnails } from '../purge.ts';
import { type CompleteUpload, describedFile, fieldOptionsOf } from '../upload/accept-file.ts';
import { problemAfterQuota, problemBeforeQuota } from '../upload/upload-decision.ts';
import { visibleAttachment } from '../visible-attachment.ts';
import {
  currentOf,
  currentVersionOf,
  decideRetention,
  type NewVersion,
  ownerOfVersion,
  withVersion,
} from './version.ts';
import { insertVersion, listVersions, versionPurgeOf } from './version-store.ts';

/** A received file for a new version. */
export interface VersionUpload
  extends Pick<CompleteUpload, 'file' | 'createObject' | 'temporaryKey' | 'claimed'> {
  /** Id of its object. */
  fileId: string;
  /** The file that gets a new version. */
  attachmentId: string;
  /** Further writes of the same transaction. */
  ends?: readonly Write[];
}

/** Returns an attachment if it has the expected revision. Throws NotFoundError and StaleError. */
export async function expectedAttachment(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
): Promise<Attachment> {
  const attachment = await visibleAttachment(scope, id);
  if (!expectsRevision(ifMatch, attachment)) throw new StaleError();
  return attachment;
}

/** Returns the field options and the partition of an attachment, which also apply to new versions. */
export async function limitsOf(attachment: Attachment) {
  const { entityId, fieldKey, partitionCode } = attachment;
  const field = await fieldOptionsOf(attachment, { entityId, fieldKey: fieldKey ?? undefined });
  return { field, partition: await partitionOf(attachment, partitionCode) };
}

/**
 * Checks a file like an upload and makes it the current version. Throws NotFoundError, StaleError, FileTypeRefusedError,
 * FileTooLargeError, QuotaExceededError, UploadUnderWayError and UnavailableError.
 */
export async function acceptVersion(
  scope: Scope,
  upload: VersionUpload,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<Attachment> {
  const { file, claimed } = upload;
  const attachment = await expectedAttachment(scope, upload.attachmentId, ifMatch);
  const { field, partition } = await limitsOf(attachment);
  const early = problemBeforeQuota(file, field, megabyteSetting('UPLOAD_MAX_MB'));
  if (early !== undefined) throw early;
  const { entityId } = attachment;
  const late = problemAfterQuota(file, { entityId, partitionCode: undefined }, field, partition);
  if (late !== undefined) {
    const quotaBytes = megabyteSetting('TENANT_QUOTA_MB') + (claimed?.bytes ?? 0);
    await openAccount(scope, file.bytes, quotaBytes);
    throw late;
  }
  const version: NewVersion = {
    ...describedFile(file, partition),
    fileId: upload.fileId,
    createdBy: context.principal.subject,
    restoredFrom: null,
  };
  return storeVersion(
    scope,
    attachment,
    { ...upload, version, versionsKept: partition.versionsKept },
    ifMatch,
    context,
  );
}

/** A version to store. */
export interface StoredVersion
  extends Pick<VersionUpload, 'createObject' | 'temporaryKey' | 'claimed' | 'ends'> {
  version: NewVersion;
  versionsKept: number;
}

/**
 * Creates the object of the file and makes it the current version, which counts its bytes. Undoes both if one of them
 * fails. Parallel uploads each become a version, unless `ifMatch` names the revision before the first. Throws the errors of
 * `acceptVersion`.
 */
export async function storeVersion(
  scope: Scope,
  attachment: Attachment,
  { version, versionsKept, createObject, temporaryKey, claimed, ends = [] }: StoredVersion,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<Attachment> {
  const { tenantId, organizationId, id, partitionCode } = attachment;
  const { fileId, fileSize, mimeType } = version;
  const room = { tenantId, partitionCode, bytes: fileSize, isVersion: true } as const;
  const storeWith = async (end: UploadEnd) => {
    await createObject(originalKey({ tenantId, organizationId, attachmentId: fileId }), mimeType);
    const change = { version, versionsKept, end: { ...end, ends: [...end.ends, ...ends] } };
    // The attachment has rarely changed since, so it is read again only after a failed transaction.
    let initial: Attachment | undefined = attachment;
    const read = async () => {
      const current = initial ?? (await visibleAttachment(scope, id));
      initial = undefined;
      return current;
    };
    return updateWithRetry(read, ifMatch, (before) => makeCurrent(before, change, context));
  };
  if (claimed !== undefined) {
    const done = claimedDoneWrites(claimed, partitionCode);
    return storeWith({ ends: done, freed: [claimed], taken: [room] });
  }
  const quotaBytes = megabyteSetting('TENANT_QUOTA_MB');
  await openAccount(room, fileSize, quotaBytes);
  const placement = {
    ...{ tenantId, organizationId, fileId, dueAtMs: takeoverAtMs() },
    ...(temporaryKey !== undefined && { passesKey: temporaryKey }),
  };
  // The partition stays as long as the file is in it.
  return whilePlacing(placement, (placed) =>
    storeWith({ ends: [placed], freed: [], taken: [room], quotaBytes }),
  );
}

interface VersionStep extends Pick<StoredVersion, 'version' | 'versionsKept'> {
  end: UploadEnd;
}

async function makeCurrent(
  before: Attachment,
  { version, versionsKept, end }: VersionStep,
  context: ChangeContext,
): Promise<Attachment> {
  const { keepsPrevious, removedCount } = decideRetention(currentOf(before).keptCount, versionsKept);
  const removed = removedCount === 0 ? [] : await listVersions(before, before.id, removedCount);
  const after = withVersion(before, version, { keepsPrevious, removed }, context.nowMs);
  const previous = currentVersionOf(before);
  const dueAtMs = takeoverAtMs();
  const [first, ...others] = keepsPrevious ? removed : [...removed, previous];
  const purge = first && versionPurgeOf(before, [first, ...others], dueAtMs);
  await insertVersion({ before, after, removed, keepsPrevious, purge, end }, context);
  if (purge !== undefined) await purgeNow(purge, {});
  if (isImage(before)) await removeThumbnails(ownerOfVersion(before, previous));
  return after;
}
