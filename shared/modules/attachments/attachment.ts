/** The type of an attachment, and pure functions about it. */

import { strip } from '../../kernel/base/linear-text.ts';
import type { CustomValues } from '../entities/public.ts';
import type { Extraction } from './extraction/extraction.ts';
import type { CurrentVersion } from './versions/file-version.ts';

/** An object to which a file is assigned, such as a record, an order or a person. */
export interface Assignment {
  type: string;
  id: string;
  href?: string | null;
  label?: string | null;
}

/** `none`: no extraction; `pending`: requested or running; `done` and `failed`: the result. */
export const contentStatuses = ['none', 'pending', 'done', 'failed'] as const;
export type ContentStatus = (typeof contentStatuses)[number];

/** A stored attachment; each change increments `revision`. */
export interface Attachment {
  id: string;
  tenantId: string;
  organizationId: string;
  entityId: string;
  recordId: string;
  /** Custom field of the upload. */
  fieldKey: string | null;
  partitionCode: string;
  /** Sanitized name. */
  fileName: string;
  /** Name as the client sent it. */
  originalName: string;
  /** Detected from the bytes, otherwise from the extension, otherwise as sent by the client. */
  mimeType: string;
  /** The declared encoding of a text file; absent without one. */
  charset?: string | undefined;
  /** Bytes. */
  fileSize: number;
  /** Hash of the bytes in hexadecimal. */
  sha256: string;
  /** Key of the object in the bucket. */
  objectKey: string;
  tags: string[];
  assignments: Assignment[];
  custom: CustomValues;
  /** Extracted text, or the beginning of a long text. */
  content: string | null;
  contentStatus: ContentStatus;
  /** State of the extraction; absent before the first result or repeated request. */
  extraction?: Extraction;
  /** Number of the current version; absent for the first version. */
  version?: number;
  /** Data of the current version; absent for the first version. */
  current?: CurrentVersion;
  createdAt: string;
  /** Uploader of the first version. */
  createdBy: string;
  updatedAt: string;
  revision: number;
  /** The revision of the last change by a caller, if extractions have changed the row since (`Revised`). */
  editedRevision?: number;
}

/** Entity of files that belong to no record. */
export const libraryEntityId = 'attachments:library';

/** Entity type of custom fields of attachments. */
export const attachmentEntityType = 'attachments.attachment';

/** Returns the URL of a file. It contains the version, so that caches do not mix versions. */
export function fileUrl({ id, version }: Pick<Attachment, 'id' | 'version'>): string {
  return `/api/attachments/file/${id}${version === undefined ? '' : `?v=${version}`}`;
}

/** Converts the file name for a URL: lower case, other characters replaced by dashes, with its extension. */
export function slugOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot + 1)] : [fileName, ''];
  const dashed = (text: string) => strip(text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), '-');
  const ending = dashed(extension);
  return `${dashed(base) || 'asset'}${ending === '' ? '' : `.${ending}`}`;
}

/** Returns the URL of a square thumbnail with `size` pixels. */
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

/** Returns the data of events, without ids of attachment, tenant and organization. */
export function eventDataOf(attachment: Attachment): Record<string, unknown> {
  const { entityId, recordId, fileName, originalName, fileSize, mimeType } = attachment;
  const { partitionCode, tags, assignments } = attachment;
  return { entityId, recordId, fileName, originalName, fileSize, mimeType, partitionCode, tags, assignments };
}
