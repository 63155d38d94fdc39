/** Converts attachments and partitions to API shapes. */

import type { Scope } from '../../kernel/base/principal.ts';
import { withRevision } from '../../kernel/http/reply.ts';
import { type Assignment, type Attachment, fileUrl, thumbnailUrl } from './attachment.ts';
import type { AttachmentItem, LibraryItem } from './common-contract.ts';
import { isResizable } from './delivery/image-type.ts';
import { cutToResponse } from './extraction/content.ts';
import { extractionOf } from './extraction/extraction.ts';
import type { ListedAttachment } from './extraction/word-index.ts';
import { enrichAssignments } from './library/assignment-details.ts';
import type { LibraryDetail } from './library/library-contract.ts';
import { envKeyOf, type Partition } from './partitions/partition.ts';
import type { StoragePartition } from './partitions/partition-contract.ts';
import type { FileVersion } from './versions/file-version.ts';
import { currentVersionOf, versionNumberOf } from './versions/version.ts';
import type { Version } from './versions/version-contract.ts';

/** Sides of thumbnails in lists of a record and in the library. */
const recordThumbnailPixels = 320;
const libraryThumbnailPixels = 200;

/** Returns the custom values as a response field; empty without custom values. */
export function customOf({ custom }: Attachment): { customFields?: Record<string, unknown> } {
  return Object.keys(custom).length === 0 ? {} : { customFields: custom };
}

/** Returns the URL of a thumbnail; null for a file that is not a picture. */
const thumbnailOf = (attachment: ListedAttachment, pixels: number): string | null =>
  isResizable(attachment.mimeType) ? thumbnailUrl(attachment, pixels) : null;

function toItem(attachment: ListedAttachment): Omit<AttachmentItem, 'customFields'> {
  const { id, fileName, originalName, fileSize, mimeType, partitionCode } = attachment;
  const { tags, assignments, contentStatus, createdAt } = attachment;
  return {
    id,
    url: fileUrl(attachment),
    thumbnailUrl: thumbnailOf(attachment, recordThumbnailPixels),
    hasThumbnail: isResizable(attachment.mimeType),
    fileName,
    originalName,
    fileSize,
    mimeType,
    partitionCode,
    tags,
    assignments,
    content: attachment.content?.trim() ? attachment.content : null,
    contentStatus,
    createdAt,
  };
}

export function toAttachmentItem(attachment: Attachment): AttachmentItem {
  return { ...toItem(attachment), ...customOf(attachment) };
}

function toLibraryItem(
  attachment: ListedAttachment,
  assignments: Assignment[],
  partitions: readonly Partition[],
) {
  const item = toItem(attachment);
  const { entityId, recordId, partitionCode } = attachment;
  return {
    ...item,
    thumbnailUrl: thumbnailOf(attachment, libraryThumbnailPixels),
    partitionTitle: partitions.find(({ code }) => code === partitionCode)?.title ?? null,
    entityId,
    recordId,
    assignments,
  };
}

/** Converts attachments to library items with resolved assignments. */
export async function toLibraryItems(
  scope: Scope,
  attachments: readonly ListedAttachment[],
  partitions: readonly Partition[],
): Promise<LibraryItem[]> {
  const enriched = await enrichAssignments(
    scope,
    attachments.map(({ assignments }) => assignments),
  );
  return attachments.map((attachment, index) =>
    toLibraryItem(attachment, enriched[index] ?? attachment.assignments, partitions),
  );
}

export async function toLibraryDetail(
  scope: Scope,
  attachment: Attachment,
  partition: Partition | undefined,
  content: string | null,
): Promise<LibraryDetail> {
  const [assignments = attachment.assignments] = await enrichAssignments(scope, [attachment.assignments]);
  const { sha256, fieldKey, updatedAt } = attachment;
  const { truncated, error, warnings = [] } = extractionOf(attachment);
  const item = toLibraryItem(attachment, assignments, partition ? [partition] : []);
  const shown = content && cutToResponse(content);
  return {
    ...item,
    content: shown,
    contentTruncated: truncated || shown !== content,
    contentError: error,
    contentWarnings: warnings,
    sha256,
    version: versionNumberOf(attachment),
    fieldKey,
    partitionLabel: item.partitionTitle,
    updatedAt,
    ...customOf(attachment),
  };
}

/** Converts a version of an attachment, by default the current version. */
export function toVersion(
  attachment: Attachment,
  version: FileVersion = currentVersionOf(attachment),
): Version {
  const { fileId: _, ...shown } = version;
  return { ...shown, isCurrent: version.number === versionNumberOf(attachment) };
}

/** The response with a file whose current version is new. */
export function withNewVersion(attachment: Attachment) {
  const stored = { item: toAttachmentItem(attachment), version: toVersion(attachment) };
  return withRevision({ ok: true as const, ...stored }, attachment.revision);
}

/** The response with a stored file. */
export function withItem(attachment: Attachment) {
  return withRevision({ ok: true as const, item: toAttachmentItem(attachment) }, attachment.revision);
}

export function toStoragePartition({ tenantId: _, revision: __, ...partition }: Partition): StoragePartition {
  return { ...partition, envKey: envKeyOf(partition.code) };
}
