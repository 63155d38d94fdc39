/** A file as it was uploaded, whole or in part, on its way from the bucket to the client. */

import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { headObject, openObject } from '../../../kernel/files/bucket.ts';
import { type ByteRange, requestedRange } from '../../../kernel/http/byte-range.ts';
import type { OpenBody, StreamInput, StreamReply } from '../../../kernel/http/stream-endpoint.ts';
import type { Attachment } from '../attachment.ts';
import type { FileReader, Visibility } from './file-access.ts';
import { type DeliveredFile, fileHeaders } from './file-headers.ts';
import { findReadableFile } from './readable-file.ts';

export interface Download extends Pick<StreamInput, 'headOnly' | 'range' | 'ifRange'> {
  id: string;
  /** Browsers save the file, of any type. */
  download: boolean;
}

/** Nothing is kept: a chunk is read when the client has taken the one before. */
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

/**
 * Returns a file. Throws as `findReadableFile` does, RangeNotSatisfiableError for a part that the file does not have,
 * and NotFoundError when the bucket does not have what the row promises.
 */
export async function replyWithFile(
  { id, ...download }: Download,
  reader: FileReader | undefined,
): Promise<StreamReply> {
  return replyWithAttachment(await findReadableFile(id, reader), download);
}

/** What is delivered: the current version of an attachment, or an earlier one. */
interface DeliveredVersion {
  attachment: DeliveredFile & Pick<Attachment, 'objectKey' | 'fileSize' | 'sha256'>;
  visibility: Visibility;
}

/** Returns a file that the client may read. Throws as above, but for what `findReadableFile` throws. */
export function replyWithAttachment(
  { attachment, visibility }: DeliveredVersion,
  { download, headOnly, range, ifRange }: Omit<Download, 'id'>,
): StreamReply {
  const { objectKey, fileSize, sha256 } = attachment;
  const etag = `"${sha256}"`;
  // HEAD knows no ranges: https://www.rfc-editor.org/rfc/rfc9110#section-14.2
  const part = headOnly ? undefined : requestedRange({ range, ifRange, etag, totalBytes: fileSize });
  return {
    ...(part && { status: 206 }),
    headers: {
      ...fileHeaders(attachment, visibility, { download }),
      'content-length': String(part ? part.last - part.first + 1 : fileSize),
      ...(part && { 'content-range': `bytes ${part.first}-${part.last}/${fileSize}` }),
    },
    etag,
    body: () => openFile(objectKey, part, headOnly),
  };
}
