/** Delivers an image as uploaded, or in a size that is rendered once and stored. */

import { requireFound } from '../../../kernel/errors/errors.ts';
import { openObject } from '../../../kernel/files/bucket.ts';
import { thumbnailKey } from '../../../kernel/files/object-keys.ts';
import type { OpenBody, StreamInput, StreamReply } from '../../../kernel/http/stream-endpoint.ts';
import type { BodyChunk } from '../../../kernel/streams/reader-pace.ts';
import type { Attachment } from '../attachment.ts';
import { ImageTooLargeError } from '../errors.ts';
import { currentOf, ownerOfVersion, versionNumberOf } from '../versions/version.ts';
import type { FileReader } from './file-access.ts';
import { headersOfVersion, imageHeaders } from './file-headers.ts';
import { imageLimits } from './image-limits.ts';
import { readImageHeader, renderImage } from './image-render.ts';
import { requireImageFormat, requireImageType } from './image-type.ts';
import { type ImageSize, variantName } from './image-variant.ts';
import { findReadableFile, ownerOf } from './readable-file.ts';
import { openThumbnail } from './thumbnails.ts';

interface ImageRequest extends ImageSize, Pick<StreamInput, 'headOnly'> {
  id: string;
  /** The version that the URL names. */
  v?: number | undefined;
}

/** Large enough for few messages, small enough to stop early when the client disconnects. */
const chunkBytes = 262_144;

async function* inChunks(bytes: Uint8Array): AsyncGenerator<BodyChunk> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes);
  }
}

function openBytes(bytes: Uint8Array): OpenBody {
  return { chunks: inChunks(bytes) };
}

/** Reads the whole image, because decoders need it. Throws ImageTooLargeError and NotFoundError. */
async function readOriginal({ objectKey, fileSize }: Attachment): Promise<Uint8Array> {
  const tooLarge = new ImageTooLargeError(`it has more than ${imageLimits.sourceBytes} bytes`);
  if (fileSize > imageLimits.sourceBytes) throw tooLarge;
  const object = requireFound(await openObject(objectKey), 'The content of the file');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of object.body) {
    bytes += chunk.length;
    if (bytes > imageLimits.sourceBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** Returns the uploaded bytes after checks of type, header and limits. */
async function openOriginal(attachment: Attachment): Promise<OpenBody> {
  const bytes = await readOriginal(attachment);
  await readImageHeader(bytes, requireImageFormat(attachment.mimeType, bytes));
  return openBytes(bytes);
}

async function render(attachment: Attachment, size: ImageSize): Promise<Uint8Array> {
  const bytes = await readOriginal(attachment);
  return renderImage(bytes, requireImageFormat(attachment.mimeType, bytes), size);
}

/**
 * Returns an image. Throws the errors of `findReadableFile`; UnsupportedImageError, ImageMismatchError,
 * UnreadableImageError and ImageTooLargeError for an invalid image; RateLimitedError if the tenant exceeds its rate of
 * renderings; and NotFoundError if the object is missing.
 */
export async function getImage(
  reader: FileReader,
  { id, v: version, headOnly, width, height, cropType }: ImageRequest,
): Promise<StreamReply> {
  const { attachment, visibility } = await findReadableFile(id, reader);
  requireImageType(attachment.mimeType);
  const size = { width, height, cropType };
  const name = variantName(size);
  const etag = `"${attachment.sha256}${name === undefined ? '' : `-${name}`}"`;
  const open = async (): Promise<OpenBody> => {
    if (name === undefined) return openOriginal(attachment);
    const owner = ownerOf(attachment);
    const thumbnail = await openThumbnail({
      owner,
      name,
      key: thumbnailKey(ownerOfVersion(attachment, currentOf(attachment)), name),
      contentType: attachment.mimeType,
      headOnly,
      caller: { tenantId: attachment.tenantId, isAuthenticated: reader.principal !== undefined },
      render: () => render(attachment, size),
    });
    return thumbnail instanceof Uint8Array ? openBytes(thumbnail) : thumbnail;
  };
  const { tenantId } = attachment;
  const headers = {
    ...imageHeaders(attachment, visibility),
    ...headersOfVersion(version, versionNumberOf(attachment)),
  };
  return { headers, etag, tenantId, body: open };
}
