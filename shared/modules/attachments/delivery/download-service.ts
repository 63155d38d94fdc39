/** Streams a file, or a range of it, from the bucket to the client. */

import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { headObject, openObject } from '../../../kernel/files/bucket.ts';
import { type ByteRange, requestedRange } from '../../../kernel/http/byte-range.ts';
import type { OpenBody, StreamInput, StreamReply } from '../../../kernel/http/stream-endpoint.ts';
import type { Attachment } from '../attachment.ts';
import { versionNumberOf } from '../versions/version.ts';
import type { FileReader, Visibility } from './file-access.ts';
import { type DeliveredFile, fileHeaders, headersOfVersion } from './file-headers.ts';
import { findReadableFile } from './readable-file.ts';

/** How a client reads a file. */
export interface Download extends Pick<StreamInput, 'headOnly' | 'range' | 'ifRange' | 'ifNoneMatch'> {
  /** Browsers save the file, of any type. */
  download?: boolean | undefined;
}

/** Opens the object without buffering: a chunk is read after the client has received the previous one. */
async function openFile(key: string, part: ByteRange | undefined, headOnly: boolean): Promise<OpenBody> {
  const missing = new NotFoundError('The content of the file');
  if (headOnly) {
    if ((await headObject(key)) === undefined) throw missing;
    return {};
  }
  const object = await openObject(key, part);
  if (object === undefined) throw missing;
  return { chunks: object.body };
}

interface DownloadedFile {
  id: string;
  /** The version that the URL names. */
  v?: number | undefined;
}

/**
 * Returns a file. Throws the errors of `findReadableFile`, RangeNotSatisfiableError for an invalid range, and NotFoundError
 * if the object is missing.
 */
export async function downloadFile(
  reader: FileReader,
  { id, v: version, ...download }: DownloadedFile & Download,
): Promise<StreamReply> {
  const file = await findReadableFile(id, reader);
  const reply = replyWithAttachment(file, download);
  const ofVersion = headersOfVersion(version, versionNumberOf(file.attachment));
  return { ...reply, headers: { ...reply.headers, ...ofVersion } };
}

/** The current or an earlier version of an attachment. */
interface DeliveredVersion {
  attachment: DeliveredFile & Pick<Attachment, 'tenantId' | 'objectKey' | 'fileSize' | 'sha256'>;
  visibility: Visibility;
}

/** Returns a file that the client may read. Throws RangeNotSatisfiableError and NotFoundError as above. */
export function replyWithAttachment(
  { attachment, visibility }: DeliveredVersion,
  { download = false, headOnly, range, ifRange, ifNoneMatch }: Download,
): StreamReply {
  const { tenantId, objectKey, fileSize, sha256 } = attachment;
  const etag = `"${sha256}"`;
  // Ranges apply to GET only: https://www.rfc-editor.org/rfc/rfc9110#section-14.2
  const part = headOnly
    ? undefined
    : requestedRange({ range, ifRange, ifNoneMatch, etag, totalBytes: fileSize });
  return {
    ...(part && { status: 206 }),
    headers: {
      ...fileHeaders(attachment, visibility, { download }),
      ...(part && { 'content-range': `bytes ${part.first}-${part.last}/${fileSize}` }),
    },
    etag,
    tenantId,
    body: () => openFile(objectKey, part, headOnly),
  };
}
