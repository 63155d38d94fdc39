/** Builds the headers of delivered files and images. */
import { contentDisposition } from '../../../kernel/http/content-disposition.ts';
import type { Visibility } from './file-access.ts';
import { isInlineType, mediaTypeOf } from './image-type.ts';

const publicSeconds = { file: 86_400, image: 3_600 } as const;
const privateSeconds = 60;

/**
 * Public responses may be stored by shared caches; private responses only by the client, and separately for each set of
 * credentials.
 */
function cacheHeaders(visibility: Visibility, kind: keyof typeof publicSeconds): Record<string, string> {
  if (visibility === 'public') return { 'cache-control': `public, max-age=${publicSeconds[kind]}` };
  return {
    'cache-control': `private, max-age=${privateSeconds}`,
    vary: 'Authorization, X-Api-Key, Cookie',
  };
}

/** Browsers must neither execute the file nor guess another media type. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;

export interface DeliveredFile {
  fileName: string;
  originalName: string;
  mimeType: string;
}

/** Headers of a stored file. Only bitmap types, which contain no active content, are shown inline. */
export function fileHeaders(
  { fileName, originalName, mimeType }: DeliveredFile,
  visibility: Visibility,
  { download }: { download: boolean },
): Record<string, string> {
  const isInline = !download && isInlineType(mimeType);
  return {
    ...cacheHeaders(visibility, 'file'),
    ...securityHeaders,
    'content-type': isInline ? mediaTypeOf(mimeType) : 'application/octet-stream',
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', originalName, fileName),
    'accept-ranges': 'bytes',
  };
}

/** Headers of an original or resized image; `mimeType` must be an image type. */
export function imageHeaders(
  { fileName, originalName, mimeType }: DeliveredFile,
  visibility: Visibility,
): Record<string, string> {
  return {
    ...cacheHeaders(visibility, 'image'),
    ...securityHeaders,
    'content-type': mediaTypeOf(mimeType),
    'content-disposition': contentDisposition('inline', originalName, fileName),
  };
}

/**
 * Keeps the current bytes out of caches under the URL of a later version, which anyone can request in advance: they would
 * be shown for the new ones.
 */
export const headersOfVersion = (requested: number | undefined, current: number): Record<string, string> =>
  requested !== undefined && requested > current ? { 'cache-control': 'no-store' } : {};
