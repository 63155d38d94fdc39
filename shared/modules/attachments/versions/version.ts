/** Versions of a file and their retention. Pure. */

import { laterThan } from '../../../kernel/base/times.ts';
import { type FileOwner, originalKey } from '../../../kernel/files/object-keys.ts';
import type { Attachment } from '../attachment.ts';
import { extractionOf, noExtraction } from '../extraction/extraction.ts';
import { versionLimits } from '../limits.ts';
import type { CurrentVersion, FileVersion } from './file-version.ts';

type Versioned = Pick<Attachment, 'id' | 'version' | 'current' | 'createdAt' | 'createdBy'>;

/** Returns the number of the current version. */
export function versionNumberOf({ version }: Pick<Attachment, 'version'>): number {
  return version ?? 1;
}

/** Returns the version data of an attachment. */
export function currentOf({ id, current, createdAt, createdBy }: Versioned): CurrentVersion {
  if (current !== undefined) return current;
  const first = { fileId: id, createdAt, createdBy, restoredFrom: null };
  return { ...first, keptCount: 0, keptBytes: 0 };
}

/** Returns the current version of an attachment. */
export function currentVersionOf(attachment: Attachment): FileVersion {
  const { fileName, originalName, mimeType, charset, fileSize, sha256 } = attachment;
  const { fileId, createdAt, createdBy, restoredFrom } = currentOf(attachment);
  const file = { fileName, originalName, mimeType, charset, fileSize, sha256 };
  return { number: versionNumberOf(attachment), fileId, ...file, createdAt, createdBy, restoredFrom };
}

/** Returns the owner of a version's objects. */
export function ownerOfVersion(
  { tenantId, organizationId }: Pick<Attachment, 'tenantId' | 'organizationId'>,
  { fileId }: Pick<FileVersion, 'fileId'>,
): FileOwner {
  return { tenantId, organizationId, attachmentId: fileId };
}

/** Returns the stored bytes of an attachment, including earlier versions. */
export function storedBytesOf(attachment: Attachment): number {
  return attachment.fileSize + currentOf(attachment).keptBytes;
}

/** The effect of a new version on earlier versions. */
export interface Retention {
  /** Whether the previous version is kept. */
  keepsPrevious: boolean;
  /** Number of oldest versions to remove. */
  removedCount: number;
}

/**
 * Decides which versions to keep when a file with `keptCount` earlier versions gets a new version. The oldest are removed
 * first. After the limit was lowered, each new version removes as many as fit into its transaction.
 */
export function decideRetention(keptCount: number, versionsKept: number): Retention {
  const keepsPrevious = versionsKept > 0;
  const excess = keptCount + (keepsPrevious ? 1 : 0) - versionsKept;
  const removedCount = Math.min(Math.max(0, excess), keptCount, versionLimits.removedAtOnce);
  return { keepsPrevious, removedCount };
}

/** A new version with its initial extraction status. */
export type NewVersion = Omit<FileVersion, 'number' | 'createdAt'> & Pick<Attachment, 'contentStatus'>;

/** Returns the attachment with a new current version; `removed` are the earlier versions that are removed. */
export function withVersion(
  before: Attachment,
  { fileId, createdBy, restoredFrom, ...file }: NewVersion,
  { keepsPrevious, removed }: { keepsPrevious: boolean; removed: readonly FileVersion[] },
  nowMs: number,
): Attachment {
  const updatedAt = laterThan(before.updatedAt, nowMs);
  const { keptCount, keptBytes } = currentOf(before);
  const removedBytes = removed.reduce((sum, { fileSize }) => sum + fileSize, 0);
  return {
    ...before,
    charset: undefined,
    ...file,
    objectKey: originalKey(ownerOfVersion(before, { fileId })),
    version: versionNumberOf(before) + 1,
    current: {
      ...{ fileId, createdBy, restoredFrom, createdAt: updatedAt },
      keptCount: keptCount + (keepsPrevious ? 1 : 0) - removed.length,
      keptBytes: keptBytes + (keepsPrevious ? before.fileSize : 0) - removedBytes,
    },
    content: null,
    // A new run, so that a late extraction of the previous version is discarded.
    extraction: { ...noExtraction, run: extractionOf(before).run + 1 },
    revision: before.revision + 1,
    updatedAt,
  };
}
