/** An image on its way to the client: as it was uploaded, or in a size that is made once and kept. */

import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { openObject } from '../../../kernel/files/bucket.ts';
import { thumbnailKey } from '../../../kernel/files/object-keys.ts';
import type { BodyChunk, OpenBody, StreamReply } from '../../../kernel/http/stream-endpoint.ts';
import type { Attachment } from '../attachment.ts';
import { ImageTooLargeError } from '../errors.ts';
import { currentOf, ownerOfVersion } from '../versions/version.ts';
import type { FileReader } from './file-access.ts';
import { imageHeaders } from './file-headers.ts';
import { imageLimits } from './image-limits.ts';
import { readImageHeader, renderImage } from './image-render.ts';
import { demandImageFormat, demandImageType } from './image-type.ts';
import { type ImageSize, variantName } from './image-variant.ts';
import { findReadableFile, ownerOf } from './readable-file.ts';
import { openThumbnail } from './thumbnails.ts';

export interface ImageRequest {
  id: string;
  size: ImageSize;
  headOnly: boolean;
}

/** Large enough for few messages, small enough to stop soon when the client leaves. */
const chunkBytes = 262_144;

async function* inChunks(bytes: Uint8Array): AsyncGenerator<BodyChunk> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes);
  }
}

function openBytes(bytes: Uint8Array): OpenBody {
  return { chunks: inChunks(bytes), headers: { 'content-length': String(bytes.length) } };
}

/** The whole image: decoders need all of it. Throws ImageTooLargeError and NotFoundError. */
async function readOriginal({ objectKey, fileSize }: Attachment): Promise<Uint8Array> {
  const tooLarge = new ImageTooLargeError(`it has more than ${imageLimits.sourceBytes} bytes`);
  if (fileSize > imageLimits.sourceBytes) throw tooLarge;
  const object = await openObject(objectKey);
  if (object === undefined) throw new NotFoundError('The content of the file');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of object.body) {
    bytes += chunk.length;
    if (bytes > imageLimits.sourceBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** The bytes that were uploaded, once they are known to be an image that does no harm to who decodes it. */
async function openOriginal(attachment: Attachment): Promise<OpenBody> {
  const bytes = await readOriginal(attachment);
  await readImageHeader(bytes, demandImageFormat(attachment.mimeType, bytes));
  return openBytes(bytes);
}

async function render(attachment: Attachment, size: ImageSize): Promise<Uint8Array> {
  const bytes = await readOriginal(attachment);
  return renderImage(bytes, demandImageFormat(attachment.mimeType, bytes), size);
}

/**
 * Returns an image. Throws as `findReadableFile` does, UnsupportedImageError, ImageMismatchError, UnreadableImageError
 * and ImageTooLargeError for what is no image or none to be decoded, RateLimitedError when the tenant's images were
 * resized too often, and NotFoundError when the bucket does not have what the row promises.
 */
export async function replyWithImage(
  { id, size, headOnly }: ImageRequest,
  reader: FileReader | undefined,
): Promise<StreamReply> {
  const { attachment, visibility } = await findReadableFile(id, reader);
  demandImageType(attachment.mimeType);
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
      caller: { tenantId: attachment.tenantId, isAuthenticated: reader !== undefined },
      render: () => render(attachment, size),
    });
    return thumbnail instanceof Uint8Array ? openBytes(thumbnail) : thumbnail;
  };
  return { headers: imageHeaders(attachment, visibility), etag, body: open };
}
