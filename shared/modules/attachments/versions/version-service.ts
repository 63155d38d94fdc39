/** Lists, reads, restores and deletes versions of files. */
import { randomUUID } from 'node:crypto';
import { NotFoundError, requireFound } from '../../../kernel/errors/errors.ts';
import { copyObject } from '../../../kernel/files/bucket.ts';
import { originalKey } from '../../../kernel/files/object-keys.ts';
import type { Created } from '../../../kernel/http/create-once.ts';
import type { Caller, Reader, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import type { StreamReply } from '../../../kernel/http/stream-endpoint.ts';
import type { Attachment } from '../attachment.ts';
import { type Download, replyWithAttachment } from '../delivery/download-service.ts';
import { CurrentVersionError } from '../errors.ts';
import { takeoverAtMs } from '../limits.ts';
import { partitionOf } from '../partitions/partition-store.ts';
import { purgeNow } from '../purge.ts';
import { firstContentStatus } from '../upload/accept-file.ts';
import { toVersion, withNewVersion } from '../views.ts';
import { visibleAttachment } from '../visible-attachment.ts';
import { expectedAttachment, storeVersion } from './accept-version.ts';
import type { FileVersion } from './file-version.ts';
import { currentVersionOf, ownerOfVersion, versionNumberOf } from './version.ts';
import * as store from './version-store.ts';

interface VersionTarget extends Target {
  /** Its number. */
  version: number;
}

/** Returns the versions of a file, the current version first. Throws NotFoundError. */
export async function listVersions({ scope }: Reader, { id }: Target) {
  const attachment = await visibleAttachment(scope, id);
  const kept = await store.listVersions(attachment, attachment.id);
  // The two reads are not a snapshot: the current version of the first read may be in the second read, too.
  const current = currentVersionOf(attachment);
  const versions = [current, ...kept.filter(({ number }) => number < current.number).toReversed()];
  return withRevision(
    { items: versions.map((version) => toVersion(attachment, version)) },
    attachment.revision,
  );
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
export async function downloadVersion(
  { scope }: Reader,
  { id, version: number, ...download }: VersionTarget & Download,
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
  { scope, context }: Caller,
  { id, version: number, ifMatch }: VersionTarget,
) {
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
  const restored = await storeVersion(
    scope,
    attachment,
    { version, versionsKept, createObject, temporaryKey: undefined },
    ifMatch,
    context,
  );
  return withNewVersion(restored);
}

/** Returns a file whose version was restored before. Throws NotFoundError. */
export async function restoredVersion({ scope }: Reader, { id }: Created) {
  return withNewVersion(await visibleAttachment(scope, id));
}

/** Deletes an earlier version. Throws NotFoundError, CurrentVersionError and StaleError. */
export async function deleteVersion(
  { scope, context }: Caller,
  { id, version: number, ifMatch }: VersionTarget,
) {
  const { revision } = await updateWithRetry(
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
  return withRevision({ ok: true as const }, revision);
}
