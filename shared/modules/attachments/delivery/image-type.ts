/** What is an image: by the type that was stored, and by the bytes themselves. */
import { ImageMismatchError, UnsupportedImageError } from '../errors.ts';

/** Types that browsers show and that carry no code. */
const inlineTypes = ['image/avif', 'image/bmp', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'];

/** Other names of the same types. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
};

/** A type by its proper name, in lower case and without parameters. */
export function mediaTypeOf(mimeType: string): string {
  const [type = ''] = mimeType.split(';');
  const name = type.trim().toLowerCase();
  return Object.hasOwn(aliases, name) ? String(aliases[name]) : name;
}

/** May a browser show files of this type? */
export function isInlineType(mimeType: string): boolean {
  return inlineTypes.includes(mediaTypeOf(mimeType));
}

/** Formats that are resized. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';

const resizedTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** Whether files of this type have pictures of other sizes. */
export const isResizable = (mimeType: string): boolean => resizedTypes.has(mediaTypeOf(mimeType));

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The format that a file's first bytes say; undefined for everything else. */
export function sniffImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  if (latin1(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (latin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(latin1(bytes, 0, 6))) return 'gif';
  if (latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

/** Refuses by the stored type what is no image, before any byte is read. Throws UnsupportedImageError. */
export function demandImageType(mimeType: string): void {
  if (!isInlineType(mimeType)) throw new UnsupportedImageError();
}

/**
 * The format by the first bytes, which must be what the stored type says. Throws UnsupportedImageError for other
 * formats, some of which have an inline type, and ImageMismatchError when type and bytes contradict each other.
 */
export function demandImageFormat(mimeType: string, bytes: Uint8Array): ImageFormat {
  demandImageType(mimeType);
  const format = sniffImageFormat(bytes);
  if (format === undefined) throw new UnsupportedImageError();
  if (mediaTypeOf(mimeType) !== `image/${format}`) throw new ImageMismatchError();
  return format;
}
