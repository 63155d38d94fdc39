/** Decides by type and name how the text of a file is read. Pure. */
import { textractLimits } from './limits.ts';

/**
 * `text`, `docx` and `pdf` are parsed; pages of a PDF without text are recognized. `picture` is recognized from the bucket,
 * `convert` after a conversion, `job` (files with several pictures) by an asynchronous job.
 */
export type Route = 'text' | 'pdf' | 'docx' | 'picture' | 'convert' | 'job';

export interface RoutedFile {
  mimeType: string;
  fileName: string;
  fileSize: number;
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Text with commands, which would be read as words. */
const richTypes = new Set(['text/rtf', 'text/richtext', 'text/enriched']);
const textExtensions = new Set(['txt', 'md', 'csv', 'log']);
const tiffExtensions = new Set(['tif', 'tiff']);
const tiffTypes = new Set(['image/tiff', 'image/tif', 'image/x-tiff']);
const pictureExtensions = new Set(['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp', 'avif', ...tiffExtensions]);
/** Picture types that can be decoded. HEIC, for example, cannot, because its codec is patented. */
const pictureTypes = new Set([
  ...['png', 'jpeg', 'jpg', 'pjpeg', 'gif', 'bmp', 'x-ms-bmp', 'webp', 'avif'].map((name) => `image/${name}`),
  ...tiffTypes,
]);
/** Picture types that Textract accepts without conversion. */
const acceptedPictures = new Set(['image/png', 'image/jpeg', 'image/jpg']);
const acceptedExtensions = new Set(['png', 'jpg', 'jpeg']);

function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}

/** The type without its parameters, in lower case. */
const bareType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase();

function pictureRoute(type: string, extension: string, fileSize: number): Route {
  const isPicture = type.startsWith('image/');
  if (isPicture ? tiffTypes.has(type) : tiffExtensions.has(extension)) return 'job';
  const isAccepted = isPicture ? acceptedPictures.has(type) : acceptedExtensions.has(extension);
  return isAccepted && fileSize <= textractLimits.synchronousBytes ? 'picture' : 'convert';
}

/** Returns undefined for files without text, such as other office formats, audio and archives. The type has precedence. */
export function routeOf({ mimeType, fileName, fileSize }: RoutedFile): Route | undefined {
  const [type, extension] = [bareType(mimeType), extensionOf(fileName)];
  if (fileSize === 0) return undefined;
  if (type === 'application/pdf') return 'pdf';
  if (type === docxType) return 'docx';
  if (type.startsWith('image/'))
    return pictureTypes.has(type) ? pictureRoute(type, extension, fileSize) : undefined;
  if (type.startsWith('text/')) return richTypes.has(type) ? undefined : 'text';
  // The type is not conclusive, so the name decides.
  if (extension === 'pdf') return 'pdf';
  if (extension === 'docx') return 'docx';
  if (textExtensions.has(extension)) return 'text';
  return pictureExtensions.has(extension) ? pictureRoute(type, extension, fileSize) : undefined;
}
