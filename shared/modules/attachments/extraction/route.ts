/** How text is got from a file, told by its type and name. Pure. */
import { textractLimits } from './limits.ts';

/**
 * `text`, `docx` and `pdf` are read in process, a PDF's pages without text are recognized; `picture` is recognized as
 * it lies in the bucket, `convert` once it is turned into what Textract takes, `job` (pictures of several pages) by
 * an asynchronous job.
 */
export type Route = 'text' | 'pdf' | 'docx' | 'picture' | 'convert' | 'job';

export interface RoutedFile {
  mimeType: string;
  fileName: string;
  fileSize: number;
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const textExtensions = new Set(['txt', 'md', 'csv', 'log']);
const pictureExtensions = new Set(['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp', 'tif', 'tiff']);
/** Pictures that Textract takes as they are. */
const takenPictures = new Set(['image/png', 'image/jpeg', 'image/jpg']);
const takenExtensions = new Set(['png', 'jpg', 'jpeg']);

function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}

/** The type without its parameters, in lower case. */
const bareType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase();

function pictureRoute(type: string, extension: string, fileSize: number): Route {
  const isPicture = type.startsWith('image/');
  if (isPicture ? type === 'image/tiff' : extension === 'tif' || extension === 'tiff') return 'job';
  const isTaken = isPicture ? takenPictures.has(type) : takenExtensions.has(extension);
  return isTaken && fileSize <= textractLimits.synchronousBytes ? 'picture' : 'convert';
}

/** Undefined where no text can be got: office formats other than docx, sound, archives. The type goes before the name. */
export function routeOf({ mimeType, fileName, fileSize }: RoutedFile): Route | undefined {
  const [type, extension] = [bareType(mimeType), extensionOf(fileName)];
  if (fileSize === 0 || type === 'image/svg+xml') return undefined;
  if (type === 'application/pdf') return 'pdf';
  if (type === docxType) return 'docx';
  if (type.startsWith('image/')) return pictureRoute(type, extension, fileSize);
  if (type.startsWith('text/')) return 'text';
  // The bytes told nothing: the name decides.
  if (extension === 'pdf') return 'pdf';
  if (extension === 'docx') return 'docx';
  if (textExtensions.has(extension)) return 'text';
  return pictureExtensions.has(extension) ? pictureRoute(type, extension, fileSize) : undefined;
}
