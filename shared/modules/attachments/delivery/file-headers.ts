/** The headers of delivered files and images: what may be kept, shown and run. */
import { contentDisposition } from '../../../kernel/http/content-disposition.ts';
import type { Visibility } from './file-access.ts';
import { isInlineType, mediaTypeOf } from './image-type.ts';

const publicSeconds = { file: 86_400, image: 3_600 } as const;
const privateSeconds = 60;

/**
 * What is the same for everybody may be kept by everybody; the rest only by the client that asked, and never for
 * other credentials could read it.
 */
function cacheHeaders(visibility: Visibility, kind: keyof typeof publicSeconds): Record<string, string> {
  if (visibility === 'public') return { 'cache-control': `public, max-age=${publicSeconds[kind]}` };
  return {
    'cache-control': `private, max-age=${privateSeconds}`,
    vary: 'Authorization, X-Api-Key, Cookie',
  };
}

/** Browsers must not execute the file, nor guess another media type. */
const harmless = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;

export interface DeliveredFile {
  fileName: string;
  originalName: string;
  mimeType: string;
}

/** Headers of a stored file. Only types that browsers show without running anything are shown. */
export function fileHeaders(
  { fileName, originalName, mimeType }: DeliveredFile,
  visibility: Visibility,
  { download }: { download: boolean },
): Record<string, string> {
  const shown = !download && isInlineType(mimeType);
  return {
    ...cacheHeaders(visibility, 'file'),
    ...harmless,
    'content-type': shown ? mediaTypeOf(mimeType) : 'application/octet-stream',
    'content-disposition': contentDisposition(shown ? 'inline' : 'attachment', originalName, fileName),
    'accept-ranges': 'bytes',
  };
}

/** Headers of an image, stored or resized; `mimeType` is one that `imageFormatOf` knows. */
export function imageHeaders(
  { fileName, originalName, mimeType }: DeliveredFile,
  visibility: Visibility,
): Record<string, string> {
  return {
    ...cacheHeaders(visibility, 'image'),
    ...harmless,
    'content-type': mediaTypeOf(mimeType),
    'content-disposition': contentDisposition('inline', originalName, fileName),
  };
}
