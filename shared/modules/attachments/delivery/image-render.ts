/**
 * Inspects and resizes images with sharp. It is loaded only when an image has to be decoded, because most images are
 * delivered from the bucket.
 *
 * Uploaded images are untrusted: the header is read first, and images that would need too much memory are not decoded.
 */
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { ImageTooLargeError, UnreadableImageError } from '../errors.ts';
import { imageLimits } from './image-limits.ts';
import type { ImageFormat } from './image-type.ts';
import type { ImageSize } from './image-variant.ts';

let loaded: Promise<typeof import('sharp').default> | undefined;

function loadSharp(): Promise<typeof import('sharp').default> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // A function renders one image at a time and rarely the same image twice, so the cache would only use memory.
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}

interface Dimensions {
  width: number;
  height: number;
}

/** The header of an image, with the dimensions after rotation by its EXIF orientation. */
export interface ImageHeader extends Dimensions {
  /** Frames of an animation; 1 for a still image. */
  frames: number;
}

/** The decoder fails if bytes are missing or invalid. */
const decoding: SharpOptions = { failOn: 'error', limitInputPixels: imageLimits.pixels };

function assertBounds({ width, height }: Dimensions, frames: number): void {
  if (width * height > imageLimits.pixels)
    throw new ImageTooLargeError(`it has more than ${imageLimits.pixels} pixels`);
  if (frames > imageLimits.frames || frames * height > imageLimits.frameRows)
    throw new ImageTooLargeError('it has too many frames');
}

/**
 * Reads the header of an image without decoding it. Throws UnreadableImageError if the header is invalid or of another
 * format, and ImageTooLargeError if it exceeds the limits.
 */
export async function readImageHeader(bytes: Uint8Array, format: ImageFormat): Promise<ImageHeader> {
  const sharp = await loadSharp();
  let header: Metadata;
  try {
    // Without sharp's own limit, because `assertBounds` throws the typed error.
    header = await sharp(bytes, { ...decoding, limitInputPixels: false }).metadata();
  } catch (error) {
    throw new UnreadableImageError(error);
  }
  const { pages = 1, autoOrient } = header;
  if (header.format !== format || !(autoOrient.width > 0 && autoOrient.height > 0))
    throw new UnreadableImageError();
  assertBounds(autoOrient, pages);
  return { width: autoOrient.width, height: autoOrient.height, frames: pages };
}

/** Throws ImageTooLargeError for a result that is too large, for example a strip of one pixel scaled to 4 000 pixels. */
function assertResult({ width: wide, height: high }: ImageHeader, { width, height }: ImageSize): void {
  const result = {
    width: width ?? Math.round((wide * (height ?? high)) / high),
    height: height ?? Math.round((high * (width ?? wide)) / wide),
  };
  const longest = Math.max(result.width, result.height);
  if (longest > imageLimits.derivedSidePixels || result.width * result.height > imageLimits.pixels)
    throw new ImageTooLargeError(`the result would have ${result.width} × ${result.height} pixels`);
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
const white = { r: 255, g: 255, b: 255, alpha: 1 };

function encode(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg();
    case 'png':
      return image.png();
    case 'gif':
      return image.gif();
    case 'webp':
      return image.webp();
  }
}

/**
 * Resizes an image in its own format, upright and without metadata; of an animation, the first frame. `cover` fills the size
 * and crops; `contain` shows the whole image and pads it, transparent or, in a JPEG, white. Throws UnreadableImageError and
 * ImageTooLargeError, and fails after `imageLimits.renderSeconds`.
 */
export async function renderImage(
  bytes: Uint8Array,
  format: ImageFormat,
  size: ImageSize,
): Promise<Uint8Array> {
  const header = await readImageHeader(bytes, format);
  assertResult(header, size);
  const sharp = await loadSharp();
  const resized = sharp(bytes, { ...decoding, autoOrient: true, sequentialRead: true })
    .resize({
      ...(size.width !== undefined && { width: size.width }),
      ...(size.height !== undefined && { height: size.height }),
      fit: size.cropType,
      background: format === 'jpeg' ? white : transparent,
    })
    .timeout({ seconds: imageLimits.renderSeconds });
  try {
    return await encode(resized, format).toBuffer();
  } catch (error) {
    if (error instanceof Error && /timeout/i.test(error.message)) throw error;
    throw new UnreadableImageError(error);
  }
}
