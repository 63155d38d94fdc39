/** Lists, reads, restores and deletes versions of files. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { NotFoundError, requireFound } from '../../../kernel/errors/errors.ts';
import { copyObject } from '../../../kernel/files/bucket.ts';
import { originalKey } from '../../../kernel/files/object-keys.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import type { StreamReply } from '../../../kernel/http/stream-endpoint.ts';
import type { Attachment } from '../attachment.ts';
import { type Download, replyWithAttachment } from '../delivery/download-service.ts';
import { CurrentVersionError } from '../errors.ts';
import { takeoverAtMs } from '../limits.ts';
import { partitionOf } from '../partitions/partition-store.ts';
import { purgeNow } from '../purge.ts';
import { firstContentStatus } from '../upload/accept-file.ts';
import { visibleAttachment } from '../visible-attachment.ts';
import { expectedAttachment, storeVersion } from './accept-version.ts';
import type { FileVersion } from './file-version.ts';
import { currentVersionOf, ownerOfVersion, versionNumberOf } from './version.ts';
import * as store from './version-store.ts';

/** Returns a file and its versions, the current version first. Throws NotFoundError. */
export async function listVersions(
  scope: Scope,
  id: string,
): Promise<{ attachment: Attachment; versions: FileVersion[] }> {
  const attachment = await visibleAttachment(scope, id);
  const kept = await store.listVersions(attachment, attachment.id);
  // The two reads are not a snapshot: the current version of the first read may be in the second read, too.
  const current = currentVersionOf(attachment);
  const versions = [current, ...kept.filter(({ number }) => number < current.number).toReversed()];
  return { attachment, versions };
}

/** Throws NotFoundError. */
async function versionOf(attachment: Attachment, number: number): Promise<FileVersion> {
  return requireFound(
    number === versionNumberOf(attachment)
      ? currentVersionOf(attachment)
      : await store.getVersion(attachment, attachment.id, number),
    'Version',
  );
}

/** Returns one version of a file. Throws NotFoundError and the errors of `replyWithAttachment`. */
export async function replyWithVersion(
  scope: Scope,
  id: string,
  number: number,
  download: Omit<Download, 'id'>,
): Promise<StreamReply> {
  const attachment = await visibleAttachment(scope, id);
  const version = await versionOf(attachment, number);
  const objectKey = originalKey(ownerOfVersion(attachment, version));
  // Private, because earlier versions of a public file are not public.
  const file = { ...version, objectKey, tenantId: scope.tenantId };
  return replyWithAttachment({ attachment: file, visibility: 'private' }, download);
}

/** Throws NotFoundError and CurrentVersionError. */
async function earlierVersion(attachment: Attachment, number: number): Promise<FileVersion> {
  if (number === versionNumberOf(attachment)) throw new CurrentVersionError();
  return versionOf(attachment, number);
}

/**
 * Copies an earlier version and makes the copy the current version. Throws NotFoundError, CurrentVersionError, StaleError,
 * QuotaExceededError and UnavailableError.
 */
export async function restoreVersion(
  scope: Scope,
  id: string,
  number: number,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<Attachment> {
  const attachment = await expectedAttachment(scope, id, ifMatch);
  const { number: restoredFrom, createdAt: _, ...file } = await earlierVersion(attachment, number);
  const partition = await partitionOf(attachment, attachment.partitionCode);
  const from = originalKey(ownerOfVersion(attachment, file));
  const version = {
    ...file,
    fileId: randomUUID(),
    createdBy: context.principal.subject,
    restoredFrom,
    contentStatus: firstContentStatus(file, partition.requiresOcr),
  };
  const createObject = (objectKey: string) =>
    copyObject(from, objectKey).catch((error: unknown) => {
      // The version was deleted during the restore.
      throw error instanceof Error && error.name === 'NoSuchKey' ? new NotFoundError('Version') : error;
    });
  const { versionsKept } = partition;
  return storeVersion(
    scope,
    attachment,
    { version, versionsKept, createObject, temporaryKey: undefined },
    ifMatch,
    context,
  );
}

/** Deletes an earlier version. Throws NotFoundError, CurrentVersionError and StaleError. */
export async function deleteVersion(
  scope: Scope,
  id: string,
  number: number,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<Attachment> {
  return updateWithRetry(
    () => visibleAttachment(scope, id),
    ifMatch,
    async (attachment) => {
      const version = await earlierVersion(attachment, number);
      const dueAtMs = takeoverAtMs();
      const purge = store.versionPurgeOf(attachment, [version], dueAtMs);
      const after = await store.removeVersion(attachment, version, purge, context);
      await purgeNow(purge, {});
      return after;
    },
  );
}
