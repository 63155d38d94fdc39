/** Versions of a file: the current one, those kept beside it, and what a new one removes. Pure. */

import { type FileOwner, originalKey } from '../../../kernel/files/object-keys.ts';
import { laterThan } from '../../../kernel/text/times.ts';
import type { Attachment } from '../attachment.ts';
import { extractionOf, noExtraction } from '../extraction/extraction.ts';
import { versionLimits } from '../limits.ts';
import type { CurrentVersion, FileVersion } from './file-version.ts';

type Versioned = Pick<Attachment, 'id' | 'version' | 'current' | 'createdAt' | 'createdBy'>;

/** The number of the current version. */
export function versionNumberOf({ version }: Pick<Attachment, 'version'>): number {
  return version ?? 1;
}

/** What is known of the versions of an attachment. */
export function currentOf({ id, current, createdAt, createdBy }: Versioned): CurrentVersion {
  if (current !== undefined) return current;
  const first = { fileId: id, createdAt, createdBy: createdBy ?? null, restoredFrom: null };
  return { ...first, keptCount: 0, keptBytes: 0 };
}

/** The current version of an attachment. */
export function currentVersionOf(attachment: Attachment): FileVersion {
  const { fileName, originalName, mimeType, fileSize, sha256 } = attachment;
  const { fileId, createdAt, createdBy, restoredFrom } = currentOf(attachment);
  const file = { fileName, originalName, mimeType, fileSize, sha256 };
  return { number: versionNumberOf(attachment), fileId, ...file, createdAt, createdBy, restoredFrom };
}

/** Whose the objects of a version are. */
export function ownerOfVersion(
  { tenantId, organizationId }: Pick<Attachment, 'tenantId' | 'organizationId'>,
  { fileId }: Pick<FileVersion, 'fileId'>,
): FileOwner {
  return { tenantId, organizationId, attachmentId: fileId };
}

/** Bytes that an attachment takes, those of kept versions included. */
export function storedBytesOf(attachment: Attachment): number {
  return attachment.fileSize + currentOf(attachment).keptBytes;
}

/** What a new version does to those before it. */
export interface Retention {
  /** Whether the version that was current is kept. */
  keepsPrevious: boolean;
  /** How many of the oldest kept versions are removed. */
  removedCount: number;
}

/**
 * Decides which versions stay when a file with `keptCount` kept versions gets a new one. The oldest go first. After the
 * limit was lowered, one new version removes so many of them as a transaction can, the next one more.
 */
export function decideRetention(keptCount: number, versionsKept: number): Retention {
  const keepsPrevious = versionsKept > 0;
  const excess = keptCount + (keepsPrevious ? 1 : 0) - versionsKept;
  const removedCount = Math.min(Math.max(0, excess), keptCount, versionLimits.removedAtOnce);
  return { keepsPrevious, removedCount };
}

/** A file that becomes the current version, and how extraction of its text stands. */
export type NewVersion = Omit<FileVersion, 'number' | 'createdAt'> & Pick<Attachment, 'contentStatus'>;

/** The attachment with a new current version; `removed` are the kept versions that go. */
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
    ...file,
    objectKey: originalKey(ownerOfVersion(before, { fileId })),
    version: versionNumberOf(before) + 1,
    current: {
      ...{ fileId, createdBy, restoredFrom, createdAt: updatedAt },
      keptCount: keptCount + (keepsPrevious ? 1 : 0) - removed.length,
      keptBytes: keptBytes + (keepsPrevious ? before.fileSize : 0) - removedBytes,
    },
    content: null,
    // Another run: what is still extracted from the version before comes too late.
    extraction: { ...noExtraction, run: extractionOf(before).run + 1 },
    revision: before.revision + 1,
    updatedAt,
  };
}
