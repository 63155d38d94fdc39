/** Detects images by their stored type and by their bytes. Pure. */
import { ImageMismatchError, UnsupportedImageError } from '../errors.ts';

/** Types that browsers show and that contain no active content. */
const inlineTypes = ['image/avif', 'image/bmp', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'];

/** Other names of the same types. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
};

/** Normalizes a media type: canonical name, lower case, without parameters. */
export function mediaTypeOf(mimeType: string): string {
  const [type = ''] = mimeType.split(';');
  const name = type.trim().toLowerCase();
  return Object.hasOwn(aliases, name) ? String(aliases[name]) : name;
}

/** Returns whether browsers may show files of this type. */
export function isInlineType(mimeType: string): boolean {
  return inlineTypes.includes(mediaTypeOf(mimeType));
}

/** Formats that can be resized. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';

const resizedTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** Returns whether files of this type can be resized. */
export const isResizable = (mimeType: string): boolean => resizedTypes.has(mediaTypeOf(mimeType));

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Detects the format from the first bytes; undefined for all others. */
export function sniffImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  if (latin1(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (latin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(latin1(bytes, 0, 6))) return 'gif';
  if (latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

/** Throws UnsupportedImageError if the stored type is not an image type. Reads no bytes. */
export function requireImageType(mimeType: string): void {
  if (!isInlineType(mimeType)) throw new UnsupportedImageError();
}

/**
 * Detects the format from the first bytes, which must agree with the stored type. Throws UnsupportedImageError for formats
 * that cannot be resized, and ImageMismatchError if type and bytes disagree.
 */
export function requireImageFormat(mimeType: string, bytes: Uint8Array): ImageFormat {
  requireImageType(mimeType);
  const format = sniffImageFormat(bytes);
  if (format === undefined) throw new UnsupportedImageError();
  if (mediaTypeOf(mimeType) !== `image/${format}`) throw new ImageMismatchError();
  return format;
}
