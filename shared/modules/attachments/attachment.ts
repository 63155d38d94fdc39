/** Attachments and what is decided about them without looking anywhere else. */

import { strip } from '../../kernel/text/linear-text.ts';
import type { CustomValues } from '../entities/public.ts';
import type { Extraction } from './extraction/extraction.ts';
import type { CurrentVersion } from './versions/file-version.ts';

/** Something that a file has to do with: a record, an order, a person. */
export interface Assignment {
  type: string;
  id: string;
  href?: string | null;
  label?: string | null;
}

/** `none`: no text is extracted; `pending`: it will be; `done` and `failed`: how that ended. */
export const contentStatuses = ['none', 'pending', 'done', 'failed'] as const;
export type ContentStatus = (typeof contentStatuses)[number];

/** An attachment as stored; `revision` grows with every change. */
export interface Attachment {
  id: string;
  tenantId: string;
  organizationId: string;
  entityId: string;
  recordId: string;
  /** Custom field that the file was uploaded into. */
  fieldKey: string | null;
  partitionCode: string;
  /** Sanitized. */
  fileName: string;
  /** As the client sent it. */
  originalName: string;
  /** By the bytes, then by the extension, then by the client. */
  mimeType: string;
  /** Bytes. */
  fileSize: number;
  /** Of the bytes, in hexadecimal. */
  sha256: string;
  /** Where the bytes lie in the bucket. */
  objectKey: string;
  tags: string[];
  assignments: Assignment[];
  custom: CustomValues;
  /** Extracted text, of a long one the beginning. */
  content: string | null;
  contentStatus: ContentStatus;
  /** More about it, once there is more to say. */
  extraction?: Extraction;
  /** Number of the current version of the file; absent while it has only one. */
  version?: number;
  /** More about the versions, once there are several. */
  current?: CurrentVersion;
  createdAt: string;
  /** Who uploaded the first version; absent in rows that are older than this field. */
  createdBy?: string;
  updatedAt: string;
  revision: number;
}

/** Files of this kind belong to the library alone, not to a record. */
export const libraryEntityId = 'attachments:library';

/** The entity type that custom fields of attachments are defined for. */
export const attachmentEntityType = 'attachments.attachment';

/** The address of a file changes with its version, so that no cache shows another one. */
export function fileUrl({ id, version }: Pick<Attachment, 'id' | 'version'>): string {
  return `/api/attachments/file/${id}${version === undefined ? '' : `?v=${version}`}`;
}

/** The name as part of a URL: lower case, dashes for everything else, its extension kept. */
export function slugOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot + 1)] : [fileName, ''];
  const dashed = (text: string) => strip(text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), '-');
  const ending = dashed(extension);
  return `${dashed(base) || 'asset'}${ending === '' ? '' : `.${ending}`}`;
}

/** Where a thumbnail of the file is, `size` pixels in the square. */
export function thumbnailUrl(
  { id, fileName, version }: Pick<Attachment, 'id' | 'fileName' | 'version'>,
  size: number,
): string {
  const ofVersion = version === undefined ? '' : `&v=${version}`;
  return `/api/attachments/image/${id}/${slugOf(fileName)}?width=${size}&height=${size}${ofVersion}`;
}

export function isImage({ mimeType }: Pick<Attachment, 'mimeType'>): boolean {
  return mimeType.startsWith('image/');
}

/** What events tell of an attachment, beside its id and place. */
export function eventDataOf(attachment: Attachment): Record<string, unknown> {
  const { entityId, recordId, fileName, originalName, fileSize, mimeType } = attachment;
  const { partitionCode, tags, assignments } = attachment;
  return { entityId, recordId, fileName, originalName, fileSize, mimeType, partitionCode, tags, assignments };
}
